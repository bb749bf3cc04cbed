/** Owns verifying an email outside the account's own session: whoever reads the mail chooses the password, and whoever opened the account is out. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { PasswordReset } from "../../../../bff/contract/customer/customer.ts";
import { useFieldErrors } from "../../api/refusal.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

const NewPassword = PasswordReset.pick({ password: true });

interface VerifyWithPasswordProps {
  /** Why the last try was refused. */
  error: unknown;
  busy: boolean;
  onVerify(password: string): void;
}

export function VerifyWithPassword({ error, busy, onVerify }: VerifyWithPasswordProps) {
  const form = useForm<{ password: string }>({
    resolver: zodResolver(NewPassword),
    defaultValues: { password: "" },
  });
  const { field, showComplaints } = useFieldErrors(form, ["password"]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, not for each drawing.
  useEffect(() => showComplaints(error), [error]);
  return (
    <form
      noValidate
      aria-label="Verify your email"
      className="grid w-full gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void form.handleSubmit(({ password }) => onVerify(password))(event);
      }}
    >
      <p>
        You are not signed in to this account here. Choose a password for it: the one it was opened with stops
        working, and whoever is signed in with it is signed out.
      </p>
      <PasswordField
        {...field("password")}
        label="New password"
        control={form.register("password")}
        hint="At least 6 characters"
        purpose="new-password"
      />
      <Button type="submit" size="lg" busy={busy} className="mr-1 justify-self-start">
        {busy ? "Verifying…" : "Set password and verify"}
      </Button>
    </form>
  );
}
