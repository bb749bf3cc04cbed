/** The sign-in form: email and password, and the error if they do not match. */
import { CustomerLogin } from "../../../../bff/contract/customer/customer.ts";
import { signInCustomer } from "../../api/customer-accounts.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { EmailField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { Notice } from "./auth-layout.tsx";

export function SignInForm({ onSignedIn }: { onSignedIn(): void }) {
  const { form, field, sending, refused, frame } = useSentForm({
    schema: CustomerLogin,
    defaults: { email: "", password: "" },
    send: signInCustomer,
    onSuccess({ user }) {
      toast({ title: "Logged in successfully!", description: `Welcome back, ${user.firstName}.` });
      onSignedIn();
    },
    onError: () => form.setFocus("password", { shouldSelect: true }),
    failed: "Login Failed",
    refusal: "Invalid email or password",
  });

  return (
    <form {...frame} aria-label="Sign In" className="grid gap-5">
      {refused && <Notice tone="danger">{refused}</Notice>}
      <EmailField {...field("email")} />
      <PasswordField {...field("password")} purpose="current-password" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pr-1">
        <Button type="submit" size="lg" busy={sending.isPending}>
          {sending.isPending ? "Signing in…" : "Sign In"}
        </Button>
        <a
          href="/forgot-password"
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-action"
        >
          Forgot your password?
        </a>
      </div>
    </form>
  );
}
