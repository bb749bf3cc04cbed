/** The form that creates a staff account: its fields, their errors, and the outcome. */
import { useEffect, useId } from "react";
import type { z } from "zod";
import { NewStaffAccount, type StaffRole } from "../../../../bff/contract/staff/staff.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { createStaffAccount, STAFF_ACCOUNTS_KEY } from "./calls.ts";

const EMPTY: z.input<typeof NewStaffAccount> = {
  firstName: "",
  lastName: "",
  username: "",
  email: "",
  password: "",
  role: "staff",
};

const ROLES: Record<StaffRole, string> = {
  staff: "Staff",
  manager: "Manager",
  admin: "Admin",
  auditor: "Auditor",
};

/** `onClose` is called when the account is created or the form is given up. */
export function CreateStaffForm({ onClose }: { onClose(): void }) {
  const titleId = useId();
  const refresh = useRefresh();
  const { form, field, sending, frame } = useSentForm({
    schema: NewStaffAccount,
    defaults: EMPTY,
    send: createStaffAccount,
    onSuccess(created) {
      toast({
        title: "Staff Account Created",
        description: `${personName(created)} can log in now.`,
      });
      onClose();
      refresh(STAFF_ACCOUNTS_KEY);
    },
    failed: "Failed to Create Staff Account",
    refusal: "Failed to create staff account",
  });
  useEffect(() => form.setFocus("firstName"), [form]);

  return (
    <form
      {...frame}
      aria-labelledby={titleId}
      className="grid gap-4 border border-control bg-sheet p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-3"
    >
      <h3 id={titleId} className="text-lg font-semibold sm:col-span-2 lg:col-span-3">
        New staff account
      </h3>
      <TextField {...field("firstName")} label="First Name" required autoComplete="off" />
      <TextField {...field("lastName")} label="Last Name" required autoComplete="off" />
      <TextField
        {...field("username")}
        label="Username"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field("email")} label="Email" required type="email" autoComplete="off" />
      <TextField
        {...field("password")}
        label="Password"
        required
        type="password"
        autoComplete="new-password"
      />
      <SelectField {...field("role")} label="Role" required options={ROLES} />
      <div className="flex flex-wrap gap-3 sm:col-span-2 lg:col-span-3">
        <Button density="dense" type="submit" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Creating..." : "Create Staff Account"}
        </Button>
        <Button density="dense" inert={sending.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
