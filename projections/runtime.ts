/** Owns the assembly that every process shares: database, rooms, payment gateway, waker, and the core over them. */

import { type MailOffice, openMailOffice } from "../core/adapters/mail/mail-office.ts";
import {
  type SimulatedStripe,
  startSimulatedStripe,
} from "../core/adapters/simulated-stripe/simulated-stripe.ts";
import { createStripeGateway } from "../core/adapters/stripe/stripe-gateway.ts";
import type { Core } from "../core/context.ts";
import { createLinks } from "../core/links.ts";
import { assertLogBehindSnapshot } from "../core/log/read.ts";
import type { PaymentGateway } from "../core/payment/gateway.ts";
import { systemClock } from "../core/platform/clock.ts";
import type { Config } from "../core/platform/config.ts";
import { openPgPool, openSql, POOL_MAX } from "../core/platform/database.ts";
import { sessionSecretOf } from "../core/platform/kept-secret.ts";
import { callerHashWith, holderHashWith } from "../core/platform/keyed-hash.ts";
import { loadKeys, type SessionKeys, sessionKeys, simulatedWebhookSecret } from "../core/platform/keys.ts";
import type { Logger } from "../core/platform/logger.ts";
import { houseAt } from "../core/venue/house.ts";
import { loadRooms } from "../core/venue/rooms.ts";
import { createWaker } from "./engine/wake.ts";
import { FOLLOWER_NAMES } from "./followers.ts";
import { startWorker } from "./worker.ts";

export interface Runtime {
  core: Core;
  gateway: PaymentGateway;
  mail: MailOffice;
  /** Sign sessions and read them. */
  sessionKeys: SessionKeys;
  /** By what the table of limits tells callers apart. */
  callerHash: (text: string) => string;
  /** The simulated provider's browser side, for the BFF to mount; null with Stripe's keys. */
  simulatedStripe: SimulatedStripe["browserRoutes"] | null;
  /** Opens a worker on this runtime's database. Its `stop` is safe to call twice. */
  startWorker(): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

/**
 * Connects to a migrated and seeded database: processes with the runtime's login, an operator's command as the owner. `webhookUrl` is
 * where the simulated provider sends its webhooks; null sends none (a worker, which nobody calls). Throws when a restored log
 * is ahead of this cluster.
 */
export async function openRuntime(
  config: Config,
  given: {
    databaseUrl: string;
    webhookUrl: string | null;
    /** How many connections it may open goes by this, too. */
    name: "bff" | "worker" | "demo";
    logger: Logger;
  },
): Promise<Runtime> {
  const { logger } = given;
  const sessionSecret = sessionSecretOf(config);
  const sql = openSql(given.databaseUrl, {
    max: POOL_MAX[given.name],
    applicationName: `hub ${given.name}`,
  });
  try {
    await assertLogBehindSnapshot(sql);
    const keys = await loadKeys(sql);
    const rooms = await loadRooms(sql);
    const payment = await openPayment();
    const waker = createWaker({ sql, followers: FOLLOWER_NAMES, logger });
    const core: Core = {
      sql,
      clock: systemClock,
      rooms,
      timeZone: config.venueTimezone,
      house: houseAt({ email: config.venueEmail, url: config.publicUrl }),
      holdMs: config.holdMinutes * 60_000,
      holderHash: holderHashWith(keys.holders),
      links: createLinks({ key: keys.links, publicUrl: config.publicUrl }),
      afterAppend: () => waker.wake(),
    };
    const mail = openMailOffice(config);
    return {
      core,
      gateway: payment.gateway,
      mail,
      sessionKeys: sessionKeys(sessionSecret, config.previousSessionSecrets),
      callerHash: callerHashWith(keys.callers),
      simulatedStripe: payment.browserRoutes,
      async startWorker() {
        const pgPool = openPgPool(given.databaseUrl, {
          max: POOL_MAX.jobs,
          applicationName: `hub ${given.name} jobs`,
          // A job that is done again finds that it was: each leaves its own mark with a commit that waits.
          waitsForDisk: false,
        });
        pgPool.on("error", (error) => logger.warn({ err: error }, "a job connection was lost"));
        const worker = await startWorker({ core, gateway: payment.gateway, mail, pgPool, logger });
        let stopped: Promise<void> | undefined;
        const stop = async (): Promise<void> => {
          await worker.stop();
          await pgPool.end();
        };
        return {
          stop() {
            stopped ??= stop();
            return stopped;
          },
        };
      },
      async close() {
        await waker.stop();
        await payment.stop();
        await sql.end({ timeout: 5 });
      },
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }

  async function openPayment() {
    if (config.stripe) {
      const gateway = createStripeGateway({ ...config.stripe, simulated: false, clock: systemClock });
      return { gateway, browserRoutes: null, stop: async () => undefined };
    }
    const webhookSecret = simulatedWebhookSecret(sessionSecret);
    const { webhookUrl } = given;
    const stripe = await startSimulatedStripe({ sql, webhookUrl, webhookSecret, clock: systemClock, logger });
    const { secretKey, publishableKey, host, port } = stripe;
    const gateway = createStripeGateway({
      secretKey,
      publishableKey,
      webhookSecret,
      simulated: true,
      clock: systemClock,
      host: { host, port },
    });
    return { gateway, browserRoutes: stripe.browserRoutes, stop: () => stripe.stop() };
  }
}
