/** Implements the payment gateway with Stripe's official SDK; Stripe and the simulated Stripe differ only in keys and host. */
import Stripe from "stripe";
import {
  GatewayUnavailable,
  type IntentReport,
  InvalidSignature,
  MalformedWebhook,
  type Payable,
  type PaymentGateway,
  type RefundReference,
  RefundRefused,
  type RetryPolicy,
  type WebhookReport,
} from "../../payment/gateway.ts";
import type { Clock } from "../../platform/clock.ts";
import { currencyCode, toProviderAmount } from "../../venue/currency.ts";
import {
  feeOf,
  intentMetadata,
  intentReport,
  refundMetadata,
  refundReport,
  webhookReport,
} from "./stripe-reports.ts";
import { readEvent } from "./webhook-events.ts";

/** The time limit of one try, and how often the SDK tries again (with its own backoff and the same key). */
const TIMEOUT_MS = 10_000;
const MAX_NETWORK_RETRIES = 2;

/** Webhooks that were signed longer ago than this are refused, so that an intercepted one cannot be replayed later. */
const WEBHOOK_TOLERANCE_SECONDS = 300;

/** Client-supplied ids become part of a URL, so only a valid intent id is sent on. */
const INTENT_ID = /^pi_[A-Za-z0-9]{1,200}$/;

/** Refunds or events per page. */
const PER_PAGE = 100;

/** A server with Stripe's API; the protocol is `http` by default. */
export interface StripeHost {
  protocol?: "http" | "https";
  host: string;
  port: number;
}

export interface StripeGatewayOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  simulated: boolean;
  clock: Clock;
  /** Without a host, Stripe itself is called. */
  host?: StripeHost;
}

