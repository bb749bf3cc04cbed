/** Shows that the figures of any period equal those recomputed from the events, hour by hour. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentWorld } from "../../../core/adapters/stripe/payment-fixture.ts";
import { createBilling } from "../../../core/billing/billing-fixture.ts";
import type { BookingChange } from "../../../core/booking/booking.ts";
import { expireBooking, handleBooking, loadBooking } from "../../../core/booking/handle.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import type { Booking } from "../../../core/booking/state/booking-state.ts";
import { closeRooms, reopenRooms } from "../../../core/closure/handle.ts";
import type { Core } from "../../../core/context.ts";
import type { EventMeta } from "../../../core/log/append-request.ts";
import { LOG_START } from "../../../core/log/position.ts";
import { readAfter } from "../../../core/log/read.ts";
import type { PaymentGateway } from "../../../core/payment/gateway.ts";
import { createTestDatabase, type TestDatabase } from "../../../core/testing/database.ts";
import {
  bookingRequest,
  createTestClock,
  createTestCore,
  type TestClock,
  testMeta,
} from "../../../core/testing/test-core.ts";
import { shortOrLong } from "../../../core/testing/test-length.ts";
import { addRoom, changeRoom, changeSettings } from "../../../core/venue/handle.ts";
import { seedVenue } from "../../../core/venue/seed-venue.ts";
import {
  addDays,
  HOUR_MS,
  instantAt,
  type VenueDay,
  venueDayOf,
} from "../../../core/venue/time/venue-time.ts";
import { catchUp, catchUpBy } from "../../engine/catch-up-fixture.ts";
import { followerOf } from "../../engine/projection.ts";
import { rebuildProjection } from "../../engine/rebuild-one-fixture.ts";
import { availability } from "../availability.ts";
import { takingsOf } from "../takings.ts";
import { analyticsOf } from "./analytics.ts";
import { type InvoiceStep, runInvoiceStep } from "./invoice-steps-fixture.ts";
import { periodBefore } from "./period.ts";
import { readPeriod } from "./period-report.ts";
import { type AskedPeriod, history, periods, requested, type Step } from "./period-steps-fixture.ts";
import { recomputePeriod } from "./recomputed-period-fixture.ts";

const staffMeta: EventMeta = { actor: { kind: "staff", id: 1, role: "manager" }, requestId: "test" };

/** Eleven bookings, none on a Sunday; `which` counts them from 0. The last two are on account, and one is cancelled once it is paid. */
const EVERY_FIGURE: readonly Step[] = [
  ...[2, 3, 4].map((day) => requested(day, "desk")),
  ...[5, 6, 8, 9, 10, 11].map((day) => requested(day, "web")),
  ...[12, 13].map((day) => requested(day, "account")),
  { do: "receive", which: 0, method: "cash", cents: 2_000 },
  { do: "receive", which: 1, method: "terminal", cents: 3_000 },
  { do: "receive", which: 2, method: "transfer", cents: 4_000 },
  { do: "pay by card", which: 3 },
  { do: "cancel by venue", which: 6 },
  { do: "cancel by customer", which: 7 },
  { do: "release", which: 8 },
  { do: "invoice", daysAhead: 45 },
  { do: "receive for an invoice", which: 0, part: 0.5, method: "transfer" },
  { do: "receive for an invoice", which: 0, part: 1, method: "cash" },
  { do: "cancel by venue", which: 9 },
  { do: "wait", minutes: 3 * 24 * 60 },
  { do: "miss", which: 0 },
];

let database: TestDatabase;
let gateway: PaymentGateway;
let close: () => Promise<void>;
let core: Core & { clock: TestClock };
let accountId: number;
const ids: number[] = [];
const blockIds: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const payments = await createPaymentWorld(database);
  gateway = (await payments.start()).gateway;
  close = payments.close;
  await seedVenue(database.ownerSql);
  // Two weeks before the clocks go back in New York.
  core = await createTestCore(database, createTestClock("2026-10-18T15:00:00Z"));
  accountId = await createBilling(core).open({ terms: { creditLimitCents: 100_000_000, paymentDays: 120 } });
});
afterAll(() => close());

const FOLLOWED = () => [analyticsOf(core), availability, takingsOf(core)].map(followerOf);

const project = (batch: number): Promise<void> => catchUpBy(batch, core.sql, ...FOLLOWED());

