/** The route `/reset-password?token=…`, the target of a mailed link. */
import { createFileRoute } from "@tanstack/react-router";
import { tokenSearch } from "../../pages/address.ts";
import { ResetPasswordPage } from "../../pages/customer/reset-password-page.tsx";

export const Route = createFileRoute("/(account)/reset-password")({
  validateSearch: tokenSearch,
  component: ResetPasswordPage,
});
