/** The route `/audit/booking/{id}`: a booking as of any instant. */
import { createFileRoute } from "@tanstack/react-router";
import { prefetchRooms } from "../../api/rooms.ts";
import { AuditBookingPage } from "../../pages/audit/as-of-pages.tsx";
import { asOfSearch } from "../../pages/audit/audit-search.ts";
import { requireStaff } from "../../session/staff-access.ts";

export const Route = createFileRoute("/audit_/booking/$bookingId")({
  staticData: { forStaff: true },
  validateSearch: asOfSearch,
  beforeLoad: requireStaff,
  loader: prefetchRooms,
  component: AuditBookingPage,
});
