/** The route `/admin/takings`: a venue day's money by payment method, and the close of the day. */
import { createFileRoute } from "@tanstack/react-router";
import { TakingsPage } from "../../pages/staff/takings-page.tsx";
import { takingsSearch } from "../../pages/staff/takings-search.ts";
import { requireDashboard } from "../../session/staff-guard.ts";

export const Route = createFileRoute("/admin_/takings")({
  staticData: { forStaff: true },
  validateSearch: takingsSearch,
  beforeLoad: requireDashboard,
  component: TakingsPage,
});
