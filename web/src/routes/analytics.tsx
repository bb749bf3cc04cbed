/**
 * The route `/analytics`: the venue's figures in four tabs, the first of which is not named in the address, and the figures of a period.
 */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { prefetchRooms } from "../api/rooms.ts";
import { orAbsent } from "../pages/address.ts";
import { AnalyticsPage } from "../pages/staff/analytics-page.tsx";
import { periodSearch } from "../pages/staff/analytics-period-search.ts";
import { requireStaff } from "../session/staff-access.ts";

export const Route = createFileRoute("/analytics")({
  staticData: { forStaff: true },
  validateSearch: z.extend(periodSearch, { tab: orAbsent(z.enum(["bookings", "rooms", "customers"])) }),
  beforeLoad: requireStaff,
  loader: prefetchRooms,
  component: AnalyticsPage,
});
