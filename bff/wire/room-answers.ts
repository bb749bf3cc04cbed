/** Owns the kept answers about rooms and their taken hours, whoever asks: a call of the API, or a page that carries them along. */
import type { Core } from "../../core/context.ts";
import type { Room as CoreRoom } from "../../core/venue/rooms.ts";
import { takenSpans } from "../../projections/views/availability.ts";
import type { Room, RoomBooking } from "../contract/room.ts";
import type { DateRange } from "../http/date-range.ts";
import type { ReadyResponse, ResponseCache } from "../http/response-cache.ts";
import type { ViewReads } from "../live/view-reads.ts";
import { LOOK_AHEAD_DAYS, roomBookingsJson, roomsJson } from "./room-json.ts";

const DAY_MS = 86_400_000;

/** Each is kept under the URL that our own pages ask it by: whatever else a query says reads nothing anew. */
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
    await core.venue.settled();
    const rooms = asked();
    const now = core.clock.now();
    const until = new Date(now.getTime() + (LOOK_AHEAD_DAYS + 1) * DAY_MS);
    const [only] = rooms.length === 1 ? rooms : [];
    const taken = await reads.readToKeep("availability", (sql) =>
      takenSpans(sql, only?.id ?? null, now, until),
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

    /** `query` as it was asked, `range` what it means. */
    bookings(
      room: CoreRoom,
      { startDate, endDate }: { startDate: string; endDate: string },
      { from, to }: Extract<DateRange, { ok: true }>,
    ): Promise<ReadyResponse> {
      const url = `/api/rooms/${room.id}/bookings?${new URLSearchParams({ startDate, endDate })}`;
      return cache.getOrRead(url, "/api/rooms/:id/bookings", async (): Promise<RoomBooking[]> => {
        const taken = await reads.readToKeep("availability", (sql) => takenSpans(sql, room.id, from, to));
        return roomBookingsJson(taken, core.clock.now());
      });
    },
  };
}