const today = (): VenueDay => venueDayOf(core.clock.now(), core.timeZone);
const startOf = ({ daysAhead, hour }: { daysAhead: number; hour: number }): Date =>
  instantAt(addDays(today(), daysAhead), hour, core.timeZone);

async function requestRoom({ roomId, hours, by, ...when }: Extract<Step, { do: "request" }>): Promise<void> {
  if (!core.rooms.byId(roomId)) return;
  const asked = bookingRequest(core, { roomId, startsAt: startOf(when), hours });
  const outcome =
    by === "web"
      ? await requestBooking(core, asked, testMeta)
      : await requestBooking(
          core,
          {
            ...asked,
            quoted: { totalCents: null, downpaymentCents: null, remainingCents: null },
            ...(by === "account" ? { accountId } : {}),
            byStaff: {
              payment: by,
              holdUntil: null,
              priceReason: by === "free" ? "A friend of the venue" : null,
            },
          },
          staffMeta,
        );
  if (outcome.ok) ids.push(outcome.value.id);
}

type OnBooking = Exclude<Extract<Step, { which: number }>, InvoiceStep>;

/** The command that a step means for the booking in its state; null if there is none. */
function commandOf(
  step: OnBooking,
  { id, state, version }: { id: number; state: Booking; version: number },
): BookingChange | null {
  const now = core.clock.now();
  const refundId = Object.keys(state.refunds).at(-1) ?? "refund-1";
  const stripeRefundId = state.refunds[refundId]?.stripeRefundId ?? `re_${id}_${version}`;
  switch (step.do) {
    case "confirm":
      return { type: "ConfirmBooking" };
    case "cancel by venue":
      return { type: "CancelBooking", cancelledBy: "venue", now };
    case "cancel by customer":
      return { type: "CancelBooking", cancelledBy: "customer", now };
    case "release":
      return { type: "ReleaseHold" };
    case "mark paid":
      return { type: "MarkPayment", paymentStatus: "paid" };
    case "mark failed":
      return { type: "MarkPayment", paymentStatus: "failed" };
    case "pay by card": {
      const payment = {
        paymentIntentId: `pi_${id}_${version}`,
        chargeId: null,
        amountCents: state.downpaymentCents,
      };
      return { type: "ReceiveDownpayment", ...payment, hoursAvailable: version % 2 === 0, now };
    }
    case "refund card money":
      return { type: "RefundCardMoney", amountCents: 1 + (version % 50) * 100, reasonId: randomUUID(), now };
    case "issue refund":
      return { type: "RecordRefund", refundId, stripeRefundId };
    case "fail refund":
      return { type: "RecordRefundFailure", refundId, stripeRefundId, reasonCode: null };
    case "arrive":
      return { type: "NoteVisit", stage: "arrived", now };
    case "miss":
      return { type: "NoteVisit", stage: "no-show", now };
    case "receive":
      return { type: "ReceiveAtDesk", method: step.method, amountCents: step.cents };
    case "return":
      return { type: "ReturnAtDesk", method: step.method, amountCents: step.cents };
    case "move": {
      const room = core.rooms.byId(step.roomId);
      if (!room) return null;
      const opening = core.settings.schedule();
      const { timeZone } = core;
      return {
        type: "MoveBooking",
        startsAt: startOf(step),
        endsAt: null,
        room,
        withdrawnIntentId: null,
        now,
        timeZone,
        opening,
      };
    }
    default:
      return null;
  }
}

async function block({ roomId, hours, disposition, ...when }: Extract<Step, { do: "block" }>): Promise<void> {
  const startsAt = startOf(when);
  const endsAt = new Date(startsAt.getTime() + hours * HOUR_MS);
  const asked = { roomIds: [roomId, 1], startsAt, endsAt, reason: "Painting", public: true };
  const first = await closeRooms(core, gateway, { ...asked, bookings: new Map() }, staffMeta);
  if (first.ok) blockIds.push(first.value.id);
  else if (first.bookings) {
    const bookings = new Map(first.bookings.map(({ id }) => [id, disposition]));
    const second = await closeRooms(core, gateway, { ...asked, bookings }, staffMeta);
    if (second.ok) blockIds.push(second.value.id);
  }
}

