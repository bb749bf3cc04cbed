/** Checks that the simulated Stripe behaves toward the SDK as Stripe does: states, errors, idempotency, lists. */
import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIRST_CURRENCY, setCurrency } from "../../venue/currency.ts";
import { createPaymentWorld, type PaymentWorld, sdkOf } from "../stripe/payment-fixture.ts";

let world: PaymentWorld;
let server: Awaited<ReturnType<PaymentWorld["start"]>>;
let sdk: Stripe;

beforeAll(async () => {
  world = await createPaymentWorld();
  server = await world.start();
  sdk = server.sdk;
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});

const CREATE: Stripe.PaymentIntentCreateParams = {
  amount: 7500,
  currency: "usd",
  automatic_payment_methods: { enabled: true, allow_redirects: "never" },
  metadata: { bookingId: "1", note: "two words & more" },
};
const visa = { payment_method: "pm_card_visa" };

/** The error that the SDK throws for a refusal. */
async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error("the call was not refused by Stripe");
}

describe("an intent through the SDK", () => {
  test("goes from requires_payment_method to succeeded, with its charge", async () => {
    const opened = await sdk.paymentIntents.create(CREATE);
    expect(opened).toMatchObject({
      object: "payment_intent",
      status: "requires_payment_method",
      amount: 7500,
      amount_received: 0,
      currency: "usd",
      livemode: false,
      created: 1780315200,
      metadata: CREATE.metadata,
      next_action: null,
    });
    expect(opened.lastResponse.requestId).toMatch(/^req_/);

    const paid = await sdk.paymentIntents.confirm(opened.id, visa);
    expect(paid).toMatchObject({ status: "succeeded", amount_received: 7500, metadata: CREATE.metadata });
    const charge = await sdk.charges.retrieve(String(paid.latest_charge));
    expect(charge).toMatchObject({
      paid: true,
      amount: 7500,
      payment_intent: opened.id,
      payment_method_details: { type: "card", card: { brand: "visa", last4: "4242" } },
    });
    expect(await sdk.paymentIntents.retrieve(opened.id)).toEqual(paid);
  });

  test.each([
    ["pm_card_chargeDeclined", "generic_decline", "Your card was declined."],
    ["pm_card_chargeDeclinedInsufficientFunds", "insufficient_funds", "Your card has insufficient funds."],
  ])("%s is answered with a 402 that leaves it open", async (payment_method, decline_code, message) => {
    const { id } = await sdk.paymentIntents.create(CREATE);
    const error = await refusal(sdk.paymentIntents.confirm(id, { payment_method }));
    expect(error).toMatchObject({
      type: "StripeCardError",
      statusCode: 402,
      code: "card_declined",
      decline_code,
      message,
      charge: expect.stringMatching(/^ch_/),
      payment_intent: { id, status: "requires_payment_method" },
    });
    const intent = await sdk.paymentIntents.retrieve(id);
    expect(intent).toMatchObject({
      status: "requires_payment_method",
      amount_received: 0,
      latest_charge: error.charge,
      last_payment_error: { code: "card_declined", decline_code, charge: error.charge },
    });
    expect(await sdk.charges.retrieve(String(error.charge))).toMatchObject({
      status: "failed",
      paid: false,
      failure_code: "card_declined",
    });
  });

  test("is charged once, however many calls confirm it at the same time", async () => {
    const { id } = await sdk.paymentIntents.create(CREATE);
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => sdk.paymentIntents.confirm(id, visa)),
    );
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    const charges = await world.sql`select id from simulated_stripe.charges where payment_intent = ${id}`;
    expect(charges).toHaveLength(1);
    const late = await refusal(sdk.paymentIntents.confirm(id, visa));
    expect(late).toMatchObject({
      code: "payment_intent_unexpected_state",
      payment_intent: { status: "succeeded" },
    });
  });

  test("can be canceled with a reason, and then be neither paid nor canceled", async () => {
    const { id } = await sdk.paymentIntents.create(CREATE);
    const canceled = await sdk.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
    expect(canceled).toMatchObject({
      status: "canceled",
      cancellation_reason: "abandoned",
      canceled_at: 1780315200,
    });
    expect(await refusal(sdk.paymentIntents.confirm(id, visa))).toMatchObject({ statusCode: 400 });
    expect(await refusal(sdk.paymentIntents.cancel(id))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });
});

