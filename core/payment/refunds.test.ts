/** Checks that each refund is sent once, whatever fails or is repeated. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../adapters/stripe/payment-fixture.ts";
import type { BookingCommand } from "../booking/booking.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import type { BookingEvent } from "../booking/state/booking-events.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import { readStream } from "../log/read.ts";
import { bookingRequest, createTestCore, type TestClock, testMeta } from "../testing/test-core.ts";
import { shortOrLong } from "../testing/test-length.ts";
import { slotStarts } from "../venue/time/opening-hours.ts";
import { addDays } from "../venue/time/venue-time.ts";
import type { PaymentGateway } from "./gateway.ts";
import { issueRefund } from "./payment-jobs.ts";
import { confirmPayment, openPaymentIntent } from "./payments.ts";
import { recordWebhook } from "./webhooks.ts";

let world: PaymentWorld;
let provider: Awaited<ReturnType<PaymentWorld["start"]>>;
let gateway: PaymentGateway;
let core: Core & { clock: TestClock };
const slots = Array.from({ length: 40 }, (_, i) => addDays("2026-12-07", i)).flatMap((day) =>
  slotStarts(day, "America/New_York"),
);

beforeAll(async () => {
  world = await createPaymentWorld();
  provider = await world.start();
  gateway = provider.gateway;
  core = await createTestCore(world);
});
afterAll(() => world.close());

type Change = Exclude<BookingCommand, { type: "RequestBooking" }>;

const carryOut = (id: number, command: Change) =>
  handleBooking(core, id, command, { commandId: randomUUID(), meta: testMeta });
const cancel = (cancelledBy: "venue" | "customer"): Change => ({
  type: "CancelBooking",
  cancelledBy,
  now: core.clock.now(),
});

/** A booking paid by card; the news comes from the client and by webhook. */
async function paidBooking(): Promise<{ id: number; paymentIntentId: string }> {
  const startsAt = slots.shift();
  if (!startsAt) throw new Error("out of slots");
  const request = bookingRequest(core, { roomId: 3, startsAt });
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  const { id } = outcome.value;
  const asked = { bookingId: id, customerEmail: request.person.email, amountCents: undefined };
  const intent = await openPaymentIntent(core, gateway, asked, testMeta);
  if (!intent.ok) throw new Error(intent.rejection.code);
  const { paymentIntentId, clientSecret } = intent.value;
  await provider.browser.pay({ id: paymentIntentId, clientSecret });
  const report = await gateway.retrieveIntent(paymentIntentId);
  if (!report) throw new Error("no intent");
  await Promise.all([
    confirmPayment(core, gateway, { bookingId: id, paymentIntentId }, testMeta),
    recordWebhook(core, gateway, { kind: "intent", eventId: randomUUID(), intent: report }),
  ]);
  return { id, paymentIntentId };
}

const eventsOf = (id: number): Promise<BookingEvent[]> => readStream(core.sql, bookingStream, id);
const typesOf = async (id: number) => (await eventsOf(id)).map(({ type }) => type);

async function openRefunds(id: number): Promise<string[]> {
  const { state } = await loadBooking(core, id);
  const refunds = state.exists ? Object.entries(state.refunds) : [];
  return refunds.filter(([, { issued }]) => !issued).map(([refundId]) => refundId);
}

/** The refund reaches the provider, and the worker dies before it can record that. */
const dying = (): PaymentGateway => ({
  ...gateway,
  async refund(request) {
    await gateway.refund(request);
    throw new Error("killed");
  },
});

const jobs = async (id: number, times: number, through = gateway): Promise<void> => {
  const refunds = await openRefunds(id);
  const runs = refunds.flatMap((refundId) => Array.from({ length: times }, () => refundId));
  await Promise.allSettled(runs.map((refundId) => issueRefund(core, through, { bookingId: id, refundId })));
};

/** What the log and the provider's ledger say was received and refunded by card; cents. */
async function books(id: number, paymentIntentId: string) {
  let received = 0;
  let refunded = 0;
  for (const { type, data } of await eventsOf(id)) {
    if (type === "DownpaymentReceived") received += data.amountCents;
    if (type === "RefundIssued" && data.via === "stripe") refunded += data.amountCents;
    if (type === "RefundFailed") refunded -= data.reversedCents;
  }
  const [ledger] = await core.sql<{ received: number; refunded: number }[]>`
    select (select coalesce(sum(amount), 0) from simulated_stripe.charges
        where payment_intent = ${paymentIntentId} and status = 'succeeded')::int as received,
      (select coalesce(sum(amount), 0) from simulated_stripe.refunds
        where payment_intent = ${paymentIntentId})::int as refunded`;
  return { log: { received, refunded }, ledger: { ...ledger } };
}

const deed = fc.constantFrom(
  "cancel by venue",
  "cancel by customer",
  "three cancel at once",
  "confirm",
  "mark paid",
  "retry clicked twice",
  "job",
  "the job three times at once",
  "job killed",
  "half a day passes",
);

