/** Checks that one mail reports one append to several dates of a series, for every batch size and every order in which mails are tried. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { loadSeries } from "../../../core/booking/series/load-series.ts";
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import type { Core } from "../../../core/context.ts";
import { readStream } from "../../../core/log/read.ts";
import { createMoneyWorld, type MoneyWorld } from "../../../core/payment/money-fixture.ts";
import { issueRefund } from "../../../core/payment/payment-jobs.ts";
import { confirmSeriesPayment, openSeriesIntent } from "../../../core/payment/series-payments.ts";
import { cancelDates } from "../../../core/series/change-series.ts";
import { type BookedSeries, requestSeries } from "../../../core/series/request-series.ts";
import { seriesRequest } from "../../../core/series/series-fixture.ts";
import { bookingRequest, type TestClock, testMeta } from "../../../core/testing/test-core.ts";
import { addDays, instantAt } from "../../../core/venue/time/venue-time.ts";
import { catchUpBy } from "../../engine/catch-up-fixture.ts";
import type { BookingMailKind } from "../../words/mail-kinds.ts";
import { createReactions } from "../reactions.ts";
import { mailsFor } from "./mailed-events.ts";
import { writeMail } from "./write-mail.ts";

const DAY = "2026-12-08";

let world: MoneyWorld;
let core: Core & { clock: TestClock };
let roomId = 0;
beforeAll(async () => {
  world = await createMoneyWorld();
  core = world.core;
});
afterAll(() => world.close());
// Each test has a room of its own.
beforeEach(() => {
  core.clock.set("2026-12-01T15:00:00Z");
  roomId += 1;
});

async function book(count: number) {
  const asked = { roomId, day: DAY, hour: 10, hours: 2, repeat: { every: 1, count } } as const;
  const request = await seriesRequest(core, asked);
  const outcome = await requestSeries(core, request, testMeta);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
  return { ...outcome.value, email: request.person.email ?? "" };
}

async function openIntent({ id, email }: { id: number; email: string }) {
  const asked = { seriesId: id, customerEmail: email, amountCents: undefined };
  const outcome = await openSeriesIntent(core, world.gateway, asked, testMeta);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
  return { id: outcome.value.paymentIntentId, clientSecret: outcome.value.clientSecret };
}

async function pay(series: { id: number; email: string }, intent?: { id: string; clientSecret: string }) {
  const opened = intent ?? (await openIntent(series));
  await world.browser.pay(opened);
  const asked = { seriesId: series.id, paymentIntentId: opened.id };
  expect(await confirmSeriesPayment(core, world.gateway, asked, testMeta)).toMatchObject({ ok: true });
}

/** What becomes of each mail of this kind that the dates cause now, in their order: the subject, or why there is none. */
async function write({ bookings }: BookedSeries, kind: BookingMailKind, { backwards = false } = {}) {
  const results = new Map<string, string>();
  for (const { id } of backwards ? bookings.toReversed() : bookings) {
    for (const { mail } of (await readStream(core.sql, bookingStream, id)).flatMap((event) =>
      mailsFor(event),
    )) {
      if (mail.kind !== kind) continue;
      const written = await writeMail(core, "venue@hub.example.test", mail);
      results.set(`${mail.stream}@${mail.version}`, written.ok ? written.mail.subject : written.reason);
    }
  }
  const inOrder = [...results].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  return inOrder.map(([, result]) => result.split(",")[0]);
}

async function bookSingle(day: string): Promise<void> {
  const startsAt = instantAt(day, 10, core.timeZone);
  expect(await requestBooking(core, bookingRequest(core, { roomId, startsAt }), testMeta)).toMatchObject({
    ok: true,
  });
}

const runRefunds = async ({ bookings }: BookedSeries, which: readonly number[]): Promise<void> => {
  for (const at of which) {
    const bookingId = bookings[at]?.id ?? 0;
    const { refunds } = await world.stateOf({
      bookingId,
      customerEmail: "",
      startsAt: new Date(0),
      reference: "",
    });
    for (const refundId of Object.keys(refunds))
      await issueRefund(core, world.gateway, { bookingId, refundId });
  }
};

