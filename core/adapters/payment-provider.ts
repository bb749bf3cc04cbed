/** Owns which provider takes the payments (DECISIONS Payment): Stripe by the operator's keys, else a simulated one of this process. */
import { systemClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Sql } from "../platform/database.ts";
import { simulatedWebhookSecret } from "../platform/keys.ts";
import type { Logger } from "../platform/logger.ts";
import { sessionSecretOf } from "../platform/secret-file.ts";
import { startSimulatedStripe } from "./simulated-stripe/simulated-stripe.ts";
import { createStripeGateway } from "./stripe/stripe-gateway.ts";

/**
 * `webhookUrl` is where a simulated provider sends its webhooks; null sends none (a worker, which nobody calls). Its
 * `browserRoutes` are for the BFF to mount; null with Stripe's keys.
 */
export async function openPaymentProvider(
  config: Config,
  { sql, webhookUrl, logger }: { sql: Sql; webhookUrl: string | null; logger: Logger },
) {
  const clock = systemClock;
  if (config.stripe) {
    const gateway = createStripeGateway({ ...config.stripe, simulated: false, clock });
    return { gateway, browserRoutes: null, stop: async () => undefined };
  }
  const webhookSecret = simulatedWebhookSecret(sessionSecretOf(config));
  const stripe = await startSimulatedStripe({ sql, webhookUrl, webhookSecret, clock, logger });
  const { secretKey, publishableKey, browserRoutes, stop } = stripe;
  const keys = { secretKey, publishableKey, webhookSecret };
  return {
    gateway: createStripeGateway({ ...keys, simulated: true, clock, host: stripe }),
    browserRoutes,
    stop,
  };
}
