/** The call by which staff see the day: the hours of every room and how they are used (decision 115). */
import { HOUR_MS } from "../../../../core/venue/time/venue-time.ts";
import { listClosures } from "../../../../projections/views/availability.ts";
import { bookingsWithin, setAsideHours } from "../../../../projections/views/booking-list.ts";
import { staffAndTokenCalls } from "../../../access/token-access.ts";
import type { App, Bff } from "../../../context.ts";
import { Board, BoardQuery } from "../../../contract/staff/board.ts";
import { problem } from "../../../http/answers.ts";
import { jsonAnswer, ReadAfter } from "../../../http/openapi.ts";
import { boardJson, boardSpan } from "../../../wire/board-json.ts";

export function boardRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const readers = staffAndTokenCalls(bff, "Staff: desk", "bookings:read");

  app.openapi(
    readers.get("/api/board", {
      summary: "How the hours of a day are used, room by room",
      description:
        "Visits that are not cancelled, closures and turnarounds. With `days=7` and `roomId` the week of one room. Entries keep their full length: a closure may begin before and end after these days.",
      request: { query: BoardQuery, headers: ReadAfter },
      responses: { 200: jsonAnswer("The board", Board) },
      problems: ["InvalidData", "RoomNotFound"],
    }),
    async (c) => {
      const { day, days = 1, roomId } = c.req.valid("query");
      await core.venue.refreshIfExpired();
      const rooms = core.rooms
        .allIncludingRetired()
        .filter(({ id }) => roomId === undefined || id === roomId);
      if (rooms.length === 0) return problem(c, "RoomNotFound");
      const zone = core.timeZone;
      const { from, to } = boardSpan(day, days, zone);
      const reachMs = Math.max(...rooms.map(({ turnaroundHours }) => turnaroundHours)) * HOUR_MS;
      const asked = {
        roomIds: rooms.map(({ id }) => id),
        from: new Date(from.getTime() - reachMs),
        to: new Date(to.getTime() + reachMs),
      };
      const [bookings, aside, blocks] = await reads.read(
        c.env.incoming,
        ["bookings", "availability"],
        (sql) =>
          Promise.all([bookingsWithin(sql, asked), setAsideHours(sql, asked), listClosures(sql, from, to)]),
      );
      const opening = core.settings.schedule();
      return c.json(boardJson({ bookings, aside, blocks }, { day, days, rooms, opening, zone }), 200);
    },
  );
}
