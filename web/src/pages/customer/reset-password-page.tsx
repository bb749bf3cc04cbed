/** The page where a mailed link sets a new password. */
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { PasswordReset } from "../../../../bff/contract/customer/customer.ts";
import { resetPassword } from "../../api/customer-accounts.ts";
import { RequestError } from "../../api/request.ts";
import { AuthLayout, Notice } from "../../features/auth/auth-layout.tsx";
import { useSentForm } from "../../form/use-sent-form.ts";
import { clearCustomer } from "../../session/signed-in-customer.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

const NewPassword = PasswordReset.pick({ password: true });

const route = getRouteApi("/(account)/reset-password");

export function ResetPasswordPage() {
  const { token = "" } = route.useSearch();
  const router = useRouter();
  const { field, sending, refused, frame } = useSentForm({
    schema: NewPassword,
    defaults: { password: "" },
    send: ({ password }) => resetPassword({ token, password }),
    onSuccess({ message }) {
      toast({ title: "New password set", description: message });
      // The old sessions have ended, so the next step is to sign in.
      clearCustomer(localStorage);
      void router.navigate({ to: "/user-auth", search: { reset: true }, replace: true });
    },
    refusal: "The password could not be set. Please try again.",
  });
  const linkDead = token === "" || (sending.error instanceof RequestError && sending.error.status === 403);

  return (
    <AuthLayout title="Set a new password" lead={<p>This signs you out on every device.</p>}>
      {linkDead ? (
        <div className="grid justify-items-start gap-5">
          <Notice tone="danger">This link is not valid or has expired.</Notice>
          <p>A link works once and is valid for an hour. Request a new one.</p>
          <a href="/forgot-password" className={buttonClass({ className: "mr-1" })}>
            Send a new link
          </a>
        </div>
      ) : (
        <form {...frame} aria-label="Set a new password" className="grid gap-5">
          {refused && <Notice tone="danger">{refused}</Notice>}
          <PasswordField
            {...field("password")}
            label="New password"
            hint="At least 6 characters"
            purpose="new-password"
          />
          <Button type="submit" size="lg" busy={sending.isPending} className="mr-1 justify-self-start">
            {sending.isPending ? "Setting…" : "Set new password"}
          </Button>
        </form>
      )}
    </AuthLayout>
  );
}
