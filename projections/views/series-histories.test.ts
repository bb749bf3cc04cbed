/**
 * Checks for random histories of series that the shares of their bookings add up to what the provider charged, refunded and withheld, to
 * the cent; that each booking has exactly its hours; and that the read tables are what a rebuild makes of the log.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handleBooking } from "../../core/booking/handle.ts";
import { type LoadedSeries, loadSeries } from "../../core/booking/series/load-series.ts";
import { SERIES_SCOPES } from "../../core/booking/series/repeat.ts";
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import { occupies } from "../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import type { Core } from "../../core/context.ts";
import { readStream } from "../../core/log/read.ts";
import { ledgerOf, runJobs, shuffled } from "../../core/payment/money-actions-fixture.ts";
import { createMoneyWorld, type MoneyWorld } from "../../core/payment/money-fixture.ts";
import { confirmSeriesPayment, openSeriesIntent } from "../../core/payment/series-payments.ts";
import { cancelDates, moveDates } from "../../core/series/change-series.ts";
import { extendSeries } from "../../core/series/extend-series.ts";
import { requestSeries } from "../../core/series/request-series.ts";
import { seriesRequest } from "../../core/series/series-fixture.ts";
import { type TestClock, testMeta } from "../../core/testing/test-core.ts";
import { shortOrLong } from "../../core/testing/test-length.ts";
import { seedVenue } from "../../core/venue/seed-venue.ts";
import { HOUR_MS } from "../../core/venue/time/venue-time.ts";
import { catchUp } from "../engine/catch-up-fixture.ts";
import { followerOf } from "../engine/projection.ts";
import { rebuildProjections } from "../engine/rebuild.ts";
import { bookings } from "./bookings.ts";

let world: MoneyWorld;
let core: Core & { clock: TestClock };
beforeAll(async () => {
  world = await createMoneyWorld();
  core = world.core;
  await seedVenue(world.ownerSql);
  await core.venue.reload();
});
afterAll(() => world.close());

const CARDS = ["pm_card_visa", "pm_card_visa", "pm_card_createDispute", "pm_card_chargeDeclined"];
const which = fc.nat(11);

const pay = fc.record({ do: fc.constant("pay" as const), method: fc.constantFrom(...CARDS) });
const action = fc.oneof(
  pay,
  pay,
  fc.record({ do: fc.constant("pay what was opened" as const), method: fc.constantFrom(...CARDS) }),
  fc.record({
    do: fc.constant("cancel" as const),
    which,
    scope: fc.constantFrom(...SERIES_SCOPES),
    by: fc.constantFrom("holder" as const, "staff" as const),
  }),
  fc.record({
    do: fc.constant("move" as const),
    which,
    scope: fc.constantFrom(...SERIES_SCOPES),
    hour: fc.integer({ min: 9, max: 18 }),
    roomId: fc.option(fc.integer({ min: 1, max: 7 })),
  }),
  fc.record({ do: fc.constant("extend" as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    do: fc.constant("refund in the dashboard" as const),
    amount: fc.integer({ min: 50, max: 9_001 }),
  }),
  fc.record({
    do: fc.constantFrom("receive" as const, "refund by staff" as const),
    which,
    cents: fc.integer({ min: 1, max: 5_000 }),
  }),
  fc.record({ do: fc.constantFrom("webhooks", "run the jobs", "time passes", "decide disputes") }),
);
type Action = typeof action extends fc.Arbitrary<infer Given> ? Given : never;

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** A series, with the intents that were opened for it. */
interface Told {
  id: number;
  email: string;
  intents: Set<string>;
}

async function read({ id }: Told): Promise<LoadedSeries> {
  const series = await loadSeries(core, id);
  if (!series) throw new Error("no series");
  return series;
}

