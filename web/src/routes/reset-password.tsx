/** Owns `/reset-password?token=…`, where a mailed link leads. */
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { ResetPasswordPage } from "../features/auth/reset-password-page.tsx";
import { clearCustomer } from "../session/session.ts";
import { linkToken } from "./-link-token.ts";

export const Route = createFileRoute("/reset-password")({
  validateSearch: linkToken,
  component: ResetPasswordRoute,
});

function ResetPasswordRoute() {
  const { token = "" } = Route.useSearch();
  const router = useRouter();
  return (
    <ResetPasswordPage
      token={token}
      onDone={() => {
        clearCustomer(localStorage);
        void router.navigate({ to: "/user-auth", replace: true });
      }}
    />
  );
}
