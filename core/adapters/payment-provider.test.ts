import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openPaymentProvider } from "./payment-provider.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function open(env: Record<string, string>): Promise<string> {
  const read = readConfig({ SESSION_SECRET: "a secret of the tests, long enough for anybody", ...env });
  if (!read.ok) throw new Error("bad configuration");
  const given = {
    sql: database.sql,
    clock: systemClock,
    webhookUrl: null,
    logger: pino({ level: "silent" }),
  };
  const provider = await openPaymentProvider(read.config, given);
  await provider.stop();
  return provider.gateway.simulated ? "simulated" : "Stripe";
}

it("does not simulate payments on an https site unless it was asked to, and names both ways out", async () => {
  const https = { PUBLIC_URL: "https://hub.example" };
  await expect(open(https)).rejects.toThrow(/STRIPE_SECRET_KEY.*SIMULATED_PAYMENTS=1/);
  expect(await open({ ...https, SIMULATED_PAYMENTS: "1" })).toBe("simulated");
  expect(await open({ PUBLIC_URL: "http://localhost:3000" })).toBe("simulated");
  const keys = { STRIPE_SECRET_KEY: "sk", STRIPE_PUBLISHABLE_KEY: "pk", STRIPE_WEBHOOK_SECRET: "whsec" };
  expect(await open({ ...https, ...keys })).toBe("Stripe");
});