/** A refused command is part of a history, and changes nothing. */
async function run(told: Told, what: Action): Promise<void> {
  const { gateway } = world;
  const series = await read(told);
  const chosen = (at: number): number => series.bookings[at % series.bookings.length]?.id ?? 0;
  const pay = async (intentId: string, method: string): Promise<void> => {
    await world.sdk.paymentIntents.confirm(intentId, { payment_method: method }).catch(() => undefined);
    await confirmSeriesPayment(core, gateway, { seriesId: told.id, paymentIntentId: intentId }, testMeta);
  };
  switch (what.do) {
    case "pay": {
      const asked = { seriesId: told.id, customerEmail: told.email, amountCents: undefined };
      const opened = await openSeriesIntent(core, gateway, asked, testMeta);
      if (!opened.ok) return;
      told.intents.add(opened.value.paymentIntentId);
      return pay(opened.value.paymentIntentId, what.method);
    }
    case "pay what was opened": {
      const last = [...told.intents].at(-1);
      return last === undefined ? undefined : pay(last, what.method);
    }
    case "cancel": {
      const { scope, by } = what;
      const cancelledBy = by === "staff" ? ("venue" as const) : ("customer" as const);
      const rest = { cancelledBy, reason: null, tellReason: false, statedRefundCents: null };
      const asked = { bookingId: chosen(what.which), scope, by, ...rest };
      await cancelDates(core, series, asked, { meta: testMeta, dryRun: false });
      return;
    }
    case "move": {
      const { scope, roomId } = what;
      const startTime = `${String(what.hour).padStart(2, "0")}:00`;
      const asked = { bookingId: chosen(what.which), scope, startTime, roomId, ourFault: false };
      await moveDates(core, gateway, series, { ...asked, by: "staff" }, { meta: testMeta, dryRun: false });
      return;
    }
    case "extend": {
      const request = { idempotencyKey: randomUUID(), bodyHash: null, caller: null, workDone: true };
      const asked = { seriesId: told.id, end: { count: what.count }, skip: [], byStaff: { payment: null } };
      await extendSeries(core, { ...request, ...asked }, { meta: testMeta, dryRun: false });
      return;
    }
    case "refund in the dashboard": {
      const [payment_intent] = [...told.intents].slice(-1);
      if (payment_intent === undefined) return;
      await world.sdk.refunds.create({ payment_intent, amount: what.amount }).catch(() => undefined);
      return;
    }
    case "receive":
    case "refund by staff": {
      const amountCents = what.cents;
      const command =
        what.do === "receive"
          ? ({ type: "ReceiveAtDesk", method: "cash", amountCents } as const)
          : ({
              type: "RefundCardMoney",
              amountCents,
              reasonId: randomUUID(),
              now: core.clock.now(),
            } as const);
      const context = { commandId: randomUUID(), meta: testMeta };
      await handleBooking(core, chosen(what.which), command, context);
      return;
    }
    case "webhooks":
      await world.recordAll(shuffled);
      return;
    case "run the jobs":
      return refundAll(told);
    case "time passes":
      return core.clock.advanceMinutes(17);
    default: {
      const evidence = { uncategorized_text: told.id % 2 === 0 ? "winning_evidence" : "losing_evidence" };
      for (const payment_intent of told.intents) {
        for (const { id } of (await world.sdk.disputes.list({ payment_intent })).data) {
          await world.sdk.disputes.update(id, { evidence, submit: true }).catch(() => undefined);
        }
      }
    }
  }
}

async function refundAll(told: Told): Promise<void> {
  for (const { id } of (await read(told)).bookings) {
    await runJobs(world, { bookingId: id } as Parameters<typeof runJobs>[1], false);
  }
}

interface Sums {
  charged: number;
  refunded: number;
  disputed: number;
}

