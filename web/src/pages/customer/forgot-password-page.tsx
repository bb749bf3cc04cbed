/** The page where a customer asks for a link to set a new password; the answer never tells whether there is an account. */
import { ForgottenPassword } from "../../../../bff/contract/customer/customer.ts";
import { requestPasswordReset } from "../../api/customer-accounts.ts";
import { AuthLayout, Notice } from "../../features/auth/auth-layout.tsx";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmailField } from "../../ui/field.tsx";

export function ForgotPasswordPage() {
  const { field, sending, refused, frame } = useSentForm({
    schema: ForgottenPassword,
    defaults: { email: "" },
    send: ({ email }) => requestPasswordReset(email),
    refusal: "The link could not be sent. Please try again.",
  });
  return (
    <AuthLayout
      title="Forgot your password?"
      lead={<p>Enter the email of your account. We send you a link to set a new password.</p>}
    >
      {sending.isSuccess ? (
        <div className="grid justify-items-start gap-5">
          <Notice tone="plain">{sending.data.message}</Notice>
          <p>The link is valid for an hour and works once. Check your spam folder too.</p>
          <a href="/user-auth" className={buttonClass({ variant: "outline" })}>
            Back to Sign In
          </a>
        </div>
      ) : (
        <form {...frame} aria-label="Forgot your password?" className="grid gap-5">
          {refused && <Notice tone="danger">{refused}</Notice>}
          <EmailField {...field("email")} />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pr-1">
            <Button type="submit" size="lg" busy={sending.isPending}>
              {sending.isPending ? "Sending…" : "Send the link"}
            </Button>
            <a
              href="/user-auth"
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-action"
            >
              Back to Sign In
            </a>
          </div>
        </form>
      )}
    </AuthLayout>
  );
}
