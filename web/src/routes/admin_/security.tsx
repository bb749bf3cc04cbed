/** The route `/admin/security`: the protection of the reader's own account. */
import { createFileRoute } from "@tanstack/react-router";
import { SecurityPage } from "../../pages/staff/security-page.tsx";
import { requireStaff } from "../../session/staff-access.ts";

export const Route = createFileRoute("/admin_/security")({
  staticData: { forStaff: true },
  beforeLoad: requireStaff,
  component: SecurityPage,
});