describe("an idempotency key", () => {
  test("that a running request uses is answered with a 409, and one intent is made", async () => {
    const options = { idempotencyKey: randomUUID() };
    const made = await world.sql.begin(async (tx) => {
      // Another process holds the key in its open transaction.
      await tx`select pg_advisory_xact_lock(hashtextextended('simulated_stripe ' || ${options.idempotencyKey}, 0))`;
      return refusal(sdk.paymentIntents.create(CREATE, options));
    });
    expect(made).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    const first = await sdk.paymentIntents.create(CREATE, options);
    const again = await sdk.paymentIntents.create(CREATE, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers).toMatchObject({
      "idempotent-replayed": "true",
      "original-request": first.lastResponse.requestId,
    });
  });

  test("with other parameters is an idempotency error", async () => {
    const options = { idempotencyKey: randomUUID() };
    await sdk.paymentIntents.create(CREATE, options);
    const error = await refusal(sdk.paymentIntents.create({ ...CREATE, amount: 7501 }, options));
    expect(error).toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
  });

  test("gives the same answer to a decline, without another attempt", async () => {
    const { id } = await sdk.paymentIntents.create(CREATE);
    const options = { idempotencyKey: randomUUID() };
    const decline = () =>
      refusal(sdk.paymentIntents.confirm(id, { payment_method: "pm_card_chargeDeclined" }, options));
    expect((await decline()).charge).toBe((await decline()).charge);
  });

  test("of a refused request can be used again", async () => {
    const options = { idempotencyKey: randomUUID() };
    await refusal(sdk.paymentIntents.create({ ...CREATE, amount: 49 }, options));
    expect((await sdk.paymentIntents.create(CREATE, options)).status).toBe("requires_payment_method");
  });
});

test.each<[string, Partial<Record<string, unknown>>, string, string]>([
  ["no amount", { amount: undefined }, "parameter_missing", "amount"],
  ["too little", { amount: 49 }, "amount_too_small", "amount"],
  ["too much", { amount: 100_000_000 }, "amount_too_large", "amount"],
  ["no whole number", { amount: "7.5" }, "parameter_invalid_integer", "amount"],
  ["an unknown parameter", { amonut: 1 }, "parameter_unknown", "amonut"],
  [
    "an unknown nested one",
    { automatic_payment_methods: { enabled: true, x: 1 } },
    "parameter_unknown",
    "automatic_payment_methods[x]",
  ],
  ["an unknown method", { confirm: true, payment_method: "pm_none" }, "resource_missing", "payment_method"],
])("%s is refused, and nothing is written", async (_what, wrong, code, param) => {
  const count = () => world.sql<[{ n: number }]>`select count(*) as n from simulated_stripe.payment_intents`;
  const before = await count();
  const error = await refusal(sdk.rawRequest("POST", "/v1/payment_intents", { ...CREATE, ...wrong }));
  expect(error).toMatchObject({ type: "StripeInvalidRequestError", code, param });
  expect(await count()).toEqual(before);
});

test("the least amount is that of the venue's currency", async () => {
  setCurrency({ currency: "gbp", moneyStyle: "en-US" });
  try {
    const inPounds = { ...CREATE, currency: "gbp" };
    const tooLittle = await refusal(sdk.paymentIntents.create({ ...inPounds, amount: 29 }));
    expect(tooLittle).toMatchObject({
      code: "amount_too_small",
      message: "Amount must be at least 0.30 gbp",
    });
    expect(await sdk.paymentIntents.create({ ...inPounds, amount: 30 })).toMatchObject({ amount: 30 });
  } finally {
    setCurrency(FIRST_CURRENCY);
  }
});

