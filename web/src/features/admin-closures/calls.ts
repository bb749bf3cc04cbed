/** Staff's calls about closures: list them, close hours with or without conflicting bookings, reopen them, and list public holidays. */
import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { Problem } from "../../../../bff/contract/problem.ts";
import type { RoomBooking } from "../../../../bff/contract/room.ts";
import type { Closure, ClosureInList, NewClosure } from "../../../../bff/contract/venue/closure.ts";
import type { Holidays } from "../../../../bff/contract/venue/holiday.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { RequestError } from "../../api/request.ts";
import { staffRequest } from "../../api/staff-request.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

export const CLOSURES_KEY = [...STAFF_KEY, "blocks"] as const;

/** `GET /api/blocks`: the closures that are not reopened and have hours within these days, both inclusive. */
export const closuresQuery = (from: VenueDay, to: VenueDay) =>
  queryOptions({
    queryKey: [...CLOSURES_KEY, from, to],
    queryFn: ({ signal }) =>
      staffRequest<ClosureInList[]>("GET", `/api/blocks?${new URLSearchParams({ from, to })}`, undefined, {
        signal,
      }),
    staleTime: 0,
  });

export type ClosureRequest = z.input<typeof NewClosure>;

/** `POST /api/blocks`. @throws RequestError 409 with the conflicting bookings (`conflictingBookingsIn`) if the request does not name all. */
export const closeHours = (block: ClosureRequest): Promise<Closure> =>
  staffRequest<Closure>("POST", "/api/blocks", block);

/** `DELETE /api/blocks/{id}`: reopens the closure's hours. */
export const reopenHours = (id: number): Promise<{ message: string }> =>
  staffRequest<{ message: string }>("DELETE", `/api/blocks/${id}`);

/** `PATCH /api/blocks/{id}`: changes the reason, or removes it if null. The earlier reason is erased. */
export const changeReason = (id: number, reason: string | null): Promise<{ message: string }> =>
  staffRequest<{ message: string }>("PATCH", `/api/blocks/${id}`, { reason });

/** A booking on hours that are to be closed. */
export type ConflictingBooking = NonNullable<Problem["bookings"]>[number];

/** The conflicting bookings that the refusal of a closure names; null for any other failure. */
export function conflictingBookingsIn(error: unknown): ConflictingBooking[] | null {
  if (!(error instanceof RequestError) || error.problem?.code !== "BookingsInTheWay") return null;
  return error.problem.bookings ?? null;
}

/** `GET /api/rooms/{id}/bookings`: the taken hours of a room, for staff who look for another time; both days inclusive. */
export const takenHoursQuery = (roomId: number, from: VenueDay, to: VenueDay) =>
  queryOptions({
    queryKey: [...CLOSURES_KEY, "taken", roomId, from, to],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ startDate: from, endDate: to });
      return staffRequest<RoomBooking[]>("GET", `/api/rooms/${roomId}/bookings?${query}`, undefined, {
        signal,
      });
    },
    staleTime: 0,
  });

/** `GET /api/holidays`: the year's public holidays at the venue's place. */
export const holidaysQuery = (year: number) =>
  queryOptions({
    queryKey: [...STAFF_KEY, "holidays", year],
    queryFn: ({ signal }) =>
      staffRequest<Holidays>("GET", `/api/holidays?year=${year}`, undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
