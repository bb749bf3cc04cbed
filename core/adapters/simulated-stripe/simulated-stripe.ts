/** Starts and stops one simulated Stripe: a server on loopback, its keys, its webhooks and its browser routes. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Clock } from "../../platform/clock.ts";
import type { Sql } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logger.ts";
import { stripeBrowserRoutes } from "./browser-routes.ts";
import { newSecretKey } from "./identifiers.ts";
import { deleteExpiredKeys } from "./ledger.ts";
import { stripeApi } from "./server.ts";
import { startWebhookSender } from "./webhooks.ts";

const LOOPBACK = "127.0.0.1";

/** The same in every process, because any of them may serve a browser. It gives no access. */
const PUBLISHABLE_KEY = "pk_test_simulated";

const FORGET_KEYS_EVERY_MS = 3_600_000;
const CLOSE_IDLE_EVERY_MS = 50;

export interface SimulatedStripe {
  /** Where the SDK finds it: `host` and `port` of `createStripeGateway`. */
  host: string;
  port: number;
  /** Valid for this server only; generated at each start. */
  secretKey: string;
  publishableKey: string;
  /** The browser's routes, to be mounted under `/simulated-stripe/v1`. */
  browserRoutes: Hono;
  /** Sends the webhooks that are due now, as its timer does every few seconds. */
  deliverWebhooks(): Promise<void>;
  /** Finishes what is running, closes the server and stops sending; the ledger stays in the database. */
  stop(): Promise<void>;
}

/**
 * Starts a simulated Stripe over the ledger in PostgreSQL (the schema `simulated_stripe`). Any number of them may share
 * one ledger. With a null `webhookUrl` no webhook is sent: these are the lost webhooks that reconciliation finds.
 */
export async function startSimulatedStripe(options: {
  sql: Sql;
  webhookUrl: string | null;
  webhookSecret: string;
  clock: Clock;
  logger: Logger;
}): Promise<SimulatedStripe> {
  const { sql, webhookUrl, webhookSecret, clock } = options;
  const logger = options.logger.child({ part: "simulated-stripe" });
  const secretKey = newSecretKey();
  const webhooks =
    webhookUrl === null
      ? null
      : startWebhookSender({ sql, url: webhookUrl, secret: webhookSecret, clock, logger });
  const shared = {
    sql,
    clock,
    logger,
    notify: webhooks !== null,
    onCommitted: () => void webhooks?.deliverDue(),
  };

  const forget = () =>
    deleteExpiredKeys(sql, clock.now()).catch((error: unknown) =>
      logger.warn({ err: error }, "could not delete old idempotency keys"),
    );
  await forget();
  const forgetting = setInterval(forget, FORGET_KEYS_EVERY_MS);
  forgetting.unref();

  const server = createServer(getRequestListener(stripeApi({ ...shared, secretKey }).fetch));
  server.listen(0, LOOPBACK);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The simulated Stripe has no port");

  let stopped: Promise<void> | null = null;
  async function stop(): Promise<void> {
    clearInterval(forgetting);
    await close(server);
    await webhooks?.stop();
  }

  return {
    host: LOOPBACK,
    port: address.port,
    secretKey,
    publishableKey: PUBLISHABLE_KEY,
    browserRoutes: stripeBrowserRoutes(shared),
    deliverWebhooks: async () => webhooks?.deliverDue(),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Waits for running requests; idle connections that the SDK keeps open are closed. */
function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const sweeping = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    server.close((error) => {
      clearInterval(sweeping);
      if (error) reject(error);
      else resolve();
    });
  });
}
