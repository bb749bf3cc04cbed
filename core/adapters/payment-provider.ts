/**
 * Selects the payment provider (decision 50): Stripe if the operator has set its keys, otherwise a simulated Stripe
 * within this process.
 */
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config/config.ts";
import { sessionSecretOf } from "../platform/config/secret-file.ts";
import type { Sql } from "../platform/database/database.ts";
import type { Logger } from "../platform/logger.ts";
import { simulatedWebhookSecret } from "../platform/secrets/keys.ts";
import { startSimulatedStripe } from "./simulated-stripe/simulated-stripe.ts";
import { createStripeGateway, type StripeHost } from "./stripe/stripe-gateway.ts";

/**
 * Throws a message for the operator if the simulated Stripe would serve an https site that did not ask for it.
 * `webhookUrl` is where a simulated Stripe sends its webhooks; with null it sends none (a worker serves no calls). The
 * BFF mounts `browserRoutes`; they are null with Stripe's keys.
 */
export async function openPaymentProvider(
  config: Config,
  { sql, clock, webhookUrl, logger }: { sql: Sql; clock: Clock; webhookUrl: string | null; logger: Logger },
) {
  if (config.stripe) {
    const { apiBase, ...keys } = config.stripe;
    const host = apiBase && hostOf(apiBase);
    const gateway = createStripeGateway({ ...keys, simulated: false, clock, ...(host ? { host } : {}) });
    return { gateway, browserRoutes: null, stop: async () => undefined };
  }
  if (new URL(config.publicUrl).protocol === "https:" && !config.simulatedPaymentsAllowed) {
    throw new Error(
      "PUBLIC_URL is https, but there are no Stripe keys: the simulated provider would take made-up cards of real visitors. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or SIMULATED_PAYMENTS=1 if this is a demonstration.",
    );
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

function hostOf({ protocol, hostname, port }: URL): StripeHost {
  return protocol === "https:"
    ? { protocol: "https", host: hostname, port: Number(port || 443) }
    : { protocol: "http", host: hostname, port: Number(port || 80) };
}
