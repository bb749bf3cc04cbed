/** Shows that a rebuild swaps in the same rows without disturbing readers, also after it was stopped or killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Core } from "../../core/context.ts";
import { erasePerson } from "../../core/erasure/handle.ts";
import { openPgPool } from "../../core/platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { shortOrLong } from "../../core/testing/test-length.ts";
import { isClosedDay, slotStarts } from "../../core/venue/time/opening-hours.ts";
import { addDays } from "../../core/venue/time/venue-time.ts";
import { writeHistory } from "../../trials/bench/projections/history.ts";
import { followers, projections } from "../followers.ts";
import { analyticsOf } from "../views/analytics/analytics.ts";
import { availability } from "../views/availability.ts";
import { bookings } from "../views/bookings.ts";
import { bookingsOfPerson } from "../views/person-bookings.ts";
import { readFollowers } from "../work-status.ts";
import { startRunner } from "../worker/runner.ts";
import { catchUp } from "./catch-up-fixture.ts";
import { follow } from "./follow.ts";
import { followerOf, type Projection } from "./projection.ts";
import { type RebuildProgress, rebuildProjections } from "./rebuild.ts";
import { AlreadyRebuilding } from "./rebuild-state.ts";
import { upgradeProjections } from "./upgrade.ts";
import { wakeFollowers } from "./wake-followers.ts";

const logger = pino({ level: "silent" });
const EVENTS_OF_HISTORY = 8_400;

let database: TestDatabase;
let core: Core;
const slots = Array.from({ length: 60 }, (_, n) => addDays("2026-12-07", n))
  .filter((day) => !isClosedDay(day))
  .flatMap((day) => slotStarts(day, "America/New_York"));

beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  core = await createTestCore(database);
  await writeHistory(database.ownerSql, EVENTS_OF_HISTORY / 4.2);
  await catchUpAll();
}, 120_000);
afterAll(() => database.drop());

async function catchUpAll(): Promise<void> {
  await catchUp(core.sql, ...followers(core).filter(({ name }) => name !== "reactions"));
}

async function book(changes: { email?: string; roomId?: number } = {}): Promise<number> {
  const request = bookingRequest(core, {
    roomId: changes.roomId ?? 1,
    startsAt: slots.shift() ?? new Date(),
  });
  if (changes.email) request.person.email = changes.email;
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

/** Every row of a projection's tables, as text, sorted. */
async function rowsOf({ tables }: Projection): Promise<string[][]> {
  return Promise.all(
    tables.map(async (table) => {
      const rows = await core.sql<
        { row: string }[]
      >`select t::text as row from ${core.sql(table)} t order by 1`;
      return rows.map(({ row }) => row);
    }),
  );
}

/** Names, definitions and privileges of everything that belongs to the tables. */
async function shapeOf({ tables }: Projection): Promise<unknown> {
  return database.ownerSql`
    select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and tablename = any (${[...tables]})
    union all
    select conname, pg_get_constraintdef(c.oid) from pg_constraint c join pg_class t on t.oid = conrelid
    where relname = any (${[...tables]}) and relnamespace = 'public'::regnamespace
    union all
    select relname, relacl::text from pg_class where relname = any (${[...tables]}) and relnamespace = 'public'::regnamespace
    order by 1, 2`;
}

const leftovers = async (): Promise<number> => {
  const [row] = await core.sql<{ count: number }[]>`
    select (select count(*) from projection_rebuilds) + (
      select count(*) from pg_class where relnamespace = 'rebuild'::regnamespace) as count`;
  return row?.count ?? -1;
};

/** Stops the rebuild once so many events are folded. */
function stopAfter(events: number) {
  const stop = new AbortController();
  const onProgress = ({ done }: RebuildProgress): void => {
    if (done >= events) stop.abort(new Error("stopped"));
  };
  return { signal: stop.signal, onProgress };
}

