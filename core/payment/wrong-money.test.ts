/** Checks money of a wrong amount, refunds made in the provider's dashboard, and disputes, with webhooks in any order. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { disputedCents, keptCents, receivedCents } from "../booking/state/booking-money.ts";
import { createMoneyWorld, type MoneyWorld, type TestBooking } from "./money-fixture.ts";
import { issueRefund } from "./payment-jobs.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});
beforeEach(() => world.core.clock.set("2026-12-01T15:00:00Z"));
const reversed = <T>(webhooks: T[]): T[] => webhooks.toReversed();
const twice = <T>(webhooks: T[]): T[] => [...webhooks, ...webhooks];
const cancel = (booking: TestBooking) =>
  world.command(booking, { type: "CancelBooking", cancelledBy: "venue", now: world.core.clock.now() });

/** Cents received, returned and disputed. */
async function figures(booking: TestBooking) {
  const state = await world.stateOf(booking);
  const received = receivedCents(state);
  return [received, received - keptCents(state), disputedCents(state)];
}

/** One of our intents, paid with another amount: the provider's dashboard can change what an intent asks for. */
async function payWrongly({ bookingId, reference }: TestBooking, amount: number): Promise<string> {
  const intent = await world.sdk.paymentIntents.create({
    amount,
    currency: "usd",
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    metadata: { bookingId: String(bookingId), reference },
    confirm: true,
    payment_method: "pm_card_visa",
  });
  return intent.id;
}

describe("money of a wrong amount", () => {
  it("is recorded once, refunded in full, and leaves the booking to be paid", async () => {
    const booking = await world.book();
    const wrong = await payWrongly(booking, 4_000);
    const answers = await Promise.all([
      world.confirm(booking, wrong),
      world.confirm(booking, wrong),
      world.recordAll(twice),
    ]);
    expect(answers[0]).toMatchObject({ rejection: { code: "PaymentMismatch" } });
    expect(await world.typesOf(booking)).toEqual([
      "BookingRequested",
      "UnexpectedPaymentReceived",
      "RefundRequested",
    ]);
    expect(await figures(booking)).toEqual([4_000, 4_000, 0]);
    const right = await world.pay(booking);
    expect(await world.confirm(booking, right)).toMatchObject({ value: { status: "confirmed" } });
    await world.runRefunds(booking);
    expect(await figures(booking)).toEqual([7_750, 4_000, 0]);
    const [refunded] = await world.sql`
      select amount_refunded from simulated_stripe.charges where payment_intent = ${wrong}`;
    expect(refunded).toEqual({ amount_refunded: 4_000 });
  });
});

describe("a refund made in the provider's dashboard", () => {
  it("is recorded once, and a cancellation refunds only the rest", async () => {
    const booking = await world.book();
    const intent = await world.pay(booking);
    await world.recordAll();
    const { id } = await world.sdk.refunds.create({ payment_intent: intent, amount: 1_000 });
    await world.recordAll(twice);
    expect((await world.eventsOf(booking)).at(-1)).toMatchObject({
      type: "RefundRecorded",
      data: { refundId: id, paymentIntentId: intent, amountCents: 1_000, stripeRefundId: id },
    });
    await cancel(booking);
    await world.runRefunds(booking);
    await world.recordAll();
    expect(await figures(booking)).toEqual([3_750, 3_750, 0]);
    expect((await world.typesOf(booking)).filter((type) => type === "RefundRecorded")).toHaveLength(1);
  });

  it("is never confused with one of ours, although its webhook overtakes the answer", async () => {
    const booking = await world.book();
    await world.pay(booking);
    await world.recordAll();
    await cancel(booking);
    const { bookingId } = booking;
    const overtaken = {
      ...world.gateway,
      async refund(request: Parameters<typeof world.gateway.refund>[0]) {
        const answer = await world.gateway.refund(request);
        await world.recordAll();
        return answer;
      },
    };
    await issueRefund(world.core, overtaken, { bookingId, refundId: "refund-1" });
    expect((await world.typesOf(booking)).slice(-2)).toEqual(["RefundRequested", "RefundIssued"]);
    expect(Object.keys((await world.stateOf(booking)).refunds)).toEqual(["refund-1"]);
  });

  it("is the venue's money again if the bank sends it back, whichever news comes first", async () => {
    for (const order of [reversed, twice]) {
      const booking = await world.book();
      const intent = await world.pay(booking, "4000 0000 0000 5126");
      await world.recordAll();
      await world.sdk.refunds.create({ payment_intent: intent, amount: 1_000 });
      await world.recordAll(order);
      expect((await world.typesOf(booking)).slice(-2)).toEqual(["RefundRecorded", "RefundFailed"]);
    }
  });
});

describe("a disputed payment", () => {
  it.each([
    ["lost", reversed, 3_750],
    ["won", reversed, 0],
    ["lost", twice, 3_750],
    ["won", twice, 0],
  ] as const)("that is %s, reported in another order, is withheld %#", async (outcome, order, away) => {
    const booking = await world.book();
    const intent = await world.pay(booking, "4000 0000 0000 0259");
    const [dispute] = (await world.sdk.disputes.list({ payment_intent: intent })).data;
    if (!dispute) throw new Error("no dispute");
    if (outcome === "lost") await world.sdk.disputes.close(dispute.id);
    else {
      const evidence = { uncategorized_text: "winning_evidence" };
      await world.sdk.disputes.update(dispute.id, { evidence, submit: true });
    }
    await world.recordAll(order);
    expect(await figures(booking)).toEqual([3_750, away, away]);
    const types = await world.typesOf(booking);
    expect(types.slice(0, 4)).toEqual([
      "BookingRequested",
      "PaymentIntentOpened",
      "DownpaymentReceived",
      "BookingConfirmed",
    ]);
    expect(types.slice(4)).toEqual(["DisputeOpened", "DisputeClosed"]);
  });

  it("is not refunded by a cancellation", async () => {
    const booking = await world.book();
    await world.pay(booking, "4000 0000 0000 0259");
    await world.recordAll();
    await cancel(booking);
    expect((await world.typesOf(booking)).slice(-2)).toEqual(["DisputeOpened", "BookingCancelled"]);
    expect(await figures(booking)).toEqual([3_750, 3_750, 3_750]);
  });

  it("is only an inquiry at first, until it is escalated", async () => {
    const booking = await world.book();
    const intent = await world.pay(booking, "4000 0000 0000 1976");
    await world.recordAll();
    expect(await figures(booking)).toEqual([3_750, 0, 0]);
    const [dispute] = (await world.sdk.disputes.list({ payment_intent: intent })).data;
    if (!dispute) throw new Error("no dispute");
    expect(dispute.status).toBe("warning_needs_response");
    await world.sdk.disputes.update(dispute.id, {
      evidence: { uncategorized_text: "escalate_inquiry_evidence" },
    });
    await world.recordAll(twice);
    expect(await figures(booking)).toEqual([3_750, 3_750, 3_750]);
  });
});
