/** The form that makes a staff account: its fields, their errors, and the outcome. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { NewStaffAccount, type StaffRole } from "../../../../bff/contract/staff/staff.ts";
import { personName } from "../../../../core/person-name.ts";
import { serverWords, useFieldErrors } from "../../api/refusal.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectInput, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { createStaffAccount, STAFF_ACCOUNTS_KEY } from "./calls.ts";

type Draft = z.input<typeof NewStaffAccount>;

const FIELDS = ["firstName", "lastName", "username", "email", "password", "role"] as const;
const EMPTY: Draft = { firstName: "", lastName: "", username: "", email: "", password: "", role: "staff" };

const ROLES: Record<StaffRole, string> = {
  staff: "Staff",
  manager: "Manager",
  admin: "Admin",
  auditor: "Auditor",
};

/** `onClose`: made, or given up. */
export function CreateStaffForm({ onClose }: { onClose(): void }) {
  const titleId = useId();
  const client = useQueryClient();
  const form = useForm<Draft, unknown, z.output<typeof NewStaffAccount>>({
    resolver: zodResolver(NewStaffAccount),
    defaultValues: EMPTY,
  });
  const { field, showComplaints } = useFieldErrors(form, FIELDS);
  useEffect(() => form.setFocus("firstName"), [form]);

  const creation = useMutation({
    mutationFn: createStaffAccount,
    onSuccess: (created) => {
      toast({
        title: "Staff Account Created",
        description: `${personName(created)} can log in now.`,
      });
      form.reset(EMPTY);
      onClose();
      void refreshShown(client, STAFF_ACCOUNTS_KEY);
    },
    onError: (error) => {
      showComplaints(error);
      toast({
        title: "Failed to Create Staff Account",
        description: serverWords(error, "Failed to create staff account"),
        variant: "danger",
      });
    },
  });

  return (
    <form
      noValidate
      aria-labelledby={titleId}
      className="grid gap-4 border border-control bg-sheet p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!creation.isPending) void form.handleSubmit((account) => creation.mutate(account))(event);
      }}
    >
      <h3 id={titleId} className="text-lg font-semibold sm:col-span-2 lg:col-span-3">
        New staff account
      </h3>
      <Field label="First Name" required {...field("firstName")}>
        {(aria) => <TextInput {...aria} autoComplete="off" {...form.register("firstName")} />}
      </Field>
      <Field label="Last Name" required {...field("lastName")}>
        {(aria) => <TextInput {...aria} autoComplete="off" {...form.register("lastName")} />}
      </Field>
      <Field label="Username" required {...field("username")}>
        {(aria) => (
          <TextInput
            {...aria}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register("username")}
          />
        )}
      </Field>
      <Field label="Email" required {...field("email")}>
        {(aria) => <TextInput {...aria} type="email" autoComplete="off" {...form.register("email")} />}
      </Field>
      <Field label="Password" required {...field("password")}>
        {(aria) => (
          <TextInput {...aria} type="password" autoComplete="new-password" {...form.register("password")} />
        )}
      </Field>
      <Field label="Role" required {...field("role")}>
        {(aria) => (
          <SelectInput {...aria} {...form.register("role")}>
            {Object.entries(ROLES).map(([role, label]) => (
              <option key={role} value={role}>
                {label}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <div className="flex flex-wrap gap-3 sm:col-span-2 lg:col-span-3">
        <Button density="dense" type="submit" variant="solid" busy={creation.isPending}>
          {creation.isPending ? "Creating..." : "Create Staff Account"}
        </Button>
        <Button density="dense" inert={creation.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
