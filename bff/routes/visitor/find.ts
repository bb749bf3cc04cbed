/** The call that finds a time in any room (decision 42). */
import { type FindRequest, findTimes, normalizeFindRequest } from "../../../core/calendar/find-times.ts";
import { calendarsOf, daysBetween } from "../../../core/calendar/room-hours.ts";
import { turnaroundReach } from "../../../core/calendar/turnaround.ts";
import type { Room } from "../../../core/venue/rooms/rooms.ts";
import { addDays, instantAt } from "../../../core/venue/time/venue-time.ts";
import { takenSpans } from "../../../projections/views/availability.ts";
import type { App, Bff } from "../../context.ts";
import { FindQuery, Found } from "../../contract/visitor/find.ts";
import { problem, tooMany } from "../../http/answers.ts";
import { calls, json, REVALIDATED, ReadAfter, UNCHANGED } from "../../http/openapi.ts";
import { foundJson } from "../../wire/find-json.ts";
import { answerFromCache } from "./rooms.ts";

const MOST_DAYS = 14;

/** The URL with the find request in terms of the rooms (`normalizeFindRequest`), as our own page writes it: equal requests are kept once. */
const urlOf = (
  { day, until, start }: { day: string; until: string; start: number },
  { hours, people, maxCents }: FindRequest,
): string =>
  `/api/find?${new URLSearchParams({
    day,
    ...(until === day ? {} : { until }),
    start: `${start}:00`,
    hours: String(hours),
    people: String(people),
    ...(maxCents === null ? {} : { maxPrice: String(maxCents / 100) }),
  })}`;

export function findRoutes(app: App, bff: Bff): void {
  const { core, cache, uncachedReads, limits } = bff;
  const visitors = calls("Rooms");
  const kept = answerFromCache(bff);

  app.openapi(
    visitors.get("/api/find", {
      summary: "Find a time in any room",
      description:
        "Per room that is large enough, and per day, the requested time or the nearest free one, with its price. Rooms that take no bookings are left out; closed and past days have nothing.",
      request: { query: FindQuery, headers: ReadAfter },
      responses: {
        200: { description: "The times that fit", headers: REVALIDATED, content: json(Found) },
        ...UNCHANGED,
      },
      problems: ["MissingInformation", "InvalidData", "TooManyRequests"],
    }),
    async (c) => {
      const { day, until = day, start, hours, people, maxPrice } = c.req.valid("query");
      if (until < day) return refused("until must not be before day");
      if (until > addDays(day, MOST_DAYS - 1)) return refused(`At most ${MOST_DAYS} days can be searched`);
      const days = daysBetween(day, until);
      const { timeZone, settings } = core;
      const asked = { days, startHour: start, hours, people, maxCents: maxPrice ?? null };
      const toFind = () => {
        const rooms = core.rooms.all();
        const wish = normalizeFindRequest(rooms, asked, settings.now());
        return { rooms, wish, url: urlOf({ day, until, start }, wish) };
      };
      const { url } = toFind();
      if (!cache.get(url)) {
        const wait = await uncachedReads.waitMs(limits.addressHashOf(c), url);
        if (wait !== null) return tooMany(c, wait);
      }
      return kept<Found>(c, async () => {
        await core.venue.refreshIfExpired();
        const { rooms, wish, url } = toFind();
        return cache.getOrRead(url, "/api/find", () => found(rooms, wish));
      });

      async function found(rooms: readonly Room[], wish: FindRequest): Promise<Found> {
        const from = instantAt(day, 0, timeZone);
        const to = instantAt(addDays(until, 1), 0, timeZone);
        const now = core.clock.now();
        const reach = turnaroundReach(rooms);
        const [first, last] = [new Date(from.getTime() - reach), new Date(to.getTime() + reach)];
        const spans = await bff.reads.readForCache("availability", (sql) =>
          takenSpans(sql, null, first, last),
        );
        const calendars = calendarsOf(rooms, spans, { now, zone: timeZone, opening: settings.schedule() });
        return foundJson(findTimes(rooms, calendars, wish, settings.now()), start);
      }

      function refused(message: string) {
        return problem(c, "InvalidData", { errors: [{ path: "until", message }] });
      }
    },
  );
}
