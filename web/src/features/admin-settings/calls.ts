/** Staff's calls about the venue's settings: read them, change them, withdraw a change, and list places with known public holidays. */
import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { HolidayPlaces } from "../../../../bff/contract/venue/holiday.ts";
import type { VenueChange, VenueWithChanges } from "../../../../bff/contract/venue/venue-record.ts";
import { staffRequest } from "../../api/staff-request.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

/** `GET /api/staff/house`: today's settings, and every scheduled change. */
export const staffSettingsQuery = queryOptions({
  queryKey: [...STAFF_KEY, "house"],
  queryFn: ({ signal }) => staffRequest<VenueWithChanges>("GET", "/api/staff/house", undefined, { signal }),
  staleTime: 0,
});

/** `PATCH /api/house`. @throws RequestError 400 with field errors. */
export const changeSettings = (change: z.input<typeof VenueChange>): Promise<VenueWithChanges> =>
  staffRequest<VenueWithChanges>("PATCH", "/api/house", change);

/** `DELETE /api/house/changes/{id}`: withdraws a scheduled change. @throws RequestError 409 once it applies. */
export const withdrawSettingsChange = (id: number): Promise<VenueWithChanges> =>
  staffRequest<VenueWithChanges>("DELETE", `/api/house/changes/${id}`);

/** `GET /api/holidays/places`: countries and their regions. */
export const holidayPlacesQuery = queryOptions({
  queryKey: [...STAFF_KEY, "holiday-places"],
  queryFn: ({ signal }) => staffRequest<HolidayPlaces>("GET", "/api/holidays/places", undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
