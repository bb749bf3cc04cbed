/** Checks that processes on machines with different clocks use one time: the database's. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestBooking } from "../booking/request-booking.ts";
import type { Core } from "../context.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../testing/test-core.ts";
import { isClosedOn } from "../venue/time/opening-hours.ts";
import { addDays, instantAt, venueDayOf } from "../venue/time/venue-time.ts";
import { type Clock, measureClockOffsetMs, openSharedClock } from "./clock.ts";

const TEN_MINUTES = 10 * 60_000;
const apartBy = (ms: number): Clock => ({ now: () => new Date(Date.now() + ms) });

let database: TestDatabase;
let core: Core;
beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database);
});
afterAll(() => database.drop());

it("is the database's, however far a machine is ahead or behind", async () => {
  const lines: unknown[] = [];
  const logger = { error: (...said: unknown[]) => void lines.push(said), info: () => undefined };
  for (const ms of [TEN_MINUTES, -TEN_MINUTES, 0]) {
    const clock = await openSharedClock(database.sql, { system: apartBy(ms), logger });
    expect(Math.abs(await measureClockOffsetMs(database.sql, clock))).toBeLessThan(2_500);
  }
  expect(lines).toEqual([
    [{ seconds: -600 }, expect.stringContaining("differs")],
    [{ seconds: 600 }, expect.stringContaining("differs")],
  ]);
});

it("advances by elapsed time, even if the machine's clock is set between two measurements", async () => {
  let [aheadMs, passedMs] = [0, 1_000];
  const system: Clock = { now: () => new Date(Date.now() + aheadMs) };
  const clock = await openSharedClock(database.sql, { system, passedMs: () => passedMs });
  const before = clock.now().getTime();
  aheadMs = TEN_MINUTES;
  passedMs += 5_000;
  expect(clock.now().getTime() - before).toBe(5_000);
});

it("keeps a hold for its whole time, even if another process is ten minutes ahead", async () => {
  const holdMs = 5 * 60_000;
  const processOf = async (ms: number): Promise<Core> => ({
    ...core,
    holdMs,
    clock: await openSharedClock(database.sql, { system: apartBy(ms) }),
  });
  const [slow, fast] = [await processOf(-TEN_MINUTES), await processOf(TEN_MINUTES)];
  let day = addDays(venueDayOf(slow.clock.now(), core.timeZone), 7);
  while (isClosedOn(core.settings.schedule(), day)) day = addDays(day, 1);
  const ask = (by: Core) =>
    requestBooking(
      by,
      bookingRequest(core, { roomId: 3, startsAt: instantAt(day, 12, core.timeZone) }),
      testMeta,
    );
  expect(await ask(slow)).toMatchObject({ ok: true });
  expect(await ask(fast)).toMatchObject({ ok: false, rejection: { code: "SlotTaken" } });
});
