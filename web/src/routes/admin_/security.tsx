/** Owns `/admin/security`: how one's own account is kept from others. */
import { createFileRoute } from "@tanstack/react-router";
import { roomsQuery } from "../../api/rooms.ts";
import { SecurityPage } from "../../pages/staff/security-page.tsx";
import { requireStaffPage } from "../../session/staff-guard.ts";

export const Route = createFileRoute("/admin_/security")({
  staticData: { forStaff: true },
  beforeLoad: requireStaffPage,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(roomsQuery);
  },
  component: SecurityPage,
});
