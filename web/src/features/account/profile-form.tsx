/** Owns changing one's own name and phone; the email is what the account signs in with, and stays. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { ProfileChange } from "../../../../bff/contract/customer/customer.ts";
import { changeProfile, profileQuery } from "../../api/customer-accounts.ts";
import { fieldComplaints, serverWords, useFieldErrors } from "../../api/refusal.ts";
import type { StoredUser } from "../../session/customer-session.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

/** What a person types: an empty phone is none. */
const Draft = ProfileChange.extend({ phone: ProfileChange.shape.phone.unwrap().unwrap() });
type Draft = z.input<typeof Draft>;

export function ProfileForm({ user, onDone }: { user: StoredUser; onDone(): void }) {
  const client = useQueryClient();
  const form = useForm<Draft, unknown, z.output<typeof Draft>>({
    resolver: zodResolver(Draft),
    defaultValues: { firstName: user.firstName, lastName: user.lastName, phone: user.phone ?? "" },
  });
  const { field, showComplaints } = useFieldErrors(form, ["firstName", "lastName", "phone"]);
  const { setFocus } = form;
  useEffect(() => setFocus("firstName"), [setFocus]);
  const saving = useMutation({
    mutationFn: changeProfile,
    onSuccess: (saved) => {
      client.setQueryData(profileQuery.queryKey, saved);
      toast({
        title: "Profile saved",
        description: "Bookings you have made keep the name they were made with.",
      });
      onDone();
    },
    onError: showComplaints,
  });
  return (
    <form
      noValidate
      aria-label="Edit your profile"
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending) void form.handleSubmit((typed) => saving.mutate(typed))(event);
      }}
    >
      {saving.isError && fieldComplaints(saving.error).size === 0 && (
        <p role="alert" className="border-l-4 border-danger py-1 pl-3 font-semibold text-danger">
          {serverWords(saving.error, "Your profile could not be saved. Please try again.")}
        </p>
      )}
      <Field label="First name" required {...field("firstName")}>
        {(aria) => <TextInput {...aria} {...form.register("firstName")} autoComplete="given-name" />}
      </Field>
      <Field label="Last name" required {...field("lastName")}>
        {(aria) => <TextInput {...aria} {...form.register("lastName")} autoComplete="family-name" />}
      </Field>
      <Field label="Phone" {...field("phone")}>
        {(aria) => (
          <TextInput {...aria} {...form.register("phone")} type="tel" inputMode="tel" autoComplete="tel" />
        )}
      </Field>
      <p className="text-sm text-muted">
        The email <span className="wrap-anywhere">{user.email}</span> is what you sign in with, and stays.
      </p>
      <div className="flex flex-wrap gap-3 pr-1 pb-1">
        <Button type="submit" busy={saving.isPending}>
          {saving.isPending ? "Saving…" : "Save"}
        </Button>
        <Button variant="outline" onClick={onDone}>
          Keep it as it is
        </Button>
      </div>
    </form>
  );
}
