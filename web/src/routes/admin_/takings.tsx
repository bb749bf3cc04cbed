/** The route `/admin/takings`: a venue day's money by payment method, and the close of the day. */
import { createFileRoute } from "@tanstack/react-router";
import { daySearch } from "../../pages/address.ts";
import { TakingsPage } from "../../pages/staff/takings-page.tsx";
import { requireStaff } from "../../session/staff-access.ts";

export const Route = createFileRoute("/admin_/takings")({
  staticData: { forStaff: true },
  validateSearch: daySearch,
  beforeLoad: requireStaff,
  component: TakingsPage,
});
