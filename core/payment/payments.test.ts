/** Checks the payment of the downpayment by card: once, by the right customer, and refunded if it comes too late. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../adapters/stripe/payment-fixture.ts";
import { expireBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import type { Core } from "../context.ts";
import { bookingRequest, createTestCore, type TestClock, testMeta } from "../testing/test-core.ts";
import { slotStarts } from "../venue/time/opening-hours.ts";
import type { PaymentGateway } from "./gateway.ts";
import { issueRefund, reconcilePayment } from "./payment-jobs.ts";
import { confirmPayment, openPaymentIntent, payWithToken } from "./payments.ts";
import { recordWebhook } from "./webhooks.ts";

let world: PaymentWorld;
let provider: Awaited<ReturnType<PaymentWorld["start"]>>;
let gateway: PaymentGateway;
let core: Core & { clock: TestClock };
const slots = ["2026-12-07", "2026-12-08", "2026-12-09"].flatMap((day) =>
  slotStarts(day, "America/New_York"),
);

beforeAll(async () => {
  world = await createPaymentWorld();
  provider = await world.start();
  gateway = provider.gateway;
  core = await createTestCore(world);
});
afterAll(() => world.close());

async function book(startsAt: Date | undefined = slots.shift()) {
  if (!startsAt) throw new Error("out of slots");
  const request = bookingRequest(core, { roomId: 1, startsAt });
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return { bookingId: outcome.value.id, customerEmail: request.person.email, startsAt };
}

async function open(booking: { bookingId: number; customerEmail: string }) {
  const outcome = await openPaymentIntent(core, gateway, { ...booking, amountCents: undefined }, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return { id: outcome.value.paymentIntentId, clientSecret: outcome.value.clientSecret };
}

const typesOf = async (bookingId: number): Promise<string[]> => {
  const rows = await core.sql<{ type: string }[]>`
    select type from events where stream = ${`booking-${bookingId}`} order by version`;
  return rows.map((row) => row.type);
};

const PAID = ["BookingRequested", "PaymentIntentOpened", "DownpaymentReceived", "BookingConfirmed"];

describe("paying the downpayment", () => {
  it("uses one intent, however often and by however many callers it is asked for", async () => {
    const booking = await book();
    const intents = await Promise.all([open(booking), open(booking), open(booking)]);
    expect(new Set(intents.map((intent) => intent.id)).size).toBe(1);
    expect(await typesOf(booking.bookingId)).toEqual(["BookingRequested", "PaymentIntentOpened"]);
  });

  it("needs the booking's own email and amount", async () => {
    const { bookingId, customerEmail } = await book();
    const ask = (changes: object) =>
      openPaymentIntent(
        core,
        gateway,
        { bookingId, customerEmail, amountCents: undefined, ...changes },
        testMeta,
      );
    expect(await ask({ customerEmail: "other@example.test" })).toMatchObject({
      rejection: { code: "NotTheCustomer" },
    });
    expect(await ask({ amountCents: 1 })).toMatchObject({ rejection: { code: "AmountMismatch" } });
    expect(await ask({ bookingId: 999_999 })).toMatchObject({ rejection: { code: "NotTheCustomer" } });
    expect(await ask({ customerEmail: customerEmail.toUpperCase(), amountCents: 3_750 })).toMatchObject({
      ok: true,
    });
  });

  it("is recorded once when client and webhook bring the news at the same time, many times", async () => {
    const booking = await book();
    const intent = await open(booking);
    await provider.browser.pay(intent);
    const report = await gateway.retrieveIntent(intent.id);
    if (!report) throw new Error("no intent");
    const paymentIntentId = intent.id;
    const webhook = { kind: "intent", eventId: "evt_1", intent: report } as const;
    const [confirmed] = await Promise.all([
      Promise.all(
        [1, 2, 3, 4, 5].map(() => confirmPayment(core, gateway, { ...booking, paymentIntentId }, testMeta)),
      ),
      Promise.all([1, 2, 3, 4, 5].map(() => recordWebhook(core, gateway, webhook))),
    ]);
    expect(confirmed.every((outcome) => outcome.ok)).toBe(true);
    expect(await typesOf(booking.bookingId)).toEqual(PAID);
  });

  it("keeps the hold after a decline, and accepts another card", async () => {
    const booking = await book();
    const intent = await open(booking);
    const confirm = () => confirmPayment(core, gateway, { ...booking, paymentIntentId: intent.id }, testMeta);
    await provider.browser.pay(intent, "4000 0000 0000 0002");
    expect(await confirm()).toMatchObject({ ok: false, rejection: { code: "PaymentNotSucceeded" } });
    await confirm();
    expect(await typesOf(booking.bookingId)).toEqual([
      "BookingRequested",
      "PaymentIntentOpened",
      "PaymentFailed",
    ]);
    expect((await open(booking)).id).toBe(intent.id);
    await provider.browser.pay(intent);
    expect(await confirm()).toMatchObject({
      ok: true,
      value: { status: "confirmed", paymentStatus: "downpaid" },
    });
  });

  it("accepts no intent of another booking, and no unknown one", async () => {
    const [first, second] = [await book(), await book()];
    const intent = await open(first);
    await provider.browser.pay(intent);
    const confirm = (paymentIntentId: string) =>
      confirmPayment(core, gateway, { ...second, paymentIntentId }, testMeta);
    expect(await confirm(intent.id)).toMatchObject({ rejection: { code: "PaymentMismatch" } });
    expect(await confirm("pi_unknown")).toMatchObject({ rejection: { code: "UnknownPaymentIntent" } });
    expect(await typesOf(second.bookingId)).toEqual(["BookingRequested"]);
  });

  it("works by token: it pays, declines, and refuses a second time", async () => {
    const { bookingId } = await book();
    const pay = (token: string) => payWithToken(core, gateway, { bookingId, token }, testMeta);
    expect(await pay("tok_chargeDeclined")).toMatchObject({ rejection: { code: "PaymentNotSucceeded" } });
    expect(await pay("tok_visa")).toMatchObject({ ok: true, value: { status: "confirmed" } });
    expect(await pay("tok_visa")).toMatchObject({ rejection: { code: "AlreadyPaid" } });
  });
});

describe("money that comes late", () => {
  async function paidAfterExpiry() {
    const booking = await book();
    const intent = await open(booking);
    core.clock.advanceMinutes(31);
    await expireBooking(core, booking.bookingId);
    await provider.browser.pay(intent);
    return { ...booking, paymentIntentId: intent.id };
  }

  it("confirms if the hours are still free", async () => {
    const late = await paidAfterExpiry();
    expect(await confirmPayment(core, gateway, late, testMeta)).toMatchObject({
      value: { status: "confirmed" },
    });
    const hours = await core.sql`select held_until from room_hours where booking_id = ${late.bookingId}`;
    expect(hours).toEqual([{ held_until: null }]);
  });

  it("is refunded automatically if they are taken, once, to the cent", async () => {
    const late = await paidAfterExpiry();
    const other = await book(late.startsAt);
    expect(await confirmPayment(core, gateway, late, testMeta)).toMatchObject({
      rejection: { code: "PaymentRefunded" },
    });
    expect(await confirmPayment(core, gateway, late, testMeta)).toMatchObject({
      rejection: { code: "PaymentRefunded" },
    });
    const refund = { bookingId: late.bookingId, refundId: "refund-1" };
    // A try that meets another in progress is told to try again later, as its job then does.
    await Promise.allSettled([1, 2, 3, 4].map(() => issueRefund(core, gateway, refund)));
    await issueRefund(core, gateway, refund);
    expect((await typesOf(late.bookingId)).slice(2)).toEqual([
      "BookingExpired",
      "DownpaymentReceived",
      "RefundRequested",
      "RefundIssued",
    ]);
    const [ledger] = await core.sql`
      select count(*)::int, sum(amount)::int from simulated_stripe.refunds where payment_intent = ${late.paymentIntentId}`;
    expect(ledger).toEqual({ count: 1, sum: 3_750 });
    expect(await world.imbalance()).toEqual([]);
    const [hour] = await core.sql`select booking_id from room_hours where starts_at = ${late.startsAt}`;
    expect(hour).toEqual({ booking_id: other.bookingId });
  });

  it("is found by asking the provider if its webhook was lost", async () => {
    const booking = await book();
    await reconcilePayment(core, gateway, booking.bookingId);
    const intent = await open(booking);
    await provider.browser.pay(intent);
    await Promise.all([1, 2].map(() => reconcilePayment(core, gateway, booking.bookingId)));
    expect(await typesOf(booking.bookingId)).toEqual(PAID);
  });
});