describe("a rebuild", () => {
  it("of all projections reads the log once and leaves every row, index, constraint and privilege as it was", async () => {
    const all = projections(core);
    const before = await Promise.all(all.map(rowsOf));
    const shapes = await Promise.all(all.map(shapeOf));
    const rebuilt = await rebuildProjections(core.sql, all);
    expect(await Promise.all(all.map(rowsOf))).toEqual(before);
    expect(await Promise.all(all.map(shapeOf))).toEqual(shapes);
    expect(rebuilt.map(({ name }) => name)).toEqual(all.map(({ name }) => name));
    for (const { events, compared } of rebuilt) {
      expect(events).toBeGreaterThanOrEqual(EVENTS_OF_HISTORY);
      for (const { differing } of compared) expect(differing).toBe(0);
    }
    expect(await leftovers()).toBe(0);
  }, 60_000);

  it("that was stopped continues where it was, and starts again if its tables are declared differently", async () => {
    const before = await rowsOf(bookings);
    await expect(rebuildProjections(core.sql, [bookings, availability], stopAfter(3_000))).rejects.toThrow(
      "stopped",
    );
    const [left] = await core.sql<
      { done: number }[]
    >`select done from projection_rebuilds where name = 'bookings'`;
    expect(left?.done).toBeGreaterThanOrEqual(3_000);
    expect(left?.done).toBeLessThan(EVENTS_OF_HISTORY);
    expect(await rowsOf(bookings)).toEqual(before);

    const seen: number[] = [];
    const onProgress = ({ done }: RebuildProgress) => void seen.push(done);
    const [first, second] = await rebuildProjections(core.sql, [bookings, availability], { onProgress });
    expect([first?.resumed, second?.resumed]).toEqual([true, true]);
    expect(seen[0]).toBeGreaterThanOrEqual(3_000);
    expect(await rowsOf(bookings)).toEqual(before);

    await expect(rebuildProjections(core.sql, [bookings], stopAfter(2_000))).rejects.toThrow("stopped");
    await database.ownerSql`create index bookings_of_a_room on bookings (room_id)`;
    const [again] = await rebuildProjections(core.sql, [bookings]);
    expect(again?.resumed).toBe(false);
    expect(JSON.stringify(await shapeOf(bookings))).toContain("bookings_of_a_room");
    await database.ownerSql`drop index bookings_of_a_room`;
    expect(await rowsOf(bookings)).toEqual(before);
    expect(await leftovers()).toBe(0);
  }, 60_000);

  it("is refused while another one of the same projection is running", async () => {
    const before = await rowsOf(availability);
    const attempts = await Promise.allSettled(
      [1, 2, 3].map(() => rebuildProjections(core.sql, [availability])),
    );
    const refused = attempts.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.length).toBe(2);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(AlreadyRebuilding);
      expect(String(reason)).toContain("is being rebuilt by another");
    }
    expect(await rowsOf(availability)).toEqual(before);
  }, 60_000);

  it("killed at any step leaves the old rows or the new ones, and can be repeated", async () => {
    const analytics = analyticsOf(core);
    const before = await rowsOf(analytics);
    const shape = await shapeOf(analytics);
    const steps = shortOrLong(
      ["folding 4", "swapping 2", "swapped 1"],
      ["folding 4", "settling 1", "comparing 1", "swapping 1", "swapping 2", "swapped 1"],
    );
    for (const step of steps) {
      const child = spawn(
        process.execPath,
        [
          "--import",
          "tsx",
          "projections/engine/killed-rebuild-fixture.ts",
          database.runtimeUrl,
          "analytics",
          ...step.split(" "),
        ],
        { stdio: ["ignore", "inherit", "inherit"] },
      );
      const [, signal] = await once(child, "exit");
      expect(signal, step).toBe("SIGKILL");
      expect(await rowsOf(analytics), step).toEqual(before);
      expect(await shapeOf(analytics), step).toEqual(shape);
      await book();
      await catchUpAll();
      before.splice(0, before.length, ...(await rowsOf(analytics)));
    }
    await rebuildWhenFree([analytics]);
    expect(await rowsOf(analytics)).toEqual(before);
    expect(await leftovers()).toBe(0);
  }, 180_000);

  it("does not disturb readers: none fails, waits for long or reads less than before", async () => {
    let reading = true;
    let slowest = 0;
    const failures: unknown[] = [];
    const tables = analyticsOf(core).tables;
    const reader = async (order: readonly string[]): Promise<void> => {
      let last = 0;
      while (reading) {
        const at = performance.now();
        try {
          const total = await core.sql.begin(async (tx) => {
            let sum = 0;
            for (const table of order) {
              const [row] = await tx<{ count: number }[]>`select count(*) as count from ${tx(table)}`;
              sum += row?.count ?? 0;
            }
            return sum;
          });
          expect(total).toBeGreaterThanOrEqual(last);
          last = total;
        } catch (error) {
          failures.push(error);
        }
        slowest = Math.max(slowest, performance.now() - at);
      }
    };
    const readers = [reader(tables), reader(tables.toReversed())];
    for (let n = 0; n < 2; n++) {
      await book();
      await catchUpAll();
      await rebuildProjections(core.sql, [analyticsOf(core)]);
    }
    reading = false;
    await Promise.all(readers);
    expect(failures).toEqual([]);
    expect(slowest).toBeLessThan(5_000);
  }, 120_000);

  it("tells customers apart as before, including erased ones", async () => {
    for (let n = 0; n < 4; n++) await book({ email: "returning@example.test", roomId: 2 });
    await catchUpAll();
    const before = await rowsOf(analyticsOf(core));
    const order = { email: "returning@example.test", bookingsOf: bookingsOfPerson(core.sql) };
    expect(await erasePerson(core, order, testMeta)).toMatchObject({ ok: true, value: { records: 4 } });
    await rebuildProjections(core.sql, [analyticsOf(core)]);
    expect(await rowsOf(analyticsOf(core))).toEqual(before);
  }, 60_000);
});

