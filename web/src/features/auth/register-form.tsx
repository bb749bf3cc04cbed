/** The form that creates a customer account: its fields, their errors, and the outcome. */
import { Registration } from "../../../../bff/contract/customer/customer.ts";
import { registerCustomer } from "../../api/customer-accounts.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { EmailField, TextField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { accountCreated } from "./account-created.ts";
import { Notice } from "./auth-layout.tsx";

/** What a person types: an empty phone means no phone. */
const Draft = Registration.extend({ phone: Registration.shape.phone.unwrap().unwrap() });

export function RegisterForm({ onRegistered }: { onRegistered(): void }) {
  const { field, wrong, sending, refused, frame } = useSentForm({
    schema: Draft,
    defaults: { firstName: "", lastName: "", email: "", phone: "", password: "" },
    send: registerCustomer,
    onSuccess({ user }) {
      accountCreated(user);
      onRegistered();
    },
    failed: "Registration Failed",
    refusal: "Failed to create account",
  });

  return (
    <form {...frame} aria-label="Create Account" className="grid gap-5 sm:grid-cols-2">
      {wrong.length > 1 && (
        <div className="sm:col-span-2">
          <ErrorSummary errors={wrong} />
        </div>
      )}
      {refused && (
        <div className="sm:col-span-2">
          <Notice tone="danger">{refused}</Notice>
        </div>
      )}
      <TextField {...field("firstName")} label="First name" required autoComplete="given-name" />
      <TextField {...field("lastName")} label="Last name" required autoComplete="family-name" />
      <div className="grid gap-5 sm:col-span-2">
        <EmailField {...field("email")} />
        <TextField {...field("phone")} label="Phone" type="tel" inputMode="tel" autoComplete="tel" />
        <PasswordField {...field("password")} hint="At least 6 characters" purpose="new-password" />
        <Button type="submit" size="lg" busy={sending.isPending} className="mr-1 justify-self-start">
          {sending.isPending ? "Creating…" : "Create Account"}
        </Button>
        <p className="text-sm text-muted">
          By creating an account you agree to the{" "}
          <a href="/terms" className="underline underline-offset-4">
            terms of service
          </a>{" "}
          and the{" "}
          <a href="/privacy" className="underline underline-offset-4">
            privacy policy
          </a>
          .
        </p>
      </div>
    </form>
  );
}
