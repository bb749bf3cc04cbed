/** Owns `/verify-email?token=…`, where a mailed link leads. */
import { createFileRoute } from "@tanstack/react-router";
import { VerifyEmailPage } from "../features/auth/verify-email-page.tsx";
import { linkToken } from "./-link-token.ts";

export const Route = createFileRoute("/verify-email")({
  validateSearch: linkToken,
  component: VerifyEmailRoute,
});

function VerifyEmailRoute() {
  const { token = "" } = Route.useSearch();
  return <VerifyEmailPage key={token} token={token} />;
}