describe("one mail for one append", () => {
  it("is sent for the first date, for every order of tries, and again on each try", async () => {
    const series = await book(3);
    await pay(series);
    const told = ["Booking confirmed: 3 dates", "told-together", "told-together"];
    expect(await write(series, "booking-confirmed", { backwards: true })).toEqual(told);
    expect(await write(series, "booking-confirmed")).toEqual(told);
  });

  it("is queued for every date, also if batches cut the append, and only one of them is written", async () => {
    const series = await book(5);
    await catchUpBy(2, core.sql, createReactions());
    const jobs = await core.sql<{ key: string }[]>`
      select key from graphile_worker.jobs
      where key = any (${series.bookings.map(({ id }) => `mail:booking-received:booking-${id}@1`)})`;
    expect(jobs).toHaveLength(5);
    expect(await write(series, "booking-received")).toEqual([
      "Booking received: 5 dates",
      ...Array(4).fill("told-together"),
    ]);
  });

  it("leaves out a date that is cancelled before it is sent, even the first", async () => {
    const series = await book(3);
    await pay(series);
    const loaded = await loadSeries(core, series.id);
    if (!loaded) throw new Error("no series");
    const asked = {
      bookingId: series.bookings[0]?.id ?? 0,
      scope: "one",
      by: "holder",
      cancelledBy: "customer",
      reason: null,
      tellReason: false,
      statedRefundCents: null,
    } as const;
    expect(await cancelDates(core, loaded, asked, { meta: testMeta, dryRun: false })).toMatchObject({
      ok: true,
    });
    const told = ["Booking confirmed: 2 dates", "told-together", "told-together"];
    expect(await write(series, "booking-confirmed")).toEqual(told);
  });

  it("tells refunds that one append requested with their sum, when the provider has taken all of them", async () => {
    const series = await book(4);
    const intent = await openIntent(series);
    core.clock.advanceMinutes(31);
    await bookSingle(addDays(DAY, 7));
    await bookSingle(addDays(DAY, 14));
    await pay(series, intent);
    expect(await write(series, "booking-confirmed")).toEqual(["Booking confirmed: 2 dates", "told-together"]);
    await runRefunds(series, [2]);
    expect(await write(series, "refund-issued")).toEqual(["too-early"]);
    await runRefunds(series, [1]);
    const cents = series.bookings.slice(1, 3).reduce((sum, { booking }) => sum + booking.downpaymentCents, 0);
    const subject = `Refund of $${(cents / 100).toFixed(2)}: 2 dates`;
    expect(await write(series, "refund-issued")).toEqual([subject, "told-together"]);
  });

  it("does not wait for longer than an hour for a refund that the provider does not take", async () => {
    const series = await book(3);
    const intent = await openIntent(series);
    core.clock.advanceMinutes(31);
    await bookSingle(DAY);
    await bookSingle(addDays(DAY, 7));
    await pay(series, intent);
    await runRefunds(series, [1]);
    core.clock.advanceMinutes(59);
    expect(await write(series, "refund-issued")).toEqual(["too-early"]);
    core.clock.advanceMinutes(2);
    const one = `Refund of $${((series.bookings[1]?.booking.downpaymentCents ?? 0) / 100).toFixed(2)}: `;
    const [alone] = await write(series, "refund-issued");
    expect(alone).toContain(one);
    expect(alone).not.toContain("dates");
    await runRefunds(series, [0]);
    const both = await write(series, "refund-issued");
    expect(both).toHaveLength(2);
    for (const subject of both) expect(subject).not.toContain("dates");
  });

  it("skips a date that this code cannot read, which keeps no other mail back", async () => {
    const series = await book(3);
    await world.ownerSql`alter table events disable trigger all`;
    await world.ownerSql`
      insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
      select stream, 2, 'BookingFromTheFuture', 1, data, meta, 'from-the-future', 0, occurred_at
      from events where stream = ${`booking-${series.bookings[0]?.id}`}`;
    await world.ownerSql`alter table events enable trigger all`;
    const others = { ...series, bookings: series.bookings.slice(1) };
    expect(await write(others, "booking-received")).toEqual(["Booking received: 2 dates", "told-together"]);
  });
});
