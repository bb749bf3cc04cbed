/** Checks that a visit on account is `paid` exactly while its invoices pay all that it owes, also by a change of the visit itself. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { BookingChange } from "../booking/booking.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import { loadSeries } from "../booking/series/load-series.ts";
import { closeRooms } from "../closure/handle.ts";
import { createMoneyWorld, type MoneyWorld } from "../payment/money-fixture.ts";
import { moveBookingByStaff } from "../payment/move-booking.ts";
import { reducePriceByStaff } from "../payment/reduce-price.ts";
import { swapBookings } from "../payment/swap-bookings.ts";
import { moveDates } from "../series/change-series.ts";
import { requestSeries } from "../series/request-series.ts";
import { seriesRequest } from "../series/series-fixture.ts";
import { testMeta } from "../testing/test-core.ts";
import { addDays, HOUR_MS, instantAt } from "../venue/time/venue-time.ts";
import { createBilling } from "./billing-fixture.ts";

const ONCE = { idempotencyKey: null, bodyHash: null };
const BY_STAFF = { payment: "account", holdUntil: null, priceReason: null } as const;
const UNTIL = "2027-12-31";
/** At 75.00, 40.00 and 150.00 an hour. */
const [STUDIO, CHEAPER, DEARER] = [1, 5, 2];

let world: MoneyWorld;
let billing: ReturnType<typeof createBilling>;
let account: number;
let day = "2026-12-08";
beforeAll(async () => {
  world = await createMoneyWorld();
  billing = createBilling(world.core);
});
afterAll(() => world.close());
beforeEach(async () => {
  account = await billing.open();
  day = addDays(day, 7);
});

const at = (hour: number): Date => instantAt(day, hour, world.core.timeZone);
/** Two hours in the studio, for 150.00. */
const book = (hour = 12) => billing.book(account, { roomId: STUDIO, startsAt: at(hour), hours: 2 });

async function now(id: number) {
  const { state } = await loadBooking(world.core, id);
  if (!state.exists) throw new Error(`No booking ${id}`);
  return state;
}
const statusOf = async (id: number) => (await now(id)).paymentStatus;
const change = (id: number, command: BookingChange) =>
  handleBooking(world.core, id, command, { commandId: randomUUID(), meta: testMeta });

async function moveTo(bookingId: number, roomId: number) {
  const asked = { bookingId, roomId, startsAt: (await now(bookingId)).startsAt, endsAt: null };
  const outcome = await moveBookingByStaff(world.core, world.gateway, asked, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.after.paymentStatus;
}

it("waits for an invoice of what it costs more, and is paid again without it", async () => {
  const id = await book();
  await billing.receive(await billing.invoice(account, UNTIL), 15_000);
  expect(await statusOf(id)).toBe("paid");
  expect(await moveTo(id, DEARER)).toBe("pending");
  expect(await moveTo(id, STUDIO)).toBe("paid");
  expect(await statusOf(id)).toBe("paid");
});

it("is paid with the others of its invoice once it is reduced to what was received", async () => {
  const [one, two] = [await book(), await book(15)];
  await billing.receive(await billing.invoice(account, UNTIL), 20_000);
  const asked = { bookingId: one, by: { byCents: 10_000 }, reason: "Cold" };
  const outcome = await reducePriceByStaff(world.core, world.gateway, asked, { ...ONCE, meta: testMeta });
  expect(outcome).toMatchObject({ ok: true, value: { paymentStatus: "paid" } });
  expect([await statusOf(one), await statusOf(two)]).toEqual(["paid", "paid"]);
});

it("is paid by a late cancellation that keeps what was received", async () => {
  const id = await book();
  await billing.receive(await billing.invoice(account, UNTIL), 7_500);
  world.core.clock.set(new Date(at(12).getTime() - HOUR_MS));
  const cancelled = await change(id, {
    type: "CancelBooking",
    cancelledBy: "customer",
    now: world.core.clock.now(),
  });
  expect(cancelled).toMatchObject({
    ok: true,
    value: { owedOnceCancelledCents: 7_500, paymentStatus: "paid" },
  });
  world.core.clock.set("2026-12-01T15:00:00Z");
});

it("no longer counts an invoice that was credited all of it", async () => {
  const [one, two] = [await book(), await book(15)];
  const first = await billing.invoice(account, UNTIL);
  await change(one, { type: "CancelBooking", cancelledBy: "venue", now: world.core.clock.now() });
  await change(one, { type: "ConfirmBooking" });
  await billing.receive(await billing.invoice(account, UNTIL), 15_000);
  expect([await statusOf(one), await statusOf(two)]).toEqual(["paid", "pending"]);
  await billing.receive(first, 15_000);
  expect(await statusOf(two)).toBe("paid");
});

it("follows a swap, a move of a series and a move for a closure", async () => {
  const { core, gateway } = world;
  const one = await book();
  const other = await billing.book(account, { roomId: DEARER, startsAt: at(12), hours: 2 });
  await billing.receive(await billing.invoice(account, UNTIL), 45_000);
  const swap = async () => {
    const asked = { bookingId: one, withId: other, ourFault: false, mailed: false };
    const outcome = await swapBookings(core, gateway, asked, { meta: testMeta, dryRun: false });
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    return outcome.value.map(({ after }) => after.paymentStatus);
  };
  // One costs more now, and the other less than was received for it.
  expect(await swap()).toEqual(["pending", "paid"]);
  expect(await swap()).toEqual(["paid", "pending"]);
  expect([await statusOf(one), await statusOf(other)]).toEqual(["paid", "pending"]);

  const asked = await seriesRequest(core, {
    day,
    hour: 16,
    repeat: { every: 1, count: 2 },
    byStaff: BY_STAFF,
  });
  const made = await requestSeries(core, { ...asked, ...ONCE, accountId: account }, testMeta);
  if (!made.ok) throw new Error(made.rejection.code);
  const dates = made.value.bookings.map(({ id }) => id);
  await billing.receive(await billing.invoice(account, UNTIL), 30_000 + 15_000);
  const moveAll = async (roomId: number) => {
    const loaded = await loadSeries(core, made.value.id);
    if (!loaded) throw new Error("No series");
    const chosen = { bookingId: dates[0] ?? 0, scope: "all", by: "staff" } as const;
    const to = { ...chosen, roomId, startTime: null, ourFault: false };
    const outcome = await moveDates(core, gateway, loaded, to, { meta: testMeta, dryRun: false });
    return outcome.ok ? outcome.value.map(({ after }) => after.paymentStatus) : outcome.rejection.code;
  };
  expect(await moveAll(DEARER)).toEqual(["pending", "pending"]);
  expect(await moveAll(STUDIO)).toEqual(["paid", "paid"]);

  const closed = await book(19);
  await billing.receive(await billing.invoice(account, UNTIL), 8_000);
  const bookings = new Map([[closed, { startsAt: at(19), roomId: CHEAPER }]]);
  const hours = { roomIds: [STUDIO], startsAt: at(19), endsAt: at(21), wholeVenue: false };
  const closure = { ...hours, public: false, reason: "Pipes", bookings };
  expect((await closeRooms(core, gateway, closure, testMeta)).ok).toBe(true);
  expect(await now(closed)).toMatchObject({ totalCents: 8_000, paymentStatus: "paid" });
});
