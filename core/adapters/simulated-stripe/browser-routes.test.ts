/** Checks what a browser with a client secret can do, and what it cannot. */
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CARD, createPaymentWorld, type PaymentWorld, REFERENCE } from "../stripe/payment-fixture.ts";

let world: PaymentWorld;
let server: Awaited<ReturnType<PaymentWorld["start"]>>;
let booking = 0;

beforeAll(async () => {
  world = await createPaymentWorld();
  server = await world.start();
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});

function open() {
  booking += 1;
  return server.gateway.openIntent({
    bookingId: booking,
    reference: REFERENCE,
    amountCents: 7500,
    idempotencyKey: `open-${booking}`,
  });
}
const statusOf = async (id: string) => (await server.gateway.retrieveIntent(id))?.status;

describe("a card in the browser", () => {
  test("pays the intent, and the answer shows nothing of the account's data", async () => {
    const intent = await open();
    const { status, body } = await server.browser.pay(intent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: intent.id, status: "succeeded", client_secret: intent.clientSecret });
    for (const field of ["metadata", "latest_charge", "amount_received"])
      expect(body).not.toHaveProperty(field);
  });

  test.each([
    ["4000000000000002", "card_declined", "generic_decline"],
    ["4000000000009995", "card_declined", "insufficient_funds"],
    ["4000000000000069", "expired_card", "expired_card"],
    ["4000000000000127", "incorrect_cvc", "incorrect_cvc"],
  ])("%s is declined with %s, and another card pays", async (number, code, decline_code) => {
    const intent = await open();
    const declined = await server.browser.pay(intent, number);
    expect(declined.status).toBe(402);
    expect(declined.body.error).toMatchObject({
      type: "card_error",
      code,
      decline_code,
      message: expect.stringMatching(/^Your card/),
      payment_intent: { id: intent.id, status: "requires_payment_method" },
    });
    expect(declined.body.error.payment_intent).not.toHaveProperty("metadata");
    expect((await server.browser.pay(intent)).body.status).toBe("succeeded");
  });

  test("is not tried if a field is invalid", async () => {
    const intent = await open();
    const { status, body } = await server.browser.pay(intent, CARD.number, { exp_year: "2020" });
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: "invalid_expiry_year", param: "exp_year" });
    expect(await server.gateway.retrieveIntent(intent.id)).toMatchObject({ status: "open", failure: null });
  });

  test("is stored only as brand, last digits and expiry", async () => {
    const intent = await open();
    await server.browser.pay(intent, "4000000000000002");
    await server.browser.pay(intent, "5555555555554444");
    const tables = ["payment_intents", "charges", "events", "idempotency_keys"];
    for (const table of tables) {
      const leaks = await world.sql`
        select 1 from ${world.sql(`simulated_stripe.${table}`)} t
        where t::text ~ '4000000000000002|5555555555554444|"cvc"'`;
      expect(leaks, table).toHaveLength(0);
    }
    const [charge] = await world.sql`
      select payment_method from simulated_stripe.charges where payment_intent = ${intent.id} and status = 'succeeded'`;
    expect(charge?.payment_method).toMatchObject({
      brand: "mastercard",
      last4: "4444",
      exp_month: 12,
      exp_year: 2030,
    });
  });

  test("may come as a form with bracketed names", async () => {
    const intent = await open();
    const form = new URLSearchParams({
      client_secret: intent.clientSecret,
      "payment_method_data[type]": "card",
    });
    for (const [field, value] of Object.entries(CARD)) form.set(`payment_method_data[card][${field}]`, value);
    const response = await server.simulated.browserRoutes.request(`/payment_intents/${intent.id}/confirm`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    });
    expect(await response.json()).toMatchObject({ status: "succeeded" });
  });
});