/** Makes the gateway. Calls time out after 10 s and are tried three times. The API version is the one that this SDK was built for. */
export function createStripeGateway(options: StripeGatewayOptions): PaymentGateway {
  const live = options.secretKey.startsWith("sk_live_") || options.secretKey.startsWith("rk_live_");
  const { host } = options;
  const stripe = new Stripe(options.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_NETWORK_RETRIES,
    telemetry: false,
    ...(host ? { host: host.host, port: host.port, protocol: host.protocol ?? "http" } : {}),
  });

  const intentParams = (request: Payable & { purpose?: IntentReport["purpose"]; amountCents: number }) => ({
    amount: toProviderAmount(request.amountCents),
    currency: currencyCode(),
    // Only cards and wallets: a method that sends the customer to another site could take longer than the hold.
    automatic_payment_methods: { enabled: true, allow_redirects: "never" as const },
    metadata: intentMetadata(request),
  });

  async function issuedRefund(
    paymentIntentId: string,
    name: RefundReference,
  ): Promise<Stripe.Refund | undefined> {
    const refunds = stripe.refunds.list({ payment_intent: paymentIntentId, limit: PER_PAGE });
    for await (const refund of refunds) {
      const report = refundReport(refund);
      if (report.status !== "failed" && isSameRefund(report.name, name)) return refund;
    }
    return undefined;
  }

  async function retrieveIntent(id: string, policy?: RetryPolicy): Promise<IntentReport | null> {
    if (!INTENT_ID.test(id)) return null;
    return knownReport(stripe.paymentIntents.retrieve(id, {}, callOptions(policy)));
  }

  return {
    publishableKey: options.publishableKey,
    simulated: options.simulated,
    live,
    retrieveIntent,

    async probe() {
      const modes = [options.secretKey, options.publishableKey].map((key) => key.split("_")[1]);
      if (modes[0] !== modes[1])
        return "The secret and the publishable key are of different modes: use both of test mode, or both of live mode";
      try {
        await stripe.paymentIntents.list({ limit: 1 });
        return null;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeAuthenticationError)
          return "Stripe does not know the secret key: copy it again from the dashboard";
        if (error instanceof Stripe.errors.StripeError) return "Stripe did not answer. Try again in a minute";
        throw error;
      }
    },

    async openIntent({ idempotencyKey, ...request }) {
      const intent = await orUnavailable(
        stripe.paymentIntents.create(intentParams(request), { idempotencyKey }),
      );
      const { id, clientSecret } = intentReport(intent);
      return { id, clientSecret };
    },

    async payWithToken({ token, idempotencyKey, ...request }) {
      if (live) throw new Error("payments with a token are for test keys only");
      // Stripe accepts a token here (POST /v1/payment_intents, payment_method_data[card][token]); the SDK's type leaves `card` out.
      const card = { type: "card" as const, card: { token } };
      try {
        const params = { ...intentParams(request), confirm: true, payment_method_data: card };
        return await knownReport(stripe.paymentIntents.create(params, { idempotencyKey }));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) {
          return intentReport(error.payment_intent);
        }
        throw error;
      }
    },

    async cancelIntent(id, policy) {
      if (!INTENT_ID.test(id)) return null;
      try {
        return await knownReport(stripe.paymentIntents.cancel(id, {}, callOptions(policy)));
      } catch (error) {
        // The intent succeeded or was canceled meanwhile; its current state is the answer.
        if (error instanceof Stripe.errors.StripeError && error.code === "payment_intent_unexpected_state") {
          return retrieveIntent(id, policy);
        }
        throw error;
      }
    },

    async refund({ paymentIntentId, amountCents, idempotencyKey, name }) {
      try {
        // The provider forgets idempotency keys after a day; a job may be tried again later than that.
        const params = {
          payment_intent: paymentIntentId,
          amount: toProviderAmount(amountCents),
          metadata: refundMetadata(name),
        };
        const refund =
          (await orUnavailable(issuedRefund(paymentIntentId, name))) ??
          (await orUnavailable(stripe.refunds.create(params, { idempotencyKey })));
        const report = refundReport(refund);
        if (report.status === "failed") throw new RefundRefused("the refund failed at the bank", null);
        if (report.amountCents !== amountCents) {
          throw new RefundRefused(
            `refund ${name.refundId} was already issued with ${report.amountCents} cents`,
            null,
          );
        }
        return { stripeRefundId: report.stripeRefundId };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) {
          throw new RefundRefused(error.message, error.code ?? null, { cause: error });
        }
        throw error;
      }
    },

    async news({ since, until }, policy) {
      const created = { gte: secondOf(since), lt: secondOf(until) };
      const found: WebhookReport[] = [];
      const list = stripe.events.list({ types: NEWS_TYPES, created, limit: PER_PAGE }, callOptions(policy));
      await orUnavailable(
        list.autoPagingEach((event) => {
          const report = webhookReport(readEvent(event));
          if (report) found.push(report);
        }),
      );
      return found.reverse();
    },

    async fees({ since, until }, policy) {
      const created = { gte: secondOf(since), lt: secondOf(until) };
      const params = { created, limit: PER_PAGE, expand: ["data.balance_transaction"] };
      const found = new Map<string, number>();
      await orUnavailable(
        stripe.charges.list(params, callOptions(policy)).autoPagingEach((charge) => {
          const fee = feeOf(charge);
          if (fee) found.set(fee.paymentIntentId, fee.cents);
        }),
      );
      return found;
    },

    async readWebhook(rawBody, signature) {
      let event: unknown;
      try {
        event = await stripe.webhooks.constructEventAsync(
          rawBody,
          signature,
          options.webhookSecret,
          WEBHOOK_TOLERANCE_SECONDS,
          undefined,
          options.clock.now().getTime(),
        );
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
          throw new InvalidSignature("the webhook's signature is not valid", { cause: error });
        }
        // The signature has been checked, so only parsing can fail here.
        throw new MalformedWebhook("the webhook is not JSON", { cause: error });
      }
      return webhookReport(readEvent(event));
    },
  };
}

/** What may happen to money after its capture. */
const NEWS_TYPES = [
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
];

const secondOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

const callOptions = (policy: RetryPolicy | undefined): Stripe.RequestOptions =>
  policy ? { timeout: policy.timeoutMs, maxNetworkRetries: policy.retries } : {};

/**
 * This compares refunds of one intent. If older code left the reference out, the rest is enough to identify the refund, since its intents
 * belonged to one booking each.
 */
const isSameRefund = (found: RefundReference | null, asked: RefundReference): boolean =>
  found !== null &&
  found.refundId === asked.refundId &&
  payeeOf(found) === payeeOf(asked) &&
  (found.reference ?? asked.reference) === asked.reference;

const payeeOf = (name: RefundReference): string | number =>
  "invoice" in name ? name.invoice : name.bookingId;

/** The provider's answer; every failure that says nothing about the request itself becomes `GatewayUnavailable`. */
async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && !isAboutTheRequest(error)) {
      throw new GatewayUnavailable(`the payment provider is not available (${error.type})`, { cause: error });
    }
    throw error;
  }
}

/** The provider's answer about an intent, or null if the provider does not know that id or token. */
async function knownReport(call: Promise<Stripe.PaymentIntent>): Promise<IntentReport | null> {
  try {
    return intentReport(await orUnavailable(call));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") {
      return null;
    }
    throw error;
  }
}

function isAboutTheRequest(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError
  );
}
