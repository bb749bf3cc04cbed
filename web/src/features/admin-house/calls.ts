/** Staff's calls about the venue's settings: read them, change them, withdraw a change, and list places with known public holidays. */
import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { HolidayPlaces } from "../../../../bff/contract/venue/holiday.ts";
import type { HouseChange, HouseChanged } from "../../../../bff/contract/venue/house-record.ts";
import { staffRequest } from "../../api/staff-request.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

/** `GET /api/staff/house`: today's settings, and every scheduled change. */
export const staffHouseQuery = queryOptions({
  queryKey: [...STAFF_KEY, "house"],
  queryFn: ({ signal }) => staffRequest<HouseChanged>("GET", "/api/staff/house", undefined, { signal }),
  staleTime: 0,
});

/** `PATCH /api/house`. @throws RequestError 400 with field errors. */
export const changeHouse = (change: z.input<typeof HouseChange>): Promise<HouseChanged> =>
  staffRequest<HouseChanged>("PATCH", "/api/house", change);

/** `DELETE /api/house/changes/{id}`: withdraws a scheduled change. @throws RequestError 409 once it applies. */
export const withdrawHouseChange = (id: number): Promise<HouseChanged> =>
  staffRequest<HouseChanged>("DELETE", `/api/house/changes/${id}`);

/** `GET /api/holidays/places`: countries and their regions. */
export const holidayPlacesQuery = queryOptions({
  queryKey: [...STAFF_KEY, "holiday-places"],
  queryFn: ({ signal }) => staffRequest<HolidayPlaces>("GET", "/api/holidays/places", undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
