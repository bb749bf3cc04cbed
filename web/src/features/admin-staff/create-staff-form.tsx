/** The form that creates a staff account: its fields, their errors, and the outcome. */
import { useEffect, useId, useState } from "react";
import { z } from "zod";
import { NewStaffAccount, StaffInvitation } from "../../../../bff/contract/staff/staff.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, SelectField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { createStaffAccount, inviteStaff, STAFF_ACCOUNTS_KEY } from "./calls.ts";
import { roleOptions } from "./role-options.ts";

const EMPTY: z.input<typeof NewStaffAccount> = {
  firstName: "",
  lastName: "",
  username: "",
  email: "",
  password: "",
  role: "staff",
};

/** `onClose` is called when the account is created or the form is given up. */
interface CreateStaffFormProps {
  /** Decides which roles can be given. */
  ownRole: string | null;
  onClose(): void;
}

export function CreateStaffForm({ ownRole, onClose }: CreateStaffFormProps) {
  const [invites, setInvites] = useState(false);
  const titleId = useId();
  const refresh = useRefresh();
  const { form, field, sending, frame } = useSentForm({
    // The password of an invited colleague is never typed here.
    schema: invites ? StaffInvitation.extend({ password: z.string() }) : NewStaffAccount,
    defaults: EMPTY,
    send: ({ password, ...account }: z.input<typeof NewStaffAccount>) =>
      invites ? inviteStaff(account) : createStaffAccount({ ...account, password }),
    onSuccess(created) {
      toast({
        title: "Staff Account Created",
        description: invites
          ? `${personName(created)} sets a password by the link that was mailed.`
          : `${personName(created)} can log in now.`,
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
      {!invites && (
        <TextField
          {...field("password")}
          label="Password"
          required
          type="password"
          autoComplete="new-password"
        />
      )}
      <SelectField {...field("role")} label="Role" required options={roleOptions(ownRole)} />
      <Checkbox
        label="Invite by mail"
        hint="The colleague chooses the password by a mailed link, within seven days."
        className="sm:col-span-2 lg:col-span-3"
        checked={invites}
        onChange={({ target }) => setInvites(target.checked)}
      />
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
