/** The reads of rooms and of their taken hours: their keys, their paths and how long an answer stays fresh (decision 171). */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { PageData } from "../../../bff/contract/page-data.ts";
import type { Room, RoomBooking } from "../../../bff/contract/room.ts";
import type { Found } from "../../../bff/contract/visitor/find.ts";
import type { Activity } from "../../../core/booking/rules/event-types.ts";
import { daysOf, type VenueDay, type VenueMonth } from "../../../core/venue/time/venue-time.ts";
import { read } from "./request.ts";

const FIVE_MINUTES = 5 * 60_000;

/** The query key of every read in this file, so that one invalidation refreshes everything that is shown of rooms. */
export const ROOMS_KEY = ["rooms"] as const;

/** `GET /api/rooms`: fresh for 5 minutes; two retries, one second apart. */
export const roomsQuery = queryOptions({
  queryKey: ROOMS_KEY,
  queryFn: read<Room[]>("/api/rooms"),
  staleTime: FIVE_MINUTES,
  retry: 2,
  retryDelay: 1_000,
});

/** A route's loader: begins to read the rooms and does not wait for them, so that the page is shown meanwhile. */
export const prefetchRooms = ({ context }: { context: { queryClient: QueryClient } }): void =>
  void context.queryClient.prefetchQuery(roomsQuery);

/** `GET /api/rooms/{slug}`: fresh for 5 minutes; no retry. An unknown slug is a RequestError of status 404. */
export const roomQuery = (slug: string) =>
  queryOptions({
    queryKey: [...ROOMS_KEY, "by-slug", slug],
    queryFn: read<Room>(`/api/rooms/${encodeURIComponent(slug)}`),
    staleTime: FIVE_MINUTES,
    retry: false,
  });

/** What a visitor searches for. `startHour` is a venue-local hour; `maxPrice` is dollars for the whole visit. */
export interface FindRequest {
  day: VenueDay;
  /** The last day of the search; undefined for one day. */
  until: VenueDay | undefined;
  startHour: number;
  hours: number;
  people: number;
  /** It ranks the rooms on the page; the call does not have it. */
  activity: Activity | undefined;
  maxPrice: number | undefined;
}

/** `GET /api/find`: the last answer is shown at once, and the times are read again whenever the visitor comes back to the page. */
export const findQuery = (wish: FindRequest) => {
  const { day, until, startHour, hours, people, maxPrice } = wish;
  const query = new URLSearchParams({
    day,
    ...(until === undefined ? {} : { until }),
    start: `${startHour}:00`,
    hours: String(hours),
    people: String(people),
    ...(maxPrice === undefined ? {} : { maxPrice: String(maxPrice) }),
  });
  return queryOptions({
    queryKey: [...ROOMS_KEY, "find", String(query)],
    queryFn: read<Found>(`/api/find?${query}`),
    staleTime: 0,
    retry: false,
  });
};

/** `GET /api/rooms/{id}/bookings` for a whole month of venue days, the first and the last included. */
export function takenHoursPath(roomId: number, month: VenueMonth): string {
  const { first, last } = daysOf(month);
  return `/api/rooms/${roomId}/bookings?${new URLSearchParams({ startDate: first, endDate: last })}`;
}

/** The query key of a room's taken hours in all months. */
export const roomBookingsKey = (roomId: number) => [...ROOMS_KEY, roomId, "bookings"] as const;

/** A room's taken hours in a month. They never become stale with time: live messages and the visitor's own bookings refresh them. */
export const roomBookingsQuery = (roomId: number, month: VenueMonth) =>
  queryOptions({
    queryKey: [...roomBookingsKey(roomId), month],
    queryFn: read<RoomBooking[]>(takenHoursPath(roomId, month)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Puts the data that came with the page into the cache, as the answer to these reads. */
export function cacheRoom(client: QueryClient, { room, month, bookings }: PageData): void {
  client.setQueryData(roomQuery(room.slug).queryKey, room);
  client.setQueryData(roomBookingsQuery(room.id, month).queryKey, bookings);
}
