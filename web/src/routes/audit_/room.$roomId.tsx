/** The route `/audit/room/{id}`: a room's day as of any instant. */
import { createFileRoute } from "@tanstack/react-router";
import { prefetchRooms } from "../../api/rooms.ts";
import { AuditRoomPage } from "../../pages/audit/as-of-pages.tsx";
import { roomDaySearch } from "../../pages/audit/audit-search.ts";
import { requireStaff } from "../../session/staff-access.ts";

export const Route = createFileRoute("/audit_/room/$roomId")({
  staticData: { forStaff: true },
  validateSearch: roomDaySearch,
  beforeLoad: requireStaff,
  loader: prefetchRooms,
  component: AuditRoomPage,
});
