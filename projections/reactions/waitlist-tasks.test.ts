/** Checks that the waitlist's job offers what a fault has left free, and ends what is over, once. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Core } from "../../core/context.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, type TestClock, testMeta } from "../../core/testing/test-core.ts";
import { changeSettings } from "../../core/venue/handle.ts";
import { instantAt } from "../../core/venue/time/venue-time.ts";
import { entry, join } from "../../core/waitlist/waitlist-fixture.ts";
import { waitlistTasks } from "./waitlist-tasks.ts";

const TUESDAY = "2027-01-05";
const ROOM = 4;

let database: TestDatabase;
let core: Core & { clock: TestClock };
beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database);
});
afterAll(() => database.drop());

const runJob = () => waitlistTasks({ core, logger: pino({ level: "silent" }) })["sweep-waitlist"]();

/** An entry for the last two hours of the day, which a visit has. */
async function waits(day: string): Promise<number> {
  const startsAt = instantAt(day, 20, core.timeZone);
  const taken = await requestBooking(
    core,
    bookingRequest(core, { roomId: ROOM, startsAt, hours: 2 }),
    testMeta,
  );
  if (!taken.ok) throw new Error(taken.rejection.code);
  return join(core, { roomIds: [ROOM], day, from: 20, to: 24 });
}

async function countEvents(): Promise<number> {
  const [row] = await core.sql<{ count: number }[]>`select count(*)::int as count from events`;
  return row?.count ?? 0;
}

it("offers hours that became free while no offer could be made", async () => {
  const waiting = await waits(TUESDAY);
  // As if the process had died between the change and its offers.
  const changes = { openingHours: { tuesday: { open: "09:00", close: "24:00" } } };
  const changed = await changeSettings(core, { from: TUESDAY, changes }, { meta: testMeta });
  expect(changed.ok).toBe(true);
  expect((await entry(core, waiting)).state).toBe("waiting");
  await runJob();
  expect(await entry(core, waiting)).toMatchObject({
    state: "offered",
    offers: [{ startsAt: instantAt(TUESDAY, 22, core.timeZone) }],
  });
  const events = await countEvents();
  await runJob();
  expect(await countEvents()).toBe(events);
});

it("ends an entry whose last day is over", async () => {
  const waiting = await waits("2027-01-06");
  core.clock.set(instantAt("2027-01-06", 23, core.timeZone));
  await runJob();
  expect((await entry(core, waiting)).state).toBe("waiting");
  core.clock.set(instantAt("2027-01-07", 0, core.timeZone));
  await runJob();
  expect(await entry(core, waiting)).toMatchObject({ state: "lapsed", left: "over" });
});
