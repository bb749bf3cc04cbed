/** Checks how the gateway opens, pays, cancels and refunds intents, with the real SDK and the simulated Stripe. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PaymentGateway, RefundRefused } from "../../payment/gateway.ts";
import { FIRST_CURRENCY, setCurrency } from "../../venue/currency.ts";
import { createPaymentWorld, type PaymentWorld, REFERENCE, WEBHOOK_SECRET } from "./payment-fixture.ts";
import { createStripeGateway } from "./stripe-gateway.ts";

let world: PaymentWorld;
let gateway: PaymentGateway;
let browser: Awaited<ReturnType<PaymentWorld["start"]>>["browser"];

beforeAll(async () => {
  world = await createPaymentWorld();
  ({ gateway, browser } = await world.start());
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});

async function paid(bookingId: number, amountCents: number) {
  const intent = await gateway.openIntent({
    bookingId,
    reference: REFERENCE,
    amountCents,
    idempotencyKey: `open-${bookingId}`,
  });
  expect((await browser.pay(intent)).status).toBe(200);
  return intent;
}

describe("an intent", () => {
  test("is open until a card pays it", async () => {
    const intent = await gateway.openIntent({
      bookingId: 1,
      reference: REFERENCE,
      amountCents: 7500,
      idempotencyKey: "open-1",
    });
    expect(intent.clientSecret).toMatch(new RegExp(`^${intent.id}_secret_`));
    expect(await gateway.retrieveIntent(intent.id)).toEqual({
      id: intent.id,
      purpose: "downpayment",
      status: "open",
      amountCents: 7500,
      currency: "usd",
      bookingId: 1,
      seriesId: null,
      invoice: null,
      reference: REFERENCE,
      chargeId: null,
      clientSecret: intent.clientSecret,
      failure: null,
    });

    await browser.pay(intent);
    expect(await gateway.retrieveIntent(intent.id)).toMatchObject({
      status: "succeeded",
      amountCents: 7500,
      bookingId: 1,
      chargeId: expect.stringMatching(/^ch_/),
      failure: null,
    });
  });

  test("is one intent if it is requested twice with one key, even at the same time", async () => {
    const request = { bookingId: 2, reference: REFERENCE, amountCents: 5000, idempotencyKey: "open-2" };
    const intents = await Promise.all([gateway.openIntent(request), gateway.openIntent(request)]);
    intents.push(await gateway.openIntent(request));
    expect(new Set(intents.map((intent) => intent.id)).size).toBe(1);
  });

  test.each(["pi_unknown", "", "../refunds", "pi_x_secret_y", "ch_1"])("%j is unknown", async (id) => {
    expect(await gateway.retrieveIntent(id)).toBeNull();
    expect(await gateway.cancelIntent(id)).toBeNull();
  });

  test("reports a decline and its attempt, and stays open for another card", async () => {
    const intent = await gateway.openIntent({
      bookingId: 3,
      reference: REFERENCE,
      amountCents: 5000,
      idempotencyKey: "open-3",
    });
    await browser.pay(intent, "4000000000009995");
    expect(await gateway.retrieveIntent(intent.id)).toMatchObject({
      status: "open",
      chargeId: null,
      failure: {
        attemptId: expect.stringMatching(/^ch_/),
        code: "card_declined",
        declineCode: "insufficient_funds",
        message: "Your card has insufficient funds.",
      },
    });
    await browser.pay(intent);
    expect(await gateway.retrieveIntent(intent.id)).toMatchObject({ status: "succeeded", failure: null });
  });

  test("can be canceled while it is open, and not once it is paid", async () => {
    const open = await gateway.openIntent({
      bookingId: 4,
      reference: REFERENCE,
      amountCents: 5000,
      idempotencyKey: "open-4",
    });
    expect(await gateway.cancelIntent(open.id)).toMatchObject({ status: "canceled" });
    expect(await gateway.cancelIntent(open.id)).toMatchObject({ status: "canceled" });
    expect((await browser.pay(open)).body.error.code).toBe("payment_intent_unexpected_state");

    const done = await paid(5, 5000);
    expect(await gateway.cancelIntent(done.id)).toMatchObject({ status: "succeeded" });
  });
});

describe("a token", () => {
  const pay = (bookingId: number, token: string) =>
    gateway.payWithToken({
      bookingId,
      reference: REFERENCE,
      amountCents: 6000,
      token,
      idempotencyKey: `token-${bookingId}`,
    });

  test("pays at once, and once per key", async () => {
    const report = await pay(10, "tok_visa");
    expect(report).toMatchObject({ status: "succeeded", amountCents: 6000, bookingId: 10, failure: null });
    expect((await pay(10, "tok_visa"))?.chargeId).toBe(report?.chargeId);
  });

  test("that is declined is answered with a report of the decline", async () => {
    expect(await pay(11, "tok_chargeDeclined")).toMatchObject({
      status: "open",
      failure: { declineCode: "generic_decline", message: "Your card was declined." },
    });
  });

  test("that was never made is answered with null", async () => {
    expect(await pay(12, "tok_nonsense")).toBeNull();
  });

  test("is refused with live keys before anything is sent", async () => {
    const live = createStripeGateway({
      secretKey: "sk_live_x",
      publishableKey: "pk_live_x",
      webhookSecret: WEBHOOK_SECRET,
      simulated: false,
      clock: world.clock,
      host: { host: "127.0.0.1", port: 1 },
    });
    expect(live.live).toBe(true);
    const payment = {
      bookingId: 1,
      reference: REFERENCE,
      amountCents: 5000,
      token: "tok_visa",
      idempotencyKey: "live",
    };
    await expect(live.payWithToken(payment)).rejects.toThrow("test keys only");
  });
});

describe("fees", () => {
  const day = (from: string) => ({
    since: new Date(`${from}T00:00:00Z`),
    until: new Date(new Date(`${from}T00:00:00Z`).getTime() + 24 * 3_600_000),
  });

  test("are told of the payments of a period, in cents", async () => {
    world.clock.forward(24 * 3_600);
    const [first, second] = [await paid(30, 10_000), await paid(31, 7_550)];
    const declined = await gateway.openIntent({
      bookingId: 32,
      reference: REFERENCE,
      amountCents: 5_000,
      idempotencyKey: "open-32",
    });
    await browser.pay(declined, "4000000000000002");
    world.clock.forward(24 * 3_600);
    const later = await paid(33, 10_000);

    expect(await gateway.fees(day("2026-06-02"))).toEqual(
      new Map([
        [first.id, 320],
        [second.id, 249],
      ]),
    );
    expect(await gateway.fees(day("2026-06-03"))).toEqual(new Map([[later.id, 320]]));
    expect(await gateway.fees(day("2026-06-04"))).toEqual(new Map());
  });

  test("are told in cents too where the provider counts whole units", async () => {
    setCurrency({ currency: "jpy", moneyStyle: "en-US" });
    try {
      world.clock.forward(24 * 3_600);
      const { id } = await paid(34, 1_000_000);
      expect(await gateway.fees(day("2026-06-04"))).toEqual(new Map([[id, 29_000]]));
    } finally {
      setCurrency(FIRST_CURRENCY);
    }
  });
});

describe("a refund", () => {
  const refund = (paymentIntentId: string, refundId: string, amountCents: number) =>
    gateway.refund({
      paymentIntentId,
      amountCents,
      idempotencyKey: `refund-${refundId}`,
      name: { bookingId: 20, reference: REFERENCE, refundId },
    });

  test("is made once per refund id, even at the same time and after the provider has forgotten the key", async () => {
    const { id } = await paid(20, 9000);
    const [first, second] = await Promise.all([refund(id, "r20", 4000), refund(id, "r20", 4000)]);
    expect(second).toEqual(first);
    await world.sql`delete from simulated_stripe.idempotency_keys`;
    expect(await refund(id, "r20", 4000)).toEqual(first);
    const [charge] = await world.sql`
      select amount_refunded from simulated_stripe.charges where payment_intent = ${id}`;
    expect(charge?.amount_refunded).toBe(4000);
  });

  test("may be paid in parts up to the charge and not a cent more", async () => {
    const { id } = await paid(21, 9000);
    await refund(id, "r21a", 4000);
    await expect(refund(id, "r21b", 5001)).rejects.toThrow(RefundRefused);
    await refund(id, "r21c", 5000);
    await expect(refund(id, "r21d", 1)).rejects.toMatchObject({ code: "charge_already_refunded" });
  });

  test("of two that together exceed the charge, one is refused", async () => {
    const { id } = await paid(22, 9000);
    const both = await Promise.allSettled([refund(id, "r22a", 6000), refund(id, "r22b", 6000)]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("under an id that was used for another amount is refused", async () => {
    const { id } = await paid(23, 9000);
    await refund(id, "r23", 1000);
    await expect(refund(id, "r23", 2000)).rejects.toThrow("already issued with 1000 cents");
  });

  test("of an intent without a capture, or of an unknown one, is refused", async () => {
    const open = await gateway.openIntent({
      bookingId: 24,
      reference: REFERENCE,
      amountCents: 5000,
      idempotencyKey: "open-24",
    });
    await expect(refund(open.id, "r24", 100)).rejects.toThrow(RefundRefused);
    await expect(refund("pi_unknown", "r24x", 100)).rejects.toThrow(RefundRefused);
  });
});
