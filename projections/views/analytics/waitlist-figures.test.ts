/** Shows what the waitlist brought in by period, and that hours that are only offered count as no booking (decision 286). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type WaitlistWriter,
  writeWaitlist,
} from "../../../core/booking/waitlist/written-waitlist-fixture.ts";
import type { Core } from "../../../core/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../core/testing/database.ts";
import { createTestClock, createTestCore, type TestClock } from "../../../core/testing/test-core.ts";
import { catchUp, catchUpBy } from "../../engine/catch-up-fixture.ts";
import { followerOf } from "../../engine/projection.ts";
import { rebuildProjection } from "../../engine/rebuild-one-fixture.ts";
import { availability } from "../availability.ts";
import { takingsOf } from "../takings.ts";
import { analyticsOf } from "./analytics.ts";
import { bookingsMadeIn } from "./made-bookings.ts";
import { readPeriod } from "./period-report.ts";
import { readAnalytics } from "./report.ts";

const EVENING = "2026-12-12T23:00:00.000Z";
const DECEMBER = { from: "2026-12-01", to: "2026-12-31" };

let database: TestDatabase;
let core: Core & { clock: TestClock };
let log: WaitlistWriter;

beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database, createTestClock("2026-11-30T15:00:00Z"));
  log = writeWaitlist(core);
});
afterAll(() => database.drop());

const followers = () => [analyticsOf(core), availability, takingsOf(core)].map(followerOf);
const venue = () => ({ timeZone: core.timeZone, opening: core.settings.schedule() });

async function readAll() {
  await catchUp(core.sql, ...followers());
  return {
    ...(await readPeriod(core.sql, DECEMBER, venue())),
    ever: await readAnalytics(core.sql, core.clock.now(), venue()),
    made: (await bookingsMadeIn(core.sql, DECEMBER, null)).map(({ booking_id }) => booking_id),
  };
}

const rows = () =>
  Promise.all(
    analyticsOf(core).tables.map(
      (table) => core.sql`select to_jsonb(t) as row from ${core.sql(table)} t order by to_jsonb(t)::text`,
    ),
  );

/** Rows of zeros are left where something was counted once. */
const NOTHING = { bookings: 0, unpaid: 0, bookedHours: 0, cancelled: { byCustomer: 0, byVenue: 0 } };

describe("the figures of the waitlist", () => {
  it("count an offer with its booking once it is taken, and one that lapses or is declined as no booking", async () => {
    const first = await log.join();
    core.clock.set("2026-12-01T15:00:00Z");
    const [second, third] = [await log.join(), await log.join()];
    const lapsing = await log.offer(first, EVENING);
    const held = await readAll();
    expect(held.before.waitlist).toEqual({
      joined: 1,
      waiting: 1,
      offers: 0,
      taken: 0,
      hours: 0,
      revenueCents: 0,
    });
    expect(held.period.waitlist).toEqual({
      joined: 2,
      waiting: 3,
      offers: 1,
      taken: 0,
      hours: 0,
      revenueCents: 0,
    });
    expect(held.period).toMatchObject({ ...NOTHING, lead: { averageDays: null } });
    expect(held.ever.bookings).toMatchObject({ total: 0, pending: 0 });
    expect(held.ever.customers.unique).toBe(0);
    expect(held.made).toEqual([]);

    await log.booking(lapsing.bookingId, [{ type: "BookingExpired", data: {} }]);
    const declined = await log.offer(second, EVENING);
    await log.booking(declined.bookingId, [{ type: "HoldReleased", data: {} }]);
    const cancelled = await log.offer(second, EVENING);
    await log.booking(cancelled.bookingId, [{ type: "BookingCancelled", data: { cancelledBy: "venue" } }]);
    await log.waitlist([{ type: "OfferDeclined", data: cancelled }]);
    const ended = await readAll();
    expect(ended.period.waitlist).toMatchObject({ offers: 3, taken: 0, waiting: 2 });
    expect(ended.period).toMatchObject(NOTHING);
    expect(ended.ever.bookings).toMatchObject({ total: 0, cancelled: 0 });

    const taken = await log.offer(third, EVENING);
    await log.booking(taken.bookingId, [
      {
        type: "DownpaymentReceived",
        data: { paymentIntentId: "pi_1", chargeId: null, amountCents: 4_000 },
      },
      { type: "BookingConfirmed", data: {} },
    ]);
    await log.waitlist([{ type: "OfferClaimed", data: taken }]);
    const sold = await readAll();
    expect(sold.period.waitlist).toEqual({
      joined: 2,
      waiting: 1,
      offers: 4,
      taken: 1,
      hours: 2,
      revenueCents: 4_000,
    });
    expect(sold.period).toMatchObject({
      bookings: 1,
      bookedHours: 2,
      unpaid: 0,
      revenueCents: 4_000,
      lead: { averageDays: 11 },
    });
    expect(sold.ever.bookings).toMatchObject({ total: 1, confirmed: 1, cancelled: 0 });
    expect(sold.ever.customers.unique).toBe(1);
    expect(sold.made).toEqual([taken.bookingId]);

    // It was taken, so its cancellation is one like any other, and its hours are not sold any more.
    await log.booking(taken.bookingId, [{ type: "BookingCancelled", data: { cancelledBy: "customer" } }]);
    const given = await readAll();
    expect(given.period.waitlist).toEqual({
      joined: 2,
      waiting: 1,
      offers: 4,
      taken: 1,
      hours: 0,
      revenueCents: 4_000,
    });
    expect(given.period).toMatchObject({ bookings: 1, cancelled: { byCustomer: 1, byVenue: 0 } });
  });

  it("are the same after a rebuild, and however events fall into batches", async () => {
    const live = await rows();
    expect(live.at(-1)).toHaveLength(3);
    await rebuildProjection(database.ownerSql, analyticsOf(core), () => undefined);
    expect(await rows()).toEqual(live);
    await log.join();
    await log.offer({ entryId: 4, personId: crypto.randomUUID() }, EVENING);
    await catchUpBy(1, core.sql, ...followers());
    const later = await rows();
    await rebuildProjection(database.ownerSql, analyticsOf(core), () => undefined);
    expect(await rows()).toEqual(later);
  });
});
