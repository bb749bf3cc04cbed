/** The route `/admin/guests/{id}`: what staff know of a guest. */
import { createFileRoute } from "@tanstack/react-router";
import { prefetchRooms } from "../../api/rooms.ts";
import { GuestPage } from "../../pages/staff/guest-page.tsx";
import { requireStaff } from "../../session/staff-access.ts";

export const Route = createFileRoute("/admin_/guests/$guest")({
  staticData: { forStaff: true },
  beforeLoad: requireStaff,
  loader: prefetchRooms,
  component: GuestPage,
});