async function carryOutDeed(id: number, what: typeof deed extends fc.Arbitrary<infer D> ? D : never) {
  switch (what) {
    case "cancel by venue":
      return carryOut(id, cancel("venue"));
    case "cancel by customer":
      return carryOut(id, cancel("customer"));
    case "three cancel at once":
      return Promise.all([cancel("venue"), cancel("customer"), cancel("venue")].map((c) => carryOut(id, c)));
    case "confirm":
      return carryOut(id, { type: "ConfirmBooking" });
    case "mark paid":
      return carryOut(id, { type: "MarkPayment", paymentStatus: "paid" });
    case "retry clicked twice": {
      const retry: Change = { type: "RetryRefund", refundId: "refund-1", now: core.clock.now() };
      return Promise.all([carryOut(id, retry), carryOut(id, retry)]);
    }
    case "job":
      return jobs(id, 1);
    case "the job three times at once":
      return jobs(id, 3);
    case "job killed":
      return jobs(id, 1, dying());
    case "half a day passes":
      return core.clock.advanceMinutes(12 * 60);
  }
}

describe("refunds", () => {
  it("are sent once, whatever is cancelled, retried, killed or clicked twice: log and ledger agree to the cent", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 10 }), async (deeds) => {
        core.clock.set("2026-12-05T15:00:00Z");
        const { id, paymentIntentId } = await paidBooking();
        for (const what of deeds) await carryOutDeed(id, what);
        await jobs(id, 2);
        expect(await openRefunds(id)).toEqual([]);
        const { log, ledger } = await books(id, paymentIntentId);
        expect(log).toEqual(ledger);
        expect(log.refunded).toBeLessThanOrEqual(log.received);
      }),
      { numRuns: shortOrLong(8, 60), endOnFailure: true },
    );
    expect(await world.imbalance()).toEqual([]);
  }, 300_000);

  it("follow the policy, and are made once if two cancel at the same time", async () => {
    core.clock.set("2026-12-05T15:00:00Z");
    const { id, paymentIntentId } = await paidBooking();
    await Promise.all([carryOut(id, cancel("customer")), carryOut(id, cancel("customer"))]);
    await jobs(id, 3);
    const { state } = await loadBooking(core, id);
    if (!state.exists) throw new Error("no booking");
    const kept = Math.round(state.downpaymentCents / 10);
    expect((await books(id, paymentIntentId)).ledger.refunded).toBe(state.downpaymentCents - kept);
    expect((await typesOf(id)).filter((type) => type === "BookingCancelled")).toHaveLength(1);
  });

  it("that the provider refuses are recorded with its reason, requested again only by staff, and then made once", async () => {
    const { id, paymentIntentId } = await paidBooking();
    // The money was already refunded in the provider's own dashboard.
    await core.sql`update simulated_stripe.charges set amount_refunded = amount where payment_intent = ${paymentIntentId}`;
    await carryOut(id, cancel("venue"));
    await jobs(id, 2);
    await jobs(id, 1);
    const failed = (await eventsOf(id)).filter(({ type }) => type === "RefundFailed");
    expect(failed).toMatchObject([
      { data: { refundId: "refund-1", reasonCode: "charge_already_refunded", reversedCents: 0 } },
    ]);

    await core.sql`update simulated_stripe.charges set amount_refunded = 0 where payment_intent = ${paymentIntentId}`;
    await carryOut(id, { type: "RetryRefund", refundId: "refund-1", now: core.clock.now() });
    await carryOut(id, { type: "RetryRefund", refundId: "refund-1", now: core.clock.now() });
    await jobs(id, 3);
    expect((await typesOf(id)).slice(-3)).toEqual(["RefundFailed", "RefundRetried", "RefundIssued"]);
    const { log, ledger } = await books(id, paymentIntentId);
    expect(log).toEqual(ledger);
  });

  it("that the bank sends back are no longer counted as issued", async () => {
    const { id, paymentIntentId } = await paidBooking();
    await carryOut(id, cancel("venue"));
    await jobs(id, 1);
    const { state } = await loadBooking(core, id);
    const refund = state.exists ? state.refunds["refund-1"] : undefined;
    if (!refund?.stripeRefundId) throw new Error("no refund");
    const webhook = {
      kind: "refund",
      eventId: randomUUID(),
      refund: {
        stripeRefundId: refund.stripeRefundId,
        name: { bookingId: id, reference: state.exists ? state.reference : "", refundId: "refund-1" },
        paymentIntentId,
        amountCents: refund.amountCents,
        status: "failed",
        failureCode: "expired_or_canceled_card",
      },
    } as const;
    await recordWebhook(core, gateway, webhook);
    await recordWebhook(core, gateway, { ...webhook, eventId: randomUUID() });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: "RefundFailed",
      data: { reversedCents: refund.amountCents, stripeRefundId: refund.stripeRefundId },
    });
  });
});
