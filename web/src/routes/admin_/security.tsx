/** The route `/admin/security`: the protection of the reader's own account. */
import { createFileRoute } from "@tanstack/react-router";
import { SecurityPage } from "../../pages/staff/security-page.tsx";
import { requireStaffPage } from "../../session/staff-guard.ts";

export const Route = createFileRoute("/admin_/security")({
  staticData: { forStaff: true },
  beforeLoad: requireStaffPage,
  component: SecurityPage,
});
