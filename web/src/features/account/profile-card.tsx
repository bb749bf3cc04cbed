/** Shows the account's owner, lets the customer change name and phone, and says if the email is not verified yet. */

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { personName } from "../../../../core/person/person-name.ts";
import { resendVerification } from "../../api/customer-accounts.ts";
import { toastRefusal } from "../../form/after-change.ts";
import type { StoredUser } from "../../session/customer-session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { ProfileForm } from "./profile-form.tsx";

export function ProfileCard({ user }: { user: StoredUser }) {
  const rows = [
    ["Name", personName(user)],
    ["Email", user.email],
    ["Phone", user.phone],
  ].filter(([, value]) => value);
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => editButton.current?.focus());
  };
  return (
    <section aria-labelledby="profile-title" className="border-2 border-ink bg-sheet p-5">
      <h2 id="profile-title" className="poster-type text-2xl">
        Profile
      </h2>
      {editing ? (
        <ProfileForm user={user} onDone={close} />
      ) : (
        <>
          <dl className="mt-3 grid gap-2.5">
            {rows.map(([label, value]) => (
              <div key={label}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="font-semibold wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          <Button ref={editButton} variant="outline" className="mt-4" onClick={() => setEditing(true)}>
            Edit profile
          </Button>
        </>
      )}
    </section>
  );
}

export function VerifyNotice({ email }: { email: string }) {
  const resend = useMutation({
    mutationFn: resendVerification,
    onSuccess: ({ message }) => toast({ title: "Verification mail", description: message }),
    onError: toastRefusal("Mail Not Sent", "The mail could not be sent. Please try again."),
  });
  return (
    <section
      aria-label="Verify your email"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 bg-yellow px-5 py-4 text-press scheme-light"
    >
      <p className="max-w-[60ch]">
        <strong>Verify your email.</strong> We sent a link to <span className="wrap-anywhere">{email}</span>.
        Once you have opened the link, this page also shows the bookings that you made as a guest.
      </p>
      <Button variant="outline" busy={resend.isPending} onClick={() => resend.mutate()}>
        {resend.isPending ? "Sending…" : "Send it again"}
      </Button>
    </section>
  );
}
