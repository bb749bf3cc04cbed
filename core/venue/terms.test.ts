/** Checks that a booking keeps the hours, price, share and refund rules under which it was made, whatever the venue changes later. */
import { describe, expect, it } from "vitest";
import { receiptOf } from "../booking/payment/receipt.ts";
import { requestBooking } from "../booking/request-booking.ts";
import { priceOf } from "../booking/rules/pricing.ts";
import { refundDue } from "../booking/visit/own-cancellation.ts";
import { bookingRequest, createTestClock, createTestCore, testMeta as meta } from "../testing/test-core.ts";
import { changeRoom, changeSettings } from "./handle.ts";
import { HOUR_MS } from "./time/venue-time.ts";
import { openWorld, ROOM, type World } from "./venue-fixture.ts";

const refusedFor = (path: string) => ({ ok: false, rejection: { errors: [{ path }] } });
const booked = (booking: object) => ({ ok: true, value: { booking } });

/** Every change that a venue can make to prices and times, and the expected outcome of a request after the change. */
const CHANGES: readonly [string, (world: World) => Promise<unknown>, object][] = [
  [
    "hours",
    ({ core }) =>
      changeSettings(
        core,
        { from: undefined, changes: { openingHours: { tuesday: { open: "12:00", close: "18:00" } } } },
        { meta },
      ),
    refusedFor("startTime"),
  ],
  [
    "a closed day",
    ({ core }) =>
      changeSettings(core, { from: undefined, changes: { openingHours: { tuesday: null } } }, { meta }),
    refusedFor("startDate"),
  ],
  [
    "price",
    ({ core }) => changeRoom(core, ROOM, { rates: { hourlyCents: 9_900, halfDayCents: 30_000 } }, { meta }),
    booked({ totalCents: 19_800, downpaymentCents: 9_900 }),
  ],
  [
    "share",
    ({ core }) => changeSettings(core, { from: undefined, changes: { downpaymentPercent: 100 } }, { meta }),
    booked({ totalCents: 8_000, downpaymentCents: 8_000 }),
  ],
  [
    "refund rules",
    ({ core }) => changeSettings(core, { from: undefined, changes: { refundTerms: [] } }, { meta }),
    booked({ terms: { refundTerms: [] } }),
  ],
  [
    "hold time",
    ({ core }) => changeSettings(core, { from: undefined, changes: { holdMinutes: 5 } }, { meta }),
    booked({ holdUntil: new Date(createTestClock().now().getTime() + 5 * 60_000) }),
  ],
  [
    "tax",
    ({ core }) => changeSettings(core, { from: undefined, changes: { taxPercent: 8.875 } }, { meta }),
    booked({ terms: { taxPercent: 8.875 } }),
  ],
  [
    "a room closed to booking",
    ({ core }) => changeRoom(core, ROOM, { bookable: false }, { meta }),
    { ok: false, rejection: { code: "RoomNotBookable" } },
  ],
];

describe("a booking that was made before a change of", () => {
  it.each(CHANGES)("%s keeps what was agreed, unlike one made after it", async (name, apply, afterward) => {
    const world = await openWorld();
    const { core, at, book, change } = world;
    const evening = await book("2026-12-15", 20);
    const morning = await book("2026-12-15", 9);
    const { totalCents, downpaymentCents, holdUntil, terms } = evening.booking;
    expect([totalCents, downpaymentCents]).toEqual([8_000, 4_000]);
    await apply(world);
    const asked = bookingRequest(core, { roomId: ROOM, startsAt: at("2026-12-15", 18), hours: 2 });
    expect(await requestBooking(core, asked, meta)).toMatchObject(afterward);

    // Its hold, price and share stay; another length of the hold is priced by what was agreed.
    const now = core.clock.now();
    const longer = {
      type: "ChangeHold",
      hours: {
        startDate: "2026-12-16",
        startsAt: at("2026-12-16", 12),
        endsAt: at("2026-12-16", 15),
        duration: "hourly",
        hourCount: 3,
        quoted: { totalCents: 12_000, downpaymentCents: 6_000, remainingCents: 6_000 },
      },
      room: {
        bookable: true,
        capacity: 10,
        engineerAvailable: true,
        rates: core.rooms.byId(ROOM)?.rates ?? { hourlyCents: 0, halfDayCents: 0, fullDayCents: 0 },
      },
      withdrawnIntentId: null,
      now,
      timeZone: core.timeZone,
      opening: core.settings.schedule(),
    } as const;
    expect(await change(morning.id, longer)).toMatchObject({
      ok: true,
      value: { totalCents: 12_000, holdUntil: morning.booking.holdUntil },
    });

    const opened = await change(evening.id, {
      type: "OpenPaymentIntent",
      purpose: "downpayment",
      paymentIntentId: `pi_${name}`,
      amountCents: 4_000,
      replaces: null,
      now,
    });
    expect(opened.ok).toBe(true);
    const paid = await change(evening.id, {
      type: "ReceiveDownpayment",
      paymentIntentId: `pi_${name}`,
      chargeId: "ch",
      amountCents: 4_000,
      hoursAvailable: true,
      now,
    });
    if (!paid.ok) throw new Error(paid.rejection.code);
    expect(paid.value).toMatchObject({
      status: "confirmed",
      startsAt: at("2026-12-15", 20),
      holdUntil,
      terms,
    });
    expect(receiptOf(paid.value)).toMatchObject({ totalCents: 8_000, taxCents: 0, balanceCents: 4_000 });

    // The first refund terms: all but a tenth of the downpayment, then half, then nothing (decision 67).
    const hoursBefore = (hours: number) => new Date(at("2026-12-15", 20).getTime() - hours * HOUR_MS);
    expect([30, 24, 13, 12, 2].map((hours) => refundDue(paid.value, "customer", hoursBefore(hours)))).toEqual(
      [3_600, 3_600, 2_000, 2_000, 0],
    );
    const cancelled = await change(evening.id, { type: "CancelOwnBooking", statedRefundCents: 3_600, now });
    expect(cancelled).toMatchObject({ ok: true, value: { status: "cancelled" } });
  });
});

