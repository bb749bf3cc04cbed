/** Owns the call that finds a time in any room (DECISIONS, the venue's calls). */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { findTimes, takenHours } from "../../../core/finding/find-times.ts";
import { turnaroundReach, turnaroundsOf } from "../../../core/finding/turnaround.ts";
import { addDays, instantAt } from "../../../core/venue/venue-time.ts";
import { takenSpans } from "../../../projections/views/availability.ts";
import type { Bff } from "../../context.ts";
import { FindQuery, Found } from "../../contract/find.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { json, problems, REVALIDATED, ReadAfter, UNCHANGED } from "../../http/openapi.ts";
import { problem } from "../../http/problem.ts";
import { foundJson } from "../../wire/find-json.ts";
import { withoutLapsedHolds } from "../../wire/room-json.ts";
import { keptReads } from "./rooms.ts";

const MOST_DAYS = 14;

export function findRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core } = bff;
  const kept = keptReads(bff);

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/find",
      tags: ["Rooms"],
      summary: "Find a time in any room",
      description:
        "Per room that is large enough, and per day, the time asked for or the nearest that is free, with what it costs. Rooms that take no bookings are left out; closed and past days have nothing.",
      request: { query: FindQuery, headers: ReadAfter },
      responses: {
        200: { description: "What fits", headers: REVALIDATED, content: json(Found) },
        ...UNCHANGED,
        ...problems("MissingInformation", "InvalidData"),
      },
    }),
    async (c) => {
      const { day, until = day, start, hours, people, maxPrice } = c.req.valid("query");
      if (until < day) return refused("until must not be before day");
      if (until > addDays(day, MOST_DAYS - 1)) return refused(`At most ${MOST_DAYS} days are looked at`);
      const days = [day];
      for (let next = addDays(day, 1); next <= until; next = addDays(next, 1)) days.push(next);

      // Written as our own page does: the same wish is the same text, and is kept once.
      const url = `/api/find?${new URLSearchParams({
        day,
        ...(until === day ? {} : { until }),
        start: `${start}:00`,
        hours: String(hours),
        people: String(people),
        ...(maxPrice == null ? {} : { maxPrice: String(maxPrice / 100) }),
      })}`;
      const found = async (): Promise<Found> => {
        await core.venue.settled();
        const from = instantAt(day, 0, core.timeZone);
        const to = instantAt(addDays(until, 1), 0, core.timeZone);
        const now = core.clock.now();
        const rooms = core.rooms.all();
        const reach = turnaroundReach(rooms);
        const [first, last] = [new Date(from.getTime() - reach), new Date(to.getTime() + reach)];
        const spans = await bff.reads.readToKeep("availability", (sql) => takenSpans(sql, null, first, last));
        const visits = withoutLapsedHolds(spans, now);
        const taken = [...visits, ...turnaroundsOf(visits, core.rooms)];
        const wish = { days, startHour: start, hours, people, maxCents: maxPrice ?? null };
        const { timeZone, house } = core;
        const at = { now, timeZone, opening: house.schedule(), terms: house.now() };
        const times = findTimes(rooms, takenHours(taken), wish, at);
        return foundJson(times, start);
      };
      return kept<Found>(c, () => bff.cache.getOrRead(url, "/api/find", found));

      function refused(message: string) {
        return problem(c, "InvalidData", { errors: [{ path: "until", message }] });
      }
    },
  );
}
