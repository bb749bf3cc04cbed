/** The kept answers about rooms and their taken hours, for calls of the API and for pages that contain them. */

import { turnaroundReach, turnaroundsOf } from "../../core/calendar/turnaround.ts";
import type { Core } from "../../core/context.ts";
import type { Room as CoreRoom } from "../../core/venue/rooms/rooms.ts";
import { takenSpans } from "../../projections/views/availability.ts";
import { EmbeddedRoom } from "../contract/open/embed.ts";
import type { Room, RoomBooking } from "../contract/room.ts";
import { coveringDays, type DateRange } from "../http/date-range.ts";
import type { ReadyResponse, ResponseCache } from "../http/response-cache.ts";
import type { ViewReads } from "../live/view-reads.ts";
import { LOOK_AHEAD_DAYS, roomBookingsJson, roomsJson } from "./room-json.ts";
import { venueJson } from "./venue-json.ts";

const DAY_MS = 86_400_000;

/** Each is kept under the URL that our own pages use: other parts of a query cause no new read. */
export function createRoomAnswers({
  core,
  cache,
  reads,
}: {
  core: Core;
  cache: ResponseCache;
  reads: ViewReads;
}) {
  async function read(asked: () => readonly CoreRoom[]): Promise<Room[]> {
    await core.venue.refreshIfExpired();
    const rooms = asked();
    const now = core.clock.now();
    const reach = turnaroundReach(rooms);
    const from = new Date(now.getTime() - reach);
    const until = new Date(now.getTime() + (LOOK_AHEAD_DAYS + 1) * DAY_MS + reach);
    const [only] = rooms.length === 1 ? rooms : [];
    const taken = await reads.readForCache("availability", (sql) =>
      takenSpans(sql, only?.id ?? null, from, until),
    );
    return roomsJson(core, rooms, taken);
  }

  return {
    all: (): Promise<ReadyResponse> =>
      cache.getOrRead("/api/rooms", "/api/rooms", () => read(core.rooms.all)),

    one: (room: CoreRoom): Promise<ReadyResponse> =>
      cache.getOrRead(
        `/api/rooms/${room.slug}`,
        "/api/rooms/:slug",
        async () => (await read(() => [core.rooms.byId(room.id) ?? room]))[0],
      ),

    /** The room as the booking element shows it, with what it needs of the venue. */
    embedded: (room: CoreRoom): Promise<ReadyResponse> =>
      cache.getOrRead(`/api/embed/${room.slug}`, "/api/embed/:slug", async () => {
        const [shown] = await read(() => [core.rooms.byId(room.id) ?? room]);
        return EmbeddedRoom.parse({ room: shown, venue: venueJson(core) });
      }),

    /** Whole venue days are kept; a finer range is filtered from them. */
    async bookings(room: CoreRoom, range: Pick<Extract<DateRange, { ok: true }>, "from" | "to">) {
      const route = "/api/rooms/:id/bookings";
      const { startDate, endDate, from, to } = coveringDays(range, core.timeZone);
      const url = bookingsUrl(room, { startDate, endDate });
      const days = await cache.getOrRead(url, route, async (): Promise<RoomBooking[]> => {
        await core.venue.refreshIfExpired();
        const asked = core.rooms.byId(room.id) ?? room;
        const reach = turnaroundReach([asked]);
        const [first, last] = [new Date(from.getTime() - reach), new Date(to.getTime() + reach)];
        const spans = await reads.readForCache("availability", (sql) =>
          takenSpans(sql, room.id, first, last),
        );
        const taken =
          reach === 0 ? spans : within([...spans, ...turnaroundsOf(spans, asked.turnaroundHours)], from, to);
        return roomBookingsJson(taken, core.clock.now());
      });
      if (from.getTime() === range.from.getTime() && to.getTime() === range.to.getTime()) return days;
      const all: RoomBooking[] = JSON.parse(days.found.body ?? "[]"); // the text was made from these just now
      const [start, end] = [range.from.toISOString(), range.to.toISOString()];
      return cache.once(
        route,
        all.filter(({ startTime, endTime }) => startTime < end && endTime > start),
      );
    },

    /** Whether the range is of whole days and their response is kept. */
    hasBookings: (room: CoreRoom, range: Pick<Extract<DateRange, { ok: true }>, "from" | "to">): boolean => {
      const days = coveringDays(range, core.timeZone);
      const whole = days.from.getTime() === range.from.getTime() && days.to.getTime() === range.to.getTime();
      return whole && cache.get(bookingsUrl(room, days)) !== undefined;
    },
  };
}

/** The URL as our own pages write it. */
const bookingsUrl = (
  { id }: CoreRoom,
  { startDate, endDate }: { startDate: string; endDate: string },
): string => `/api/rooms/${id}/bookings?${new URLSearchParams({ startDate, endDate })}`;

/** The spans that overlap [from, to), by start. */
const within = <Span extends { startsAt: Date; endsAt: Date }>(
  spans: readonly Span[],
  from: Date,
  to: Date,
): Span[] =>
  spans
    .filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
