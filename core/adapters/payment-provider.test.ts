/** Shows when payments are simulated, and when Stripe is called. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config/config.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openPaymentProvider } from "./payment-provider.ts";
import { startSimulatedStripe } from "./simulated-stripe/simulated-stripe.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const logger = pino({ level: "silent" });

function openProvider(env: Record<string, string>) {
  const read = readConfig({ SESSION_SECRET: "a secret of the tests, long enough for anyone", ...env });
  if (!read.ok) throw new Error("bad configuration");
  return openPaymentProvider(read.config, {
    sql: database.sql,
    clock: systemClock,
    webhookUrl: null,
    logger,
  });
}

async function open(env: Record<string, string>): Promise<string> {
  const provider = await openProvider(env);
  await provider.stop();
  return provider.gateway.simulated ? "simulated" : "Stripe";
}

it("does not simulate payments on an https site unless it was asked to, and names both solutions", async () => {
  const https = { PUBLIC_URL: "https://hub.example" };
  await expect(open(https)).rejects.toThrow(/STRIPE_SECRET_KEY.*SIMULATED_PAYMENTS=1/);
  expect(await open({ ...https, SIMULATED_PAYMENTS: "1" })).toBe("simulated");
  expect(await open({ PUBLIC_URL: "http://localhost:3000" })).toBe("simulated");
  const keys = { STRIPE_SECRET_KEY: "sk", STRIPE_PUBLISHABLE_KEY: "pk", STRIPE_WEBHOOK_SECRET: "whsec" };
  expect(await open({ ...https, ...keys })).toBe("Stripe");
});

it("calls the server of STRIPE_API_BASE instead of Stripe, as if it were Stripe", async () => {
  const { sql } = database;
  const server = await startSimulatedStripe({
    sql,
    webhookUrl: null,
    webhookSecret: "whsec",
    clock: systemClock,
    logger,
  });
  const { gateway } = await openProvider({
    STRIPE_SECRET_KEY: server.secretKey,
    STRIPE_PUBLISHABLE_KEY: server.publishableKey,
    STRIPE_WEBHOOK_SECRET: "whsec",
    STRIPE_API_BASE: `http://${server.host}:${server.port}`,
  });
  const asked = {
    bookingId: 7,
    reference: "HUB-7",
    amountCents: 5_000,
    idempotencyKey: "first of booking 7",
  };
  const { id } = await gateway.openIntent(asked);
  expect(gateway.simulated).toBe(false);
  expect(await sql`select amount from simulated_stripe.payment_intents where id = ${id}`).toEqual([
    { amount: 5_000 },
  ]);
  await server.stop();
});
