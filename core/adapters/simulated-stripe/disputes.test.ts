/** Checks that the simulated Stripe makes the trouble that Stripe's test cards make: disputes, inquiries and failed refunds. */
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../stripe/payment-fixture.ts";

let world: PaymentWorld;
let sdk: Stripe;

beforeAll(async () => {
  world = await createPaymentWorld();
  ({ sdk } = await world.start());
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});

const pay = (payment_method: string) =>
  sdk.paymentIntents.create({
    amount: 7500,
    currency: "usd",
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    confirm: true,
    payment_method,
  });

async function disputed(payment_method = "pm_card_createDispute") {
  const intent = await pay(payment_method);
  const { data } = await sdk.disputes.list({ payment_intent: intent.id });
  const [dispute] = data;
  if (!dispute) throw new Error("no dispute");
  return { intent, dispute };
}

/** The types of the events about an object, oldest first. */
async function eventsAbout(id: string): Promise<string[]> {
  const rows = await world.sql<{ type: string }[]>`
    select type from simulated_stripe.events where body -> 'data' -> 'object' ->> 'id' = ${id} order by listed`;
  return rows.map(({ type }) => type);
}

const submit = (id: string, uncategorized_text: string) =>
  sdk.disputes.update(id, { evidence: { uncategorized_text }, submit: true });

describe("a disputed charge", () => {
  test("is disputed at once, for its whole amount, and cannot be refunded", async () => {
    const { intent, dispute } = await disputed();
    expect(intent.status).toBe("succeeded");
    expect(dispute).toMatchObject({
      object: "dispute",
      amount: 7500,
      charge: intent.latest_charge,
      payment_intent: intent.id,
      reason: "fraudulent",
      status: "needs_response",
      is_charge_refundable: false,
    });
    expect(await sdk.charges.retrieve(String(intent.latest_charge))).toMatchObject({ disputed: true });
    await expect(sdk.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: "charge_disputed",
    });
  });

  test("is lost when it is closed, once", async () => {
    const { dispute } = await disputed();
    expect(await sdk.disputes.close(dispute.id)).toMatchObject({ status: "lost" });
    await expect(sdk.disputes.close(dispute.id)).rejects.toThrow("already closed");
    expect(await eventsAbout(dispute.id)).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
    ]);
  });

  test("is won with winning evidence, and can then be refunded", async () => {
    const { intent, dispute } = await disputed();
    await expect(submit(dispute.id, "a photograph")).rejects.toThrow("winning_evidence");
    expect(await submit(dispute.id, "winning_evidence")).toMatchObject({ status: "won" });
    expect((await eventsAbout(dispute.id)).slice(-2)).toEqual([
      "charge.dispute.closed",
      "charge.dispute.funds_reinstated",
    ]);
    expect(await sdk.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 7500 });
  });

  test("may only be asked about, until the inquiry is escalated or ends", async () => {
    const { intent, dispute } = await disputed("pm_card_createDisputeInquiry");
    expect(dispute.status).toBe("warning_needs_response");
    await sdk.refunds.create({ payment_intent: intent.id, amount: 1000 });
    expect(await submit(dispute.id, "escalate_inquiry_evidence")).toMatchObject({ status: "needs_response" });
    expect(await eventsAbout(dispute.id)).toEqual([
      "charge.dispute.created",
      "charge.dispute.updated",
      "charge.dispute.funds_withdrawn",
    ]);
    const other = await disputed("pm_card_createDisputeInquiry");
    expect(await sdk.disputes.close(other.dispute.id)).toMatchObject({ status: "warning_closed" });
  });

  test("is answered with a 404 if it is unknown", async () => {
    await expect(sdk.disputes.retrieve("du_unknown")).rejects.toMatchObject({ code: "resource_missing" });
  });
});

test("a refund to a card whose bank accepts none is issued, and fails afterward", async () => {
  const intent = await pay("pm_card_refundFail");
  const refund = await sdk.refunds.create({ payment_intent: intent.id });
  expect(refund.status).toBe("succeeded");
  expect(await sdk.refunds.retrieve(refund.id)).toMatchObject({
    status: "failed",
    failure_reason: "expired_or_canceled_card",
  });
  expect(await eventsAbout(refund.id)).toEqual(["refund.created", "refund.failed"]);
  expect(await sdk.charges.retrieve(String(intent.latest_charge))).toMatchObject({ amount_refunded: 0 });
});
