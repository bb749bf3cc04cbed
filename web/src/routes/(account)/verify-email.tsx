/** The route `/verify-email?token=…`, the target of a mailed link. */
import { createFileRoute } from "@tanstack/react-router";
import { tokenSearch } from "../../pages/address.ts";
import { VerifyEmailPage } from "../../pages/customer/verify-email-page.tsx";

export const Route = createFileRoute("/(account)/verify-email")({
  validateSearch: tokenSearch,
  component: VerifyEmailPage,
});
