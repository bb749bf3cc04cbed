/** Lets customers change their name and phone, but not the email, because the account signs in with it. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ProfileChange } from "../../../../bff/contract/customer/customer.ts";
import { changeProfile, profileQuery } from "../../api/customer-accounts.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import type { StoredUser } from "../../session/customer-session.ts";
import { Button } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

/** What a person types: an empty phone means no phone. */
const Draft = ProfileChange.extend({ phone: ProfileChange.shape.phone.unwrap().unwrap() });

export function ProfileForm({ user, onDone }: { user: StoredUser; onDone(): void }) {
  const client = useQueryClient();
  const { form, field, sending, refused, frame } = useSentForm({
    schema: Draft,
    defaults: { firstName: user.firstName, lastName: user.lastName, phone: user.phone ?? "" },
    send: changeProfile,
    onSuccess(saved) {
      client.setQueryData(profileQuery.queryKey, saved);
      toast({
        title: "Profile saved",
        description: "Your existing bookings keep their name.",
      });
      onDone();
    },
    refusal: "Your profile could not be saved. Please try again.",
  });
  const { setFocus } = form;
  useEffect(() => setFocus("firstName"), [setFocus]);
  return (
    <form {...frame} aria-label="Edit your profile" className="mt-4 grid gap-4">
      {refused && <RefusalNotice>{refused}</RefusalNotice>}
      <TextField {...field("firstName")} label="First name" required autoComplete="given-name" />
      <TextField {...field("lastName")} label="Last name" required autoComplete="family-name" />
      <TextField {...field("phone")} label="Phone" type="tel" inputMode="tel" autoComplete="tel" />
      <p className="text-sm text-muted">
        You sign in with <span className="wrap-anywhere">{user.email}</span>. This email cannot be changed.
      </p>
      <div className="flex flex-wrap gap-3 pr-1 pb-1">
        <Button type="submit" busy={sending.isPending}>
          {sending.isPending ? "Saving…" : "Save"}
        </Button>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