/** Refusals are part of a history: they write nothing and cause nothing. */
async function carryOut(next: Step): Promise<void> {
  const context = { meta: staffMeta };
  switch (next.do) {
    case "request":
      return requestRoom(next);
    case "block":
      return block(next);
    case "lift": {
      const id = blockIds[next.which % blockIds.length];
      if (id !== undefined) await reopenRooms(core, id, staffMeta);
      return;
    }
    case "invoice":
    case "receive for an invoice":
    case "return of an invoice":
    case "pay an invoice by card":
    case "issue its refund":
    case "fail its refund":
    case "credit":
      return runInvoiceStep(core, accountId, next);
    case "retire":
    case "reinstate":
      await changeRoom(core, next.roomId, { retired: next.do === "retire" }, context);
      return;
    case "add a room": {
      const [like] = core.rooms.allIncludingRetired();
      if (!like || core.rooms.allIncludingRetired().length > 8) return;
      const { name, description, capacity, features, equipment, category, rates, bookable, overlay } = like;
      const room = { name, description, capacity, features, equipment, category, rates, bookable, overlay };
      await addRoom(core, { ...room, engineer: null, turnaroundHours: 0 }, context);
      return;
    }
    case "open otherwise": {
      const tuesday = { open: "10:00", close: `${next.close}:00` };
      const openingHours = next.close % 3 === 0 ? { tuesday: null, sunday: tuesday } : { tuesday };
      await changeSettings(
        core,
        { from: addDays(today(), next.daysAhead), changes: { openingHours } },
        context,
      );
      return;
    }
    case "wait":
      return core.clock.advanceMinutes(next.minutes);
    case "project":
      return project(next.batch);
    default: {
      const id = ids[next.which % ids.length];
      if (id === undefined) return;
      if (next.do === "expire") {
        await expireBooking(core, id);
        return;
      }
      const { state, version } = await loadBooking(core, id);
      const command = state.exists ? commandOf(next, { id, state, version }) : null;
      const at = { commandId: randomUUID(), ...context };
      if (command) await handleBooking(core, id, command, at);
    }
  }
}

async function rows(): Promise<unknown[]> {
  const tables = await Promise.all(
    analyticsOf(core).tables.map(
      (table) => database.sql`select to_jsonb(t) as row from ${database.sql(table)} t order by t`,
    ),
  );
  return tables.map((table) => table.map(({ row }) => row));
}

/** Carries the steps out; the figures of the periods asked for must equal those recomputed from the events. */
async function expectFiguresOf(steps: readonly Step[], asked: readonly AskedPeriod[]): Promise<void> {
  for (const next of steps) await carryOut(next);
  await catchUp(core.sql, ...FOLLOWED());
  const events = await readAfter(core.sql, LOG_START, 1_000_000);
  const venue = { timeZone: core.timeZone, opening: core.settings.schedule() };
  for (const { start, days } of asked) {
    const from = addDays(today(), start);
    const period = { from, to: addDays(from, days - 1) };
    const before = periodBefore(period);
    expect(await readPeriod(core.sql, period, venue)).toEqual({
      period: recomputePeriod(events, period, venue),
      before: recomputePeriod(events, before, venue),
    });
  }
  const live = await rows();
  await rebuildProjection(database.ownerSql, analyticsOf(core), () => undefined);
  expect(await rows()).toEqual(live);
}

describe("the figures of a period", () => {
  it("match the events in a history that reaches every figure", async () => {
    await expectFiguresOf(EVERY_FIGURE, [{ start: -5, days: 30 }]);
    const { period } = await readPeriod(
      core.sql,
      { from: "2026-10-18", to: "2026-11-17" },
      { timeZone: core.timeZone, opening: core.settings.schedule() },
    );
    expect(period).toMatchObject({
      bookings: 11,
      bySource: { staff: 5, web: 6 },
      cancelled: { byVenue: 2, byCustomer: 1 },
      unpaid: 1,
      noShows: 1,
      takingsCents: { cash: 2_000 + 15_000, terminal: 3_000, transfer: 4_000 + 15_000 },
    });
    expect(period.occupancy).toBeGreaterThan(0);
    const { card } = period.takingsCents;
    expect(card).toBeGreaterThan(0);
    // Of the $300.00 that the invoice brought, $150.00 were for a visit that is cancelled since.
    expect(period.revenueCents).toBe(9_000 + card + 15_000);
  });

  it("match the events, hour by hour, for any history and period, and are the same when rebuilt", async () => {
    await fc.assert(fc.asyncProperty(history, periods, expectFiguresOf), {
      numRuns: shortOrLong(6, 40),
      endOnFailure: true,
    });
  }, 120_000);
});
