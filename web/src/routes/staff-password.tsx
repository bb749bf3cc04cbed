/** The route `/staff-password?token=…`, the target of the mailed link by which a colleague sets a password. */
import { createFileRoute } from "@tanstack/react-router";
import { tokenSearch } from "../pages/address.ts";
import { StaffPasswordPage } from "../pages/staff/staff-password-page.tsx";

export const Route = createFileRoute("/staff-password")({
  validateSearch: tokenSearch,
  component: StaffPasswordPage,
});
