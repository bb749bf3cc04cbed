/** Sets up the payment tests: a database of their own, a fixed clock, and a site that receives webhooks. */
import { createServer } from "node:http";
import { pino } from "pino";
import Stripe from "stripe";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { type SimulatedStripe, startSimulatedStripe } from "../simulated-stripe/simulated-stripe.ts";
import { createStripeGateway } from "./stripe-gateway.ts";

export const WEBHOOK_SECRET = "whsec_test_0123456789abcdef";

/** The reference of a booking, for tests in which it does not matter which one. */
export const REFERENCE = "0b6f6c0e-6a3e-4a55-9c63-3f4a8b9b7d10";

/** A clock that moves only when a test moves it. */
export function standingClock(at = "2026-06-01T12:00:00Z") {
  let now = new Date(at);
  return {
    now: () => now,
    forward(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

interface ReceivedWebhook {
  body: string;
  signature: string;
}

/** A site that accepts webhooks and answers each with `status`; with null it never answers. */
export async function startWebhookSite() {
  const received: ReceivedWebhook[] = [];
  const site: { status: number | null; received: ReceivedWebhook[] } = { status: 200, received };
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = String(request.headers["stripe-signature"]);
      received.push({ body: Buffer.concat(chunks).toString(), signature });
      if (site.status !== null) response.writeHead(site.status).end();
      for (const arrived of waiting.splice(0)) arrived();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return Object.assign(site, {
    url: `http://127.0.0.1:${port}/api/stripe/webhook`,
    /** The next webhook's arrival. */
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/** One ledger, and any number of simulated Stripes over it. */
export async function createPaymentWorld(given?: TestDatabase) {
  const database = given ?? (await createTestDatabase());
  const clock = standingClock();
  const logger = pino({ level: "silent" });
  const started: SimulatedStripe[] = [];

  return {
    url: database.url,
    runtimeUrl: database.runtimeUrl,
    sql: database.sql,
    ownerSql: database.ownerSql,
    clock,
    async start(webhookUrl: string | null = null) {
      const simulated = await startSimulatedStripe({
        sql: database.sql,
        webhookUrl,
        webhookSecret: WEBHOOK_SECRET,
        clock,
        logger,
      });
      started.push(simulated);
      return {
        simulated,
        gateway: createStripeGateway({
          secretKey: simulated.secretKey,
          publishableKey: simulated.publishableKey,
          webhookSecret: WEBHOOK_SECRET,
          simulated: true,
          clock,
          host: simulated,
        }),
        sdk: sdkOf(simulated),
        browser: browserOf(simulated),
      };
    },
    /** Lists where charges and refunds of the ledger do not agree to the cent. */
    async imbalance() {
      return database.sql`
        select i.id from simulated_stripe.payment_intents i
        left join lateral (
          select count(*) as charges, sum(amount) as charged, sum(amount_refunded) as refunded
          from simulated_stripe.charges c where c.payment_intent = i.id and c.status = 'succeeded'
        ) c on true
        left join lateral (
          select coalesce(sum(amount), 0) as given_back from simulated_stripe.refunds r
          where r.payment_intent = i.id and r.status = 'succeeded'
        ) r on true
        where c.charges <> case i.status when 'succeeded' then 1 else 0 end
          or (i.status = 'succeeded' and (c.charged <> i.amount or c.refunded <> r.given_back))
          or (i.status <> 'succeeded' and r.given_back <> 0)`;
    },
    async close() {
      await Promise.all(started.map((simulated) => simulated.stop()));
      await database.drop();
    },
  };
}

export type PaymentWorld = Awaited<ReturnType<typeof createPaymentWorld>>;

/** Stripe's own SDK, connected to the simulated Stripe. */
export function sdkOf(simulated: SimulatedStripe, secretKey = simulated.secretKey): Stripe {
  return new Stripe(secretKey, {
    host: simulated.host,
    port: simulated.port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

export const CARD = { number: "4242 4242 4242 4242", exp_month: "12", exp_year: "2030", cvc: "123" };

/** What the site's test card form does. */
function browserOf(simulated: SimulatedStripe) {
  const post = async (id: string, body: Record<string, unknown>) => {
    const response = await simulated.browserRoutes.request(`/payment_intents/${id}/confirm`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    post,
    pay: (intent: { id: string; clientSecret: string }, number = CARD.number, card: object = {}) =>
      post(intent.id, {
        client_secret: intent.clientSecret,
        payment_method_data: { type: "card", card: { ...CARD, number, ...card } },
      }),
    authenticate: (intent: { id: string; clientSecret: string }, outcome: "succeed" | "fail") =>
      post(intent.id, { client_secret: intent.clientSecret, simulated_authentication: outcome }),
  };
}
