/** Checks the one payment of a series, and that everything after it happens to single bookings, to the cent. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handleBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import { type LoadedSeries, loadSeries } from "../booking/series/load-series.ts";
import type { SeriesScope } from "../booking/series/repeat.ts";
import { keptCents, receivedCents } from "../booking/state/booking-money.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import { ownBooking, releaseHold } from "../customer/own-booking.ts";
import { createMoneyWorld, type MoneyWorld } from "../payment/money-fixture.ts";
import { cancelOpenIntent, issueRefund, reconcilePayment } from "../payment/payment-jobs.ts";
import { confirmSeriesPayment, openSeriesIntent } from "../payment/series-payments.ts";
import { recordWebhook } from "../payment/webhooks.ts";
import { bookingRequest, type TestClock, testMeta } from "../testing/test-core.ts";
import { addDays, instantAt, venueDayOf } from "../venue/time/venue-time.ts";
import { cancelDates, moveDates } from "./change-series.ts";
import { extendSeries } from "./extend-series.ts";
import { ownSeries } from "./own-series.ts";
import { type BookedSeries, requestSeries } from "./request-series.ts";
import { seriesRequest } from "./series-fixture.ts";

let world: MoneyWorld;
let core: Core & { clock: TestClock };
let day = "2026-12-08";
let email = "";
beforeAll(async () => {
  world = await createMoneyWorld();
  core = world.core;
});
afterAll(() => world.close());
// Each test has Tuesdays of its own room and hour.
let turn = 0;
let roomId = 1;
let hour = 9;
beforeEach(() => {
  core.clock.set("2026-12-01T15:00:00Z");
  roomId = 1 + (turn % 7);
  hour = 9 + 4 * Math.floor(turn / 7);
  turn += 1;
  day = "2026-12-08";
});

async function bookSeries(count = 4, hours = 2): Promise<BookedSeries> {
  const request = await seriesRequest(core, { roomId, day, hour, hours, repeat: { every: 1, count } });
  email = request.person.email ?? "";
  const outcome = await requestSeries(core, request, testMeta);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
  return outcome.value;
}

const bookingOf = (id: number): Promise<Booking> => world.stateOf({ bookingId: id } as never);
const bookingsOf = ({ bookings }: BookedSeries) => Promise.all(bookings.map(({ id }) => bookingOf(id)));

async function openIntent(seriesId: number) {
  const asked = { seriesId, customerEmail: email, amountCents: undefined };
  const outcome = await openSeriesIntent(core, world.gateway, asked, testMeta);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
  const { paymentIntentId: id, clientSecret, amountCents } = outcome.value;
  return { id, clientSecret, amountCents };
}

const confirm = (seriesId: number, paymentIntentId: string) =>
  confirmSeriesPayment(core, world.gateway, { seriesId, paymentIntentId }, testMeta);

async function paySeries(series: BookedSeries): Promise<string> {
  const intent = await openIntent(series.id);
  await world.browser.pay(intent);
  const outcome = await confirm(series.id, intent.id);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
  return intent.id;
}

async function loaded(id: number): Promise<LoadedSeries> {
  const series = await loadSeries(core, id);
  if (!series) throw new Error("no series");
  return series;
}

const cancel = async (
  id: number,
  bookingId: number,
  scope: SeriesScope,
  { dryRun = false, by = "holder" as const } = {},
) =>
  cancelDates(
    core,
    await loaded(id),
    {
      bookingId,
      scope,
      by,
      cancelledBy: "customer",
      reason: null,
      tellReason: false,
      statedRefundCents: null,
    },
    { meta: testMeta, dryRun },
  );

async function bookSingle(on: string, at: number, room = roomId): Promise<void> {
  const startsAt = instantAt(on, at, core.timeZone);
  const outcome = await requestBooking(core, bookingRequest(core, { roomId: room, startsAt }), testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
}

describe("the payment of a series", () => {
  it("is one intent for the sum, and confirms every booking by its own share, once", async () => {
    const series = await bookSeries();
    const first = await openIntent(series.id);
    expect(await openIntent(series.id)).toEqual(first);
    const due = series.bookings.reduce((sum, { booking }) => sum + booking.downpaymentCents, 0);
    expect(first.amountCents).toBe(due);
    await world.browser.pay(first);
    expect(await confirm(series.id, first.id)).toMatchObject({ ok: true });
    await world.recordAll((webhooks) => [...webhooks, ...webhooks].reverse());
    for (const booking of await bookingsOf(series)) {
      expect(booking).toMatchObject({ status: "confirmed", paymentStatus: "downpaid" });
      expect(receivedCents(booking)).toBe(booking.downpaymentCents);
    }
    const again = await openSeriesIntent(
      core,
      world.gateway,
      { seriesId: series.id, customerEmail: email, amountCents: undefined },
      testMeta,
    );
    expect(again).toMatchObject({ ok: false, rejection: { code: "AlreadyPaid" } });
  });

  it("opens for the email of who booked alone, and for the right amount", async () => {
    const { id } = await bookSeries();
    const ask = (customerEmail: string, amountCents?: number) =>
      openSeriesIntent(core, world.gateway, { seriesId: id, customerEmail, amountCents }, testMeta);
    expect(await ask("other@example.test")).toMatchObject({ rejection: { code: "NotTheCustomer" } });
    expect(await ask(email, 1)).toMatchObject({ rejection: { code: "AmountMismatch" } });
  });

  it("is opened once by two calls at a time", async () => {
    const { id } = await bookSeries();
    const asked = { seriesId: id, customerEmail: email, amountCents: undefined };
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => openSeriesIntent(core, world.gateway, asked, testMeta)),
    );
    const ids = outcomes.flatMap((one) => (one.ok ? [one.value.paymentIntentId] : []));
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(3);
  });

  it("tells a decline and takes another card", async () => {
    const series = await bookSeries();
    const intent = await openIntent(series.id);
    await world.browser.pay(intent, "4000000000000002").catch(() => undefined);
    expect(await confirm(series.id, intent.id)).toMatchObject({ rejection: { code: "PaymentNotSucceeded" } });
    for (const booking of await bookingsOf(series)) expect(booking.paymentStatus).toBe("failed");
    await world.browser.pay(await openIntent(series.id));
    expect(await confirm(series.id, intent.id)).toMatchObject({ ok: true });
  });

  it("is found by the job if its webhook and its client are lost", async () => {
    const series = await bookSeries();
    await world.browser.pay(await openIntent(series.id));
    await world.arrived();
    await reconcilePayment(core, world.gateway, series.bookings[2]?.id ?? 0);
    for (const booking of await bookingsOf(series)) expect(booking.status).toBe("confirmed");
  });

  it("that comes too late pays for the dates that are still free, and refunds the others' shares", async () => {
    const series = await bookSeries();
    const intent = await openIntent(series.id);
    core.clock.advanceMinutes(31);
    await bookSingle(addDays(day, 7), hour);
    await world.browser.pay(intent);
    expect(await confirm(series.id, intent.id)).toMatchObject({ ok: true });
    const bookings = await bookingsOf(series);
    expect(bookings.map(({ status }) => status)).toEqual([
      "confirmed",
      "cancelled",
      "confirmed",
      "confirmed",
    ]);
    const [, lost] = bookings;
    if (lost) expect([receivedCents(lost), keptCents(lost)]).toEqual([lost.downpaymentCents, 0]);
  });

  it("does not pay for a date that the desk was paid for meanwhile: a new intent asks for the rest", async () => {
    const series = await bookSeries();
    const first = await openIntent(series.id);
    const [one] = series.bookings;
    const amountCents = one?.booking.totalCents ?? 0;
    await world.command(
      { bookingId: one?.id } as never,
      { type: "ReceiveAtDesk", method: "cash", amountCents, now: core.clock.now() } as never,
    );
    await cancelOpenIntent(core, world.gateway, one?.id ?? 0);
    const second = await openIntent(series.id);
    expect(second.id).not.toBe(first.id);
    expect(second.amountCents).toBe(first.amountCents - (one?.booking.downpaymentCents ?? 0));
  });
});

describe("after the payment", () => {
  it("cancelling one gives back that one's money, as a partial refund of the one charge", async () => {
    const series = await bookSeries();
    const intentId = await paySeries(series);
    const [, second] = series.bookings;
    const dry = await cancel(series.id, second?.id ?? 0, "one", { dryRun: true });
    const outcome = await cancel(series.id, second?.id ?? 0, "one");
    if (!dry.ok || !outcome.ok) throw new Error("refused");
    expect(dry.value.map(({ id }) => id)).toEqual(outcome.value.map(({ id }) => id));
    const cancelled = await bookingOf(second?.id ?? 0);
    expect(cancelled.status).toBe("cancelled");
    for (const refundId of Object.keys(cancelled.refunds)) {
      await issueRefund(core, world.gateway, { bookingId: second?.id ?? 0, refundId });
    }
    const refunds = await world.sdk.refunds.list({ payment_intent: intentId });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([
      cancelled.downpaymentCents - keptCents(cancelled),
    ]);
    await world.recordAll();
    const states = await bookingsOf(series);
    expect(states.map(({ status }) => status)).toEqual(["confirmed", "cancelled", "confirmed", "confirmed"]);
  });

  it("cancels one and the following, or all to come; what is past and what is cancelled stay", async () => {
    const series = await bookSeries();
    await paySeries(series);
    const ids = series.bookings.map(({ id }) => id);
    await cancel(series.id, ids[3] ?? 0, "one");
    core.clock.set(instantAt(addDays(day, 1), 12, core.timeZone));
    const past = await cancel(series.id, ids[0] ?? 0, "one");
    expect(past).toMatchObject({ rejection: { code: "BookingOver" } });
    const all = await cancel(series.id, ids[0] ?? 0, "all");
    if (!all.ok) throw new Error(all.rejection.code);
    expect(all.value.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
    const nothing = await cancel(series.id, ids[1] ?? 0, "following");
    expect(nothing).toMatchObject({ rejection: { code: "BookingOver" } });
    const xids = await core.sql`
      select distinct xid from events where type = 'BookingCancelled' and stream = any(${[`booking-${ids[1]}`, `booking-${ids[2]}`]})`;
    expect(xids).toHaveLength(1);
  });

  it("a dispute of the whole charge withholds every booking's share, and its end gives it back", async () => {
    const series = await bookSeries();
    const paymentIntentId = await paySeries(series);
    const dispute = (stage: "open" | "won") =>
      recordWebhook(core, world.gateway, {
        kind: "dispute",
        eventId: randomUUID(),
        dispute: {
          disputeId: "dp_1",
          paymentIntentId,
          chargeId: null,
          amountCents: series.bookings.reduce((sum, { booking }) => sum + booking.downpaymentCents, 0),
          reasonCode: "fraudulent",
          stage,
        },
      });
    expect(await dispute("open")).toBe("recorded");
    for (const booking of await bookingsOf(series)) expect(keptCents(booking)).toBe(0);
    await dispute("open");
    await dispute("won");
    for (const booking of await bookingsOf(series)) expect(keptCents(booking)).toBe(booking.downpaymentCents);
  });

  it("a refund made at the provider is shared out in the order of the dates, once", async () => {
    const series = await bookSeries();
    const paymentIntentId = await paySeries(series);
    const share = series.bookings[0]?.booking.downpaymentCents ?? 0;
    const report = {
      kind: "refund",
      eventId: "evt_outside",
      refund: {
        stripeRefundId: "re_outside",
        name: null,
        paymentIntentId,
        amountCents: share + 100,
        status: "succeeded",
        failureCode: null,
      },
    } as const;
    await recordWebhook(core, world.gateway, report);
    await recordWebhook(core, world.gateway, { ...report, eventId: "evt_again" });
    const kept = (await bookingsOf(series)).map(keptCents);
    expect(kept).toEqual([0, share - 100, share, share]);
  });
});

describe("changing dates", () => {
  const move = async (
    id: number,
    asked: { bookingId: number; scope: SeriesScope; startTime?: string; roomId?: number },
    { dryRun = false, by = "staff" as "staff" | "holder" } = {},
  ) =>
    moveDates(
      core,
      world.gateway,
      await loaded(id),
      { startTime: null, roomId: null, ourFault: false, by, ...asked },
      { meta: testMeta, dryRun },
    );

  it("moves the following ones within their days; the dry run says the same and writes nothing", async () => {
    const series = await bookSeries();
    await paySeries(series);
    const asked = {
      bookingId: series.bookings[1]?.id ?? 0,
      scope: "following" as const,
      startTime: `${hour + 1}:00`,
    };
    const dry = await move(series.id, asked, { dryRun: true });
    const starts = async () => (await bookingsOf(series)).map(({ startsAt }) => startsAt);
    const before = await starts();
    expect(dry).toMatchObject({ ok: true });
    expect((await loaded(series.id)).version).toBe(1);
    const outcome = await move(series.id, asked);
    if (!dry.ok || !outcome.ok) throw new Error("refused");
    expect(outcome.value.map(({ after }) => after.startsAt)).toEqual(
      dry.value.map(({ after }) => after.startsAt),
    );
    expect(await starts()).toEqual(
      before.map((at, n) => (n === 0 ? at : new Date(at.getTime() + 3_600_000))),
    );
    expect((await loaded(series.id)).series.hours).toEqual({ start: hour + 1, end: hour + 3 });
  });

  it("moves none if one date is lost, and names all that are", async () => {
    const series = await bookSeries();
    await paySeries(series);
    await bookSingle(addDays(day, 7), hour + 2);
    await bookSingle(addDays(day, 21), hour + 2);
    const asked = {
      bookingId: series.bookings[0]?.id ?? 0,
      scope: "all" as const,
      startTime: `${hour + 1}:00`,
    };
    for (const dryRun of [true, false]) {
      expect(await move(series.id, asked, { dryRun })).toMatchObject({
        rejection: { code: "SlotTaken", dates: [addDays(day, 7), addDays(day, 21)] },
      });
    }
    const startsAt = (await bookingsOf(series)).map((booking) => booking.startsAt);
    expect(startsAt).toEqual(series.bookings.map(({ booking }) => booking.startsAt));
  });

  it("lets a holder move the start by the rules for customers, and not the room", async () => {
    const series = await bookSeries();
    await paySeries(series);
    const bookingId = series.bookings[2]?.id ?? 0;
    const other = 1 + (roomId % 7);
    const refused = await move(series.id, { bookingId, scope: "one", roomId: other }, { by: "holder" });
    expect(refused).toMatchObject({ rejection: { code: "InvalidBooking", errors: [{ path: "roomId" }] } });
    const moved = await move(
      series.id,
      { bookingId, scope: "one", startTime: `${hour + 2}:00` },
      { by: "holder" },
    );
    expect(moved).toMatchObject({ ok: true });
    core.clock.set(instantAt(day, hour - 1, core.timeZone));
    const late = await move(
      series.id,
      { bookingId: series.bookings[0]?.id ?? 0, scope: "all", startTime: `${hour + 1}:00` },
      { by: "holder" },
    );
    expect(late).toMatchObject({ rejection: { code: "RescheduleTooLate" } });
  });

  it("a dearer room before the payment withdraws the old intent; the new one asks for the new sum", async () => {
    roomId = 3;
    hour = 17;
    const series = await bookSeries();
    const first = await openIntent(series.id);
    const moved = await move(series.id, { bookingId: series.bookings[0]?.id ?? 0, scope: "all", roomId: 1 });
    if (!moved.ok) throw new Error(JSON.stringify(moved.rejection));
    expect((await world.gateway.retrieveIntent(first.id))?.status).toBe("canceled");
    const second = await openIntent(series.id);
    expect(second.amountCents).toBe(moved.value.reduce((sum, { after }) => sum + after.downpaymentCents, 0));
  });

  it("releasing one unpaid date releases all; a link to one date opens the others of its mailbox", async () => {
    const series = await bookSeries();
    const [first, second] = series.bookings;
    const { token } = core.links.guestBooking({
      bookingId: first?.id ?? 0,
      personId: first?.booking.personId ?? "",
    });
    const holder = { kind: "guest" as const, bookingId: first?.id ?? 0, token };
    const own = await ownBooking(core, second?.id ?? 0, holder);
    if (!own.ok) throw new Error(own.rejection.code);
    expect(
      await ownSeries(core, series.id, { ...holder, token: `${first?.id}.${"x".repeat(43)}` }),
    ).toMatchObject({
      rejection: { code: "SeriesNotFound" },
    });
    expect(await ownSeries(core, series.id, holder)).toMatchObject({ ok: true });
    expect(await releaseHold(core, own.value, testMeta)).toMatchObject({ ok: true });
    for (const booking of await bookingsOf(series)) expect(booking.status).toBe("cancelled");
  });

  it("goes on after its last date by the same rule, at today's price, and once for a repeated request", async () => {
    const series = await bookSeries();
    await paySeries(series);
    const asked = {
      seriesId: series.id,
      end: { count: 2 },
      skip: [],
      byStaff: null,
      caller: null,
      workDone: true,
      idempotencyKey: `extend-${series.id}`,
      bodyHash: "body",
    };
    const dry = await extendSeries(core, asked, { meta: testMeta, dryRun: true });
    const first = await extendSeries(core, asked, { meta: testMeta, dryRun: false });
    const again = await extendSeries(core, asked, { meta: testMeta, dryRun: false });
    if (!dry.ok || !first.ok || !again.ok) throw new Error("refused");
    const days = first.value.bookings.map(({ booking }) => venueDayOf(booking.startsAt, core.timeZone));
    expect(days).toEqual([addDays(day, 28), addDays(day, 35)]);
    expect(dry.value.bookings.map(({ booking }) => booking.startsAt)).toEqual(
      first.value.bookings.map(({ booking }) => booking.startsAt),
    );
    expect(again.value.bookings).toEqual(first.value.bookings);
    expect(first.value.bookings.map(({ booking }) => booking.series?.number)).toEqual([5, 6]);
    const intent = await openIntent(series.id);
    expect(intent.amountCents).toBe(
      first.value.bookings.reduce((sum, { booking }) => sum + booking.downpaymentCents, 0),
    );
  });

  it("a staff cancellation of one date of an unpaid series leaves the others", async () => {
    const series = await bookSeries();
    const first = await openIntent(series.id);
    const { id } = series.bookings[0] ?? { id: 0 };
    const now = core.clock.now();
    const command = { type: "CancelBooking", cancelledBy: "venue", now } as const;
    await handleBooking(core, id, command, { commandId: randomUUID(), meta: testMeta });
    await cancelOpenIntent(core, world.gateway, id);
    const second = await openIntent(series.id);
    expect(second.amountCents).toBeLessThan(first.amountCents);
    await world.browser.pay(second);
    expect(await confirm(series.id, second.id)).toMatchObject({ ok: true });
  });
});
