/** The page where a colleague sets a password by the link of an invitation or of a reset. */
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { StaffPasswordByLink } from "../../../../bff/contract/staff/staff.ts";
import { RequestError } from "../../api/request.ts";
import { setStaffPassword } from "../../api/staff-sign-in.ts";
import { AuthLayout, Notice } from "../../features/auth/auth-layout.tsx";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

const NewPassword = StaffPasswordByLink.pick({ password: true });

const route = getRouteApi("/staff-password");

export function StaffPasswordPage() {
  const { token = "" } = route.useSearch();
  const router = useRouter();
  const { field, sending, refused, frame } = useSentForm({
    schema: NewPassword,
    defaults: { password: "" },
    send: ({ password }) => setStaffPassword({ token, password }),
    onSuccess({ message }) {
      toast({ title: "Password set", description: message });
      void router.navigate({ to: "/login", replace: true });
    },
    refusal: "The password could not be set. Please try again.",
  });
  const linkDead = token === "" || (sending.error instanceof RequestError && sending.error.status === 403);
  return (
    <AuthLayout title="Choose your password" lead={<p>For your staff account.</p>}>
      {linkDead ? (
        <div className="grid justify-items-start gap-5">
          <Notice tone="danger">This link is not valid or has expired.</Notice>
          <p>A link works once. A manager can mail you a new one.</p>
        </div>
      ) : (
        <form {...frame} aria-label="Choose your password" className="grid gap-5">
          {refused && <Notice tone="danger">{refused}</Notice>}
          <PasswordField
            {...field("password")}
            label="New password"
            hint="At least 6 characters"
            purpose="new-password"
          />
          <Button type="submit" size="lg" busy={sending.isPending} className="mr-1 justify-self-start">
            {sending.isPending ? "Setting…" : "Set password"}
          </Button>
        </form>
      )}
    </AuthLayout>
  );
}
