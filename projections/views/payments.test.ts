/** Checks which payments the bookkeeper's pages have, with what identifies them elsewhere. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBilling } from "../../core/billing/billing-fixture.ts";
import { recordInvoiceMoney } from "../../core/billing/invoice-money.ts";
import { createMoneyWorld, type MoneyWorld } from "../../core/payment/money-fixture.ts";
import { confirmSeriesPayment, openSeriesIntent } from "../../core/payment/series-payments.ts";
import { requestSeries } from "../../core/series/request-series.ts";
import { seriesRequest } from "../../core/series/series-fixture.ts";
import { testMeta } from "../../core/testing/test-core.ts";
import { instantAt } from "../../core/venue/time/venue-time.ts";
import { catchUp } from "../engine/catch-up-fixture.ts";
import { followerOf } from "../engine/projection.ts";
import { bookings } from "./bookings.ts";
import { type PaymentEntry, readPayments } from "./payments.ts";
import { takingsOf } from "./takings.ts";

const PERIOD = { from: "2026-12-01", to: "2026-12-31" };

let world: MoneyWorld;
let accountId: number;
let number: string;
beforeAll(async () => {
  world = await createMoneyWorld();
  const { core } = world;
  const billing = createBilling(core);
  accountId = await billing.open();
  const startsAt = instantAt("2026-12-03", 10, core.timeZone);
  await billing.book(accountId, { roomId: 2, startsAt, hours: 2 });
  number = await billing.invoice(accountId, "2026-12-31");
});
afterAll(() => world.close());

/** The pages of at most so many entries, one after the other. */
async function pagesOf(most: number): Promise<PaymentEntry[][]> {
  await catchUp(world.sql, ...[bookings, takingsOf(world.core)].map(followerOf));
  const pages: PaymentEntry[][] = [];
  for (let last: PaymentEntry | null = null; ; last = pages.at(-1)?.at(-1) ?? null) {
    const page: PaymentEntry[] = await readPayments(world.sql, PERIOD, last, most);
    if (page.length === 0) return pages;
    pages.push(page);
  }
}

async function paySeries(): Promise<string> {
  const { core, gateway, browser } = world;
  const repeat = { every: 1, count: 3 } as const;
  const request = await seriesRequest(core, { roomId: 3, day: "2026-12-08", hour: 10, hours: 2, repeat });
  const made = await requestSeries(core, request, testMeta);
  if (!made.ok) throw new Error(made.rejection.code);
  const seriesId = made.value.id;
  const asked = { seriesId, customerEmail: request.person.email ?? "", amountCents: undefined };
  const opened = await openSeriesIntent(core, gateway, asked, testMeta);
  if (!opened.ok) throw new Error(opened.rejection.code);
  const { paymentIntentId, clientSecret } = opened.value;
  await browser.pay({ id: paymentIntentId, clientSecret });
  const paid = await confirmSeriesPayment(core, gateway, { seriesId, paymentIntentId }, testMeta);
  expect(paid.ok).toBe(true);
  return paymentIntentId;
}

it("have the payment, the refund and what staff wrote down", async () => {
  const { core } = world;
  const booking = await world.book();
  const intent = await world.pay(booking);
  await world.confirm(booking, intent);
  core.clock.advanceMinutes(1);
  await world.command(booking, { type: "CancelBooking", cancelledBy: "venue", now: core.clock.now() });
  await world.runRefunds(booking);
  core.clock.advanceMinutes(1);
  const received = { number, kind: "received", method: "transfer", amountCents: 5_000 } as const;
  const once = { idempotencyKey: null, bodyHash: null };
  const recorded = await recordInvoiceMoney(core, { ...received, ...once, reference: "SEPA 9911" }, testMeta);
  expect(recorded.ok).toBe(true);
  const [entries] = await pagesOf(100);
  const { bookingId } = booking;
  expect(entries).toMatchObject([
    { type: "DownpaymentReceived", bookingId, accountId: null, paymentIntentId: intent },
    { type: "RefundIssued", bookingId, providerId: expect.stringMatching(/^re_/) },
    {
      type: "InvoiceMoneyReceived",
      method: "transfer",
      cents: 5_000,
      bookingId: null,
      accountId,
      accountName: "The Tuesday Choir",
      invoice: number,
      reference: "SEPA 9911",
      paymentIntentId: null,
      providerId: null,
    },
  ]);
  expect(entries?.[0]?.providerId).toMatch(/^ch_/);
});

it("have all that one payment brought on one page", async () => {
  world.core.clock.advanceMinutes(1);
  const intent = await paySeries();
  world.core.clock.advanceMinutes(1);
  const booking = await world.book();
  await world.command(booking, { type: "ReceiveAtDesk", method: "cash", amountCents: 1_000 });
  expect((await pagesOf(100)).map((page) => page.length)).toEqual([7]);
  const pages = await pagesOf(4);
  expect(pages.map((page) => page.length)).toEqual([3, 4]);
  expect(pages[1]?.map(({ paymentIntentId }) => paymentIntentId)).toEqual([intent, intent, intent, null]);
  expect(new Set(pages.flat().map(({ position }) => position)).size).toBe(7);
});