/** The card money of these bookings, added up event by event. */
function addUp(events: readonly BookingEvent[]): Sums {
  let charged = 0;
  const refunds = new Map<string, { cents: number; gone: boolean }>();
  const disputes = new Map<string, number>();
  for (const { type, data } of events) {
    if (
      type === "DownpaymentReceived" ||
      type === "BalanceReceived" ||
      type === "UnexpectedPaymentReceived"
    ) {
      charged += data.amountCents;
    } else if (type === "RefundRequested" || type === "RefundRecorded") {
      refunds.set(data.refundId, { cents: data.amountCents, gone: type === "RefundRecorded" });
    } else if (type === "RefundIssued" || type === "RefundFailed") {
      const known = refunds.get(data.refundId);
      if (known) known.gone = type === "RefundIssued";
    } else if (type === "DisputeOpened") disputes.set(data.disputeId, data.amountCents);
    else if (type === "DisputeClosed" && data.outcome === "won") disputes.delete(data.disputeId);
  }
  const gone = [...refunds.values()].filter((refund) => refund.gone);
  return { charged, refunded: sum(gone.map(({ cents }) => cents)), disputed: sum([...disputes.values()]) };
}

let week = 0;

it("the shares add up, the hours are its own, and the tables are what the log makes", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 5 }),
      fc.array(action, { minLength: 4, maxLength: 14 }),
      async (count, actions) => {
        core.clock.set("2026-12-01T15:00:00Z");
        week += 1;
        const day = new Date(Date.UTC(2026, 11, 7 + (week % 5) + 42 * (week % 6))).toISOString().slice(0, 10);
        const place = { roomId: 1 + (week % 7), hour: 9 + (week % 9), hours: 1 + (week % 2) };
        const request = await seriesRequest(core, { ...place, day, repeat: { every: 1, count } });
        const made = await requestSeries(core, request, testMeta);
        if (!made.ok) {
          expect(made.rejection.code).toBe("SlotTaken");
          return;
        }
        const told: Told = { id: made.value.id, email: request.person.email ?? "", intents: new Set() };
        for (const what of actions) await run(told, what);
        await world.recordAll(shuffled);
        await refundAll(told);
        await world.recordAll(shuffled);
        await catchUp(core.sql, followerOf(bookings));
        await check(told);
      },
    ),
    { numRuns: shortOrLong(12, 80), endOnFailure: true },
  );

  const [rebuilt] = await rebuildProjections(core.sql, [bookings]);
  expect(rebuilt?.compared.map(({ table, differing }) => [table, differing])).toEqual([
    ["bookings", 0],
    ["series", 0],
    ["billing_accounts", 0],
  ]);
});

async function check(told: Told): Promise<void> {
  const { series, bookings: dates } = await read(told);
  expect(dates).toHaveLength(series.dates.length);
  const events = await Promise.all(dates.map(({ id }) => readStream(core.sql, bookingStream, id)));
  const sums = events.map(addUp);
  const ledger = await ledgerOf(world, [...told.intents]);
  expect({
    charged: sum(sums.map(({ charged }) => charged)),
    refunded: sum(sums.map(({ refunded }) => refunded)),
    disputed: sum(sums.map(({ disputed }) => disputed)),
  }).toEqual({
    charged: sum(ledger.map(({ charged }) => charged ?? 0)),
    refunded: sum(ledger.map(({ refunded }) => refunded)),
    disputed: sum(ledger.map(({ disputed }) => disputed)),
  });
  for (const [at, { id, booking }] of dates.entries()) {
    const claimed = await core.sql<{ room: number; at: Date }[]>`
      select room_id as room, starts_at as at from room_hours where booking_id = ${id} order by starts_at`;
    const own = occupies(booking)
      ? Array.from({ length: booking.hourCount }, (_, hour) => ({
          room: booking.roomId,
          at: new Date(booking.startsAt.getTime() + hour * HOUR_MS),
        }))
      : [];
    expect([...claimed]).toEqual(own);
    const [row] = await core.sql<{ received: number; series: number; number: number }[]>`
      select received_cents as received, series_id as series, series_number as number from bookings where booking_id = ${id}`;
    const desk = sum(
      (events[at] ?? []).map((event) => (event.type === "DeskMoneyReceived" ? event.data.amountCents : 0)),
    );
    expect(row).toEqual({ received: (sums[at]?.charged ?? 0) + desk, series: told.id, number: at + 1 });
  }
}