describe("the confirmation step", () => {
  async function waiting() {
    const intent = await open();
    const { status, body } = await server.browser.pay(intent, "4000002500003155");
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
    expect(await statusOf(intent.id)).toBe("open");
    return intent;
  }

  test("succeeds", async () => {
    const intent = await waiting();
    const { status, body } = await server.browser.authenticate(intent, "succeed");
    expect([status, body.status, body.next_action]).toEqual([200, "succeeded", null]);
    expect(await statusOf(intent.id)).toBe("succeeded");
  });

  test("fails, and another card pays", async () => {
    const intent = await waiting();
    const { status, body } = await server.browser.authenticate(intent, "fail");
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      code: "payment_intent_authentication_failure",
      payment_intent: { status: "requires_payment_method" },
    });
    expect((await server.gateway.retrieveIntent(intent.id))?.failure).toMatchObject({
      attemptId: expect.stringMatching(/^pm_/),
      code: "payment_intent_authentication_failure",
    });
    expect((await server.browser.pay(intent)).body.status).toBe("succeeded");
  });

  test("that is left open is replaced by another card", async () => {
    const intent = await waiting();
    expect((await server.browser.pay(intent)).body.status).toBe("succeeded");
    expect((await server.browser.authenticate(intent, "succeed")).body.error.code).toBe(
      "payment_intent_unexpected_state",
    );
  });

  test("charges once if it is answered twice at the same time", async () => {
    const intent = await waiting();
    const both = await Promise.all([
      server.browser.authenticate(intent, "succeed"),
      server.browser.authenticate(intent, "succeed"),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 400]);
  });
});

describe("without the right client secret", () => {
  test("nothing is paid and nothing is shown", async () => {
    const intent = await open();
    const other = await open();
    const stranger = { id: intent.id, clientSecret: other.clientSecret };
    const paid = await server.browser.pay(stranger);
    expect([paid.status, paid.body.error.param]).toEqual([400, "client_secret"]);
    expect(JSON.stringify(paid.body)).not.toContain(intent.clientSecret);
    expect(await statusOf(intent.id)).toBe("open");

    const get = async (path: string) => (await server.simulated.browserRoutes.request(path)).status;
    expect(await get(`/payment_intents/${intent.id}?client_secret=${intent.clientSecret}`)).toBe(200);
    expect(await get(`/payment_intents/${intent.id}?client_secret=${other.clientSecret}`)).toBe(400);
    expect(await get(`/payment_intents/${intent.id}`)).toBe(400);
    expect(await get(`/payment_intents/pi_unknown?client_secret=${intent.clientSecret}`)).toBe(404);
    expect(await get("/refunds")).toBe(404);
  });

  test.each([
    ["application/json", "{", "Invalid JSON in the request body."],
    ["application/json", "[1]", "Missing required param: client_secret."],
    ["application/json", "3", "The request body must be an object of parameters."],
    ["application/x-www-form-urlencoded", `x=${"a".repeat(70_000)}`, "The request body is too large."],
  ])("a body that cannot be read is answered with a 400 (%s)", async (type, body, message) => {
    const response = await server.simulated.browserRoutes.request("/payment_intents/pi_1/confirm", {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error", message } });
  });
});

test("a text that no database can store is refused, in a path and in a parameter", async () => {
  const get = async (path: string) => (await server.simulated.browserRoutes.request(path)).status;
  expect(await get("/payment_intents/%00?client_secret=x")).toBe(404);
  expect(await get("/payment_intents/pi_1?client_secret=%00")).toBe(400);
});

test("mounted in the product's site, the routes answer as Stripe does", async () => {
  const site = new Hono();
  site.onError((_error, c) => c.text("the site's own answer", 500));
  site.route("/simulated-stripe/v1", server.simulated.browserRoutes);
  const intent = await open();
  const path = `/simulated-stripe/v1/payment_intents/${intent.id}`;
  const shown = await site.request(`${path}?client_secret=${intent.clientSecret}`);
  expect(shown.headers.get("cache-control")).toBe("no-store");
  expect(await shown.json()).toMatchObject({ status: "requires_payment_method" });
  const refused = await site.request(path);
  expect([refused.status, (await refused.json()).error.code]).toEqual([400, "parameter_missing"]);
});
