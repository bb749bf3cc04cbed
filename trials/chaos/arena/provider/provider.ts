/**
 * The payment provider of a run: the simulated Stripe on a PostgreSQL of its own, with a faulty proxy before its API and a faulty relay
 * for its webhooks.
 */
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { startSimulatedStripe } from "../../../../core/adapters/simulated-stripe/simulated-stripe.ts";
import { systemClock } from "../../../../core/platform/clock.ts";
import { openSql } from "../../../../core/platform/database/database.ts";
import type { Logger } from "../../../../core/platform/logger.ts";
import { listenOnLoopback } from "../listen-on-loopback.ts";
import { openProviderProxy, type ProviderProxy } from "./provider-proxy.ts";
import { openWebhookRelay, type WebhookRelay } from "./webhook-relay.ts";

export interface Provider {
  /** The variables for the product. */
  env: Record<string, string>;
  /** The provider's address for browsers, and the publishable key that they send. */
  browser: { url: string; publishableKey: string };
  ownerUrl: string;
  providerProxy: ProviderProxy;
  webhookRelay: WebhookRelay;
  /** Sends again what has not arrived, without the pauses between tries. */
  deliverAll(): Promise<void>;
  /** How many webhooks are not delivered yet. */
  undelivered(): Promise<number>;
  stop(): Promise<void>;
}

const WEBHOOK_SECRET = "whsec_of_the_run_under_faults";

/** Runs on a migrated database; `webhookUrls` are where the product takes webhooks at this moment. */
export async function startProvider(given: {
  runtimeUrl: string;
  ownerUrl: string;
  webhookUrls: () => readonly string[];
  logger: Logger;
}): Promise<Provider> {
  const { logger, ownerUrl } = given;
  const sql = openSql(given.runtimeUrl, { applicationName: "provider" });
  const webhookRelay = await openWebhookRelay(given.webhookUrls);
  const stripe = await startSimulatedStripe({
    sql,
    webhookUrl: webhookRelay.url,
    webhookSecret: WEBHOOK_SECRET,
    clock: systemClock,
    logger,
  });
  const providerProxy = await openProviderProxy(stripe.port);
  const browser = createServer(getRequestListener(new Hono().route("/v1", stripe.browserRoutes).fetch));
  const browserPort = await listenOnLoopback(browser);

  return {
    env: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: providerProxy.url,
    },
    browser: { url: `http://127.0.0.1:${browserPort}/v1`, publishableKey: stripe.publishableKey },
    ownerUrl,
    providerProxy,
    webhookRelay,
    async deliverAll() {
      await sql`update simulated_stripe.webhook_deliveries set due_at = now() where due_at is not null`;
      await stripe.deliverWebhooks();
    },
    async undelivered() {
      const [row] = await sql<{ left: number }[]>`
        select count(*) as left from simulated_stripe.webhook_deliveries where due_at is not null`;
      return row?.left ?? 0;
    },
    async stop() {
      await stripe.stop();
      await Promise.all([close(browser), providerProxy.close(), webhookRelay.close()]);
      await sql.end({ timeout: 1 });
    },
  };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
