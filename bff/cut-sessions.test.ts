import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { priceOf } from "../core/booking/rules/pricing.ts";
import { seedKeys } from "../core/platform/secrets/keys.ts";
import { createTestDatabase, type TestDatabase } from "../core/testing/database.ts";
import { freePort } from "../core/testing/free-port.ts";
import { shortOrLong } from "../core/testing/test-length.ts";
import { ROOM_SEEDS } from "../core/venue/rooms/seed-rooms.ts";
import { seedVenue } from "../core/venue/seed-venue.ts";
import { FIRST_TERMS } from "../core/venue/settings.ts";
import { isClosedDay } from "../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../core/venue/time/venue-time.ts";
import { type RunningProgram, testPrograms } from "./testing/process-fixture.ts";

// The built BFF (`make test` builds first); an operator ends its sessions again and again.
const ZONE = "America/New_York";
const SESSION_SECRET = "a-secret-of-thirty-two-characters";
const ROUND_MS = 6_000;
const { start, stopAll } = testPrograms({
  RATE_LIMIT_BOOKINGS: "0",
  VENUE_TIMEZONE: ZONE,
  LOG_LEVEL: "fatal",
});

let database: TestDatabase;
let bff: RunningProgram;
let origin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedVenue(database.ownerSql);
  await seedKeys(database.ownerSql, SESSION_SECRET);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: database.runtimeUrl, SESSION_SECRET, PORT: String(port) };
  bff = await start("bff", env, /ready http/);
});
afterAll(async () => {
  await stopAll();
  await database.drop();
});

/** Ends every session of the BFF, whatever it is doing. */
async function cut(): Promise<number> {
  const { count } = await database.ownerSql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name in ('hub bff', 'hub rate limits')`;
  return count;
}

/** A separate hour for each booking, on open days from a month ahead. */
const slots = (function* () {
  for (let day = addDays(venueDayOf(new Date(), ZONE), 30); ; day = addDays(day, 1)) {
    if (isClosedDay(day)) continue;
    for (const roomId of [1, 2, 3]) for (let hour = 9; hour < 21; hour++) yield { day, roomId, hour };
  }
})();

function book(): Promise<Response> {
  const { day, roomId, hour } = slots.next().value;
  const [hourlyCents = 0, halfDayCents = 0, fullDayCents = 0] =
    ROOM_SEEDS.find((seed) => seed.id === roomId)?.rates ?? [];
  const price = priceOf(
    { hourlyCents, halfDayCents, fullDayCents },
    { duration: "hourly", hourCount: 1, engineerRequired: false },
    FIRST_TERMS,
  );
  return fetch(`${origin}/api/bookings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      roomId,
      firstName: "Ada",
      lastName: "Byron",
      email: `visitor-${day}-${roomId}-${hour}@example.test`,
      phone: "212 555 0100",
      startDate: day,
      startTime: `${hour}:00`,
      endTime: `${hour + 1}:00`,
      eventType: "Rehearsal",
      hourCount: 1,
      totalAmount: price.totalCents / 100,
      downpaymentAmount: price.downpaymentCents / 100,
      remainingAmount: price.remainingCents / 100,
      terms: true,
    }),
  });
}

const CALLS = [
  book,
  () => fetch(`${origin}/api/rooms`),
  () => fetch(`${origin}/api/rooms/1/bookings?startDate=2027-01-11&endDate=2027-01-17`),
  () => fetch(`${origin}/readyz`),
];

describe("a BFF whose database sessions are ended by the server", () => {
  it.each(shortOrLong([20, 300], [20, 100, 300, 1_000]))(
    "every %i ms answers each call, with 503 at worst, and then as ever",
    async (everyMs) => {
      const answers = new Map<string, number>();
      let over = false;
      const callers = Array.from({ length: 8 }, async (_, n) => {
        while (!over) {
          const response = await CALLS[n % CALLS.length]?.();
          const body = await response?.text();
          const answer =
            response?.status === 503 ? `503 ${response.headers.get("content-type")}` : `${response?.status}`;
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
          if (response?.status === 500) answers.set(body ?? "", 1);
        }
      });
      const until = Date.now() + ROUND_MS;
      let sessions = 0;
      for (; Date.now() < until; await wait(everyMs)) sessions += await cut();
      over = true;
      await Promise.all(callers);
      expect(sessions).toBeGreaterThan(10);
      expect([...answers.keys()].filter((answer) => !/^(200|201|503 .*json.*)$/.test(answer))).toEqual([]);

      await wait(1_000);
      const after = await Promise.all(CALLS.flatMap((call) => Array.from({ length: 5 }, () => call())));
      expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200, 201]));
      expect(bff.child.exitCode).toBeNull();
    },
  );

  it("has every booking that it answered, once, and all its listening sessions", async () => {
    const [kept] = await database.sql`
      select (select count(*)::int from events where type = 'BookingRequested') as bookings,
        (select count(*)::int from room_hours) as hours`;
    expect(kept?.hours).toBe(kept?.bookings);
    expect(kept?.bookings).toBeGreaterThan(20);
    const listening = await database.ownerSql`
      select query from pg_stat_activity
      where datname = current_database() and application_name = 'hub bff' and query ilike 'listen %'`;
    expect(listening).toHaveLength(1);
  });
});
