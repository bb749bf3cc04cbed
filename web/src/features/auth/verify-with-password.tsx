/** Verifies an email without the account's own session: the mail's reader chooses the password, and all others are signed out. */
import { PasswordReset } from "../../../../bff/contract/customer/customer.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

export function VerifyWithPassword({ onVerify }: { onVerify(password: string): Promise<unknown> }) {
  const { field, sending, frame } = useSentForm({
    schema: PasswordReset.pick({ password: true }),
    defaults: { password: "" },
    send: ({ password }) => onVerify(password),
  });
  return (
    <form {...frame} aria-label="Verify your email" className="grid w-full gap-5">
      <p>
        You are not signed in to this account. Choose a new password for it. The old password then stops
        working, and every device that is signed in to the account is signed out.
      </p>
      <PasswordField
        {...field("password")}
        label="New password"
        hint="At least 6 characters"
        purpose="new-password"
      />
      <Button type="submit" size="lg" busy={sending.isPending} className="mr-1 justify-self-start">
        {sending.isPending ? "Verifying…" : "Set password and verify"}
      </Button>
    </form>
  );
}