describe("a booking", () => {
  it("that is made after a change of the terms has the new terms", async () => {
    const { core, book } = await openWorld();
    const terms = {
      downpaymentPercent: 30,
      holdMinutes: 5,
      refundTerms: [{ hoursBefore: 2, refundPercent: 80, feePercent: 0 }],
    };
    await changeSettings(core, { from: undefined, changes: terms }, { meta });
    await changeRoom(core, ROOM, { rates: { hourlyCents: 5_000 } }, { meta });
    const { booking } = await book("2026-12-15", 20);
    expect(booking).toMatchObject({
      totalCents: 10_000,
      downpaymentCents: 3_000,
      terms: { downpaymentPercent: 30, refundTerms: terms.refundTerms },
    });
    expect(booking.holdUntil.getTime() - core.clock.now().getTime()).toBe(5 * 60_000);
  });

  it("has the hours of the day of its visit and the terms of the day on which it is made", async () => {
    const { core, book, at } = await openWorld();
    const changes = { openingHours: { tuesday: { open: "07:00", close: "12:00" } }, downpaymentPercent: 20 };
    await changeSettings(core, { from: "2026-12-10", changes }, { meta });
    expect((await book("2026-12-08", 20)).booking.downpaymentCents).toBe(4_000);
    expect((await book("2026-12-15", 7)).booking.downpaymentCents).toBe(4_000);
    const late = await requestBooking(
      core,
      bookingRequest(core, { roomId: ROOM, startsAt: at("2026-12-15", 20), hours: 1 }),
      meta,
    );
    expect(late).toMatchObject({
      ok: false,
      rejection: {
        errors: [{ path: "startTime", message: "Bookings run from 7:00 AM to 12:00 PM, Tuesday" }],
      },
    });
    core.clock.set("2026-12-10T15:00:00Z");
    expect((await book("2026-12-17", 9)).booking.downpaymentCents).toBe(1_600);
    expect(await changeSettings(core, { from: "2026-12-09", changes }, { meta })).toMatchObject({
      ok: false,
      rejection: { errors: [{ path: "from" }] },
    });
  });
});

describe("another process, which has not heard of a change yet,", () => {
  it("books at the current price all the same, and no customer pays a price that they did not see", async () => {
    const world = await openWorld();
    const other = await createTestCore(world.database, createTestClock());
    const at = (hour: number) => world.at("2026-12-15", hour);
    await changeRoom(world.core, ROOM, { rates: { hourlyCents: 4_700 } }, { meta });
    expect(other.rooms.byId(ROOM)?.rates.hourlyCents).toBe(4_000);

    const old = await requestBooking(other, bookingRequest(other, { roomId: ROOM, startsAt: at(10) }), meta);
    expect(old).toMatchObject({
      ok: false,
      rejection: {
        code: "InvalidBooking",
        errors: [
          { path: "totalAmount", message: "The price is 47.00" },
          { path: "downpaymentAmount" },
          { path: "remainingAmount" },
        ],
      },
    });
    await changeRoom(world.core, ROOM, { rates: { hourlyCents: 5_100 } }, { meta });
    const rates = { ...other.rooms.byId(ROOM)?.rates, hourlyCents: 5_100, halfDayCents: 0, fullDayCents: 0 };
    const quoted = priceOf(
      rates,
      { duration: "hourly", hourCount: 1, engineerRequired: false },
      other.settings.now(),
    );
    expect(other.rooms.byId(ROOM)?.rates.hourlyCents).toBe(4_700);
    const seen = await requestBooking(
      other,
      bookingRequest(other, { roomId: ROOM, startsAt: at(10), quoted }),
      meta,
    );
    expect(seen).toMatchObject({
      ok: true,
      value: { booking: { totalCents: 5_100, terms: { rates: { hourlyCents: 5_100 } } } },
    });

    await changeRoom(world.core, ROOM, { bookable: false }, { meta });
    const closed = await requestBooking(
      other,
      bookingRequest(other, { roomId: ROOM, startsAt: at(12), quoted }),
      meta,
    );
    expect(closed).toMatchObject({ ok: false, rejection: { code: "RoomNotBookable" } });
  });
});