/** The session of a killed process ends once the server has noticed. */
async function rebuildWhenFree(wanted: readonly Projection[]): Promise<void> {
  await expect.poll(() => rebuildProjections(core.sql, wanted).then(() => "done", String)).toBe("done");
}

describe("a newer version of a projection", () => {
  /** The same, with every hour shown as held: rows that the older version would not write. */
  const newer: Projection = {
    ...availability,
    version: availability.version + 1,
    async fold(tx, batch, tableOf) {
      await availability.fold(tx, batch, tableOf);
      await tx`update ${tx(tableOf("availability"))} set held_until = '2030-01-01' where held_until is distinct from '2030-01-01'`;
    },
  };
  const versionOf = async (name: string) =>
    (await readFollowers(core.sql)).find((one) => one.name === name)?.version;
  const heldOtherwise = async (): Promise<number> =>
    (await core.sql`select 1 from availability where held_until is distinct from '2030-01-01'`).length;

  it("is built beside the older one, which continues meanwhile and then stops", async () => {
    const stop = new AbortController();
    const upgrading = upgradeProjections(core.sql, [newer], { logger, signal: stop.signal });
    const id = await book();
    const old = followerOf(availability);
    await follow(core.sql, [old], { logger });
    await follow(core.sql, [followerOf(newer)], { logger });
    await upgrading;
    expect(await versionOf("availability")).toBe(newer.version);
    const missed = await book();
    await follow(core.sql, [old], { logger });
    expect(await core.sql`select 1 from availability where booking_id = ${missed}`).toHaveLength(0);
    await catchUp(core.sql, followerOf(newer));
    expect(await heldOtherwise()).toBe(0);
    expect(await core.sql`select 1 from availability where booking_id = ${id}`).toHaveLength(1);
  }, 60_000);

  it("is woken, whichever worker gets the wake", async () => {
    const pgPool = openPgPool(database.runtimeUrl, { max: 6 });
    const workers = await Promise.all(
      [availability, newer].map((projection) =>
        startRunner({
          sql: core.sql,
          pgPool,
          followers: [followerOf(projection)],
          projections: [projection],
          tasks: {},
          cron: [],
          concurrency: 0,
          logger,
        }),
      ),
    );
    for (let n = 0; n < 5; n++) {
      const id = await book();
      await wakeFollowers(core.sql);
      const shown = () =>
        core.sql`select 1 from availability where booking_id = ${id}`.then((rows) => rows.length);
      await expect.poll(shown, { interval: 20 }).toBe(1);
    }
    expect(await heldOtherwise()).toBe(0);
    await Promise.all(workers.map((worker) => worker.stop()));
    await pgPool.end();
  }, 60_000);

  it("discards a rebuild that another version began", async () => {
    const third = { ...newer, version: newer.version + 1 };
    await expect(rebuildProjections(core.sql, [newer], stopAfter(2_000))).rejects.toThrow("stopped");
    const [rebuilt] = await rebuildProjections(core.sql, [third]);
    expect(rebuilt?.resumed).toBe(false);
    expect(await versionOf("availability")).toBe(third.version);
    await rebuildProjections(core.sql, [availability]);
  }, 60_000);
});
