/** The route `/admin`: the staff dashboard. */
import { createFileRoute } from "@tanstack/react-router";
import { prefetchRooms } from "../api/rooms.ts";
import { DashboardPage } from "../pages/staff/dashboard-page.tsx";
import { dashboardSearch } from "../pages/staff/dashboard-search.ts";
import { requireStaff } from "../session/staff-access.ts";

export const Route = createFileRoute("/admin")({
  staticData: { forStaff: true },
  validateSearch: dashboardSearch,
  beforeLoad: requireStaff,
  loader: prefetchRooms,
  component: DashboardPage,
});
