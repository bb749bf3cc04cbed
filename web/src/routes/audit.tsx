/** The route `/audit`: the log, for auditors, managers and admins (decision 188). */
import { createFileRoute } from "@tanstack/react-router";
import { prefetchRooms } from "../api/rooms.ts";
import { AuditPage } from "../pages/audit/audit-page.tsx";
import { auditSearch } from "../pages/audit/audit-search.ts";
import { requireStaff } from "../session/staff-access.ts";

export const Route = createFileRoute("/audit")({
  staticData: { forStaff: true },
  validateSearch: auditSearch,
  beforeLoad: requireStaff,
  loader: prefetchRooms,
  component: AuditPage,
});