test("redirects that are not ruled out need a return URL", async () => {
  const params = { amount: 7500, currency: "usd", confirm: true, ...visa };
  expect(await refusal(sdk.paymentIntents.create(params))).toMatchObject({ param: "return_url" });
});

test("a call that is not implemented is answered with a 404", async () => {
  expect(await refusal(sdk.customers.create({}))).toMatchObject({
    statusCode: 404,
    message: expect.stringContaining("Unrecognized request URL (POST: /v1/customers)"),
  });
});

test("only its own secret key gives access", async () => {
  const stranger = sdkOf(server.simulated, "sk_test_somebody_else");
  expect(await refusal(stranger.paymentIntents.create(CREATE))).toMatchObject({
    type: "StripeAuthenticationError",
    message: "Invalid API Key provided: sk_test_****else",
  });
  const address = `http://${server.simulated.host}:${server.simulated.port}/v1/payment_intents`;
  expect((await fetch(address)).status).toBe(401);
});

test("two servers share one ledger and its idempotency keys", async () => {
  const other = await world.start();
  const options = { idempotencyKey: randomUUID() };
  const here = await sdk.paymentIntents.create(CREATE, options);
  expect((await other.sdk.paymentIntents.create(CREATE, options)).id).toBe(here.id);
  await other.sdk.paymentIntents.confirm(here.id, visa);
  expect((await sdk.paymentIntents.retrieve(here.id)).status).toBe("succeeded");
});

test("lists are read page by page, the newest first", async () => {
  const { id } = await sdk.paymentIntents.create({ ...CREATE, confirm: true, ...visa });
  const refunds: string[] = [];
  for (const amount of [100, 200, 300])
    refunds.push((await sdk.refunds.create({ payment_intent: id, amount })).id);
  const page = await sdk.refunds.list({ payment_intent: id, limit: 2 });
  expect(page).toMatchObject({ object: "list", has_more: true, url: "/v1/refunds" });
  const walked = await sdk.refunds.list({ payment_intent: id, limit: 2 }).autoPagingToArray({ limit: 10 });
  expect(walked.map((refund) => refund.id)).toEqual(refunds.reverse());
  const [newest] = (await sdk.paymentIntents.list({ limit: 1 })).data;
  expect(newest?.id).toBe(id);
  const events = await sdk.events.list({ type: "charge.refunded", limit: 1 });
  expect(events.data[0]?.data.object).toMatchObject({
    payment_intent: id,
    amount_refunded: 600,
    refunded: false,
  });
});

test("charges are listed page by page too, with what reached the balance if that is asked for", async () => {
  world.clock.forward(3_600);
  const created = { gte: Math.floor(world.clock.now().getTime() / 1000) };
  const paid = await Promise.all(
    [1, 2, 3].map(() => sdk.paymentIntents.create({ ...CREATE, ...visa, confirm: true })),
  );
  const listed = await sdk.charges
    .list({ created, limit: 1, expand: ["data.balance_transaction"] })
    .autoPagingToArray({ limit: 10 });
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(paid.map((intent) => intent.latest_charge)));
  for (const { id, amount, balance_transaction } of listed) {
    expect(balance_transaction).toMatchObject({ source: id, amount, fee: 248, net: 7252, currency: "usd" });
  }
  const [plain] = (await sdk.charges.list({ created, limit: 1 })).data;
  expect(plain?.balance_transaction).toMatch(/^txn_/);
});

test("a refund of all that is left marks the charge as refunded", async () => {
  const intent = await sdk.paymentIntents.create({ ...CREATE, confirm: true, ...visa });
  await sdk.refunds.create({ payment_intent: intent.id, amount: 2500 });
  const rest = await sdk.refunds.create({ charge: String(intent.latest_charge) });
  expect(rest).toMatchObject({ amount: 5000, status: "succeeded", payment_intent: intent.id });
  expect(await sdk.refunds.retrieve(rest.id)).toEqual(rest);
  expect(await sdk.charges.retrieve(String(intent.latest_charge))).toMatchObject({
    amount_refunded: 7500,
    refunded: true,
  });
});
