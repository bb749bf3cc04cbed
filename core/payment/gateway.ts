/** Owns what the product asks of its payment provider: open, read, cancel and refund a payment, and believe a webhook. */
import type { DisputeStanding } from "../booking/disputes.ts";
import type { PaymentPurpose } from "../booking/statuses.ts";

/** `open`: the customer can still pay. `processing`: the bank has not answered yet, the money may still come. */
export type IntentStatus = "succeeded" | "processing" | "open" | "canceled";

/** Why the last attempt to pay failed; `message` is the provider's, fit for the customer's eyes. */
export interface PaymentFailure {
  /** Names this one attempt, however often it is reported. */
  attemptId: string;
  code: string | null;
  declineCode: string | null;
  message: string;
}

/** What the provider says of a payment intent. */
export interface IntentReport {
  id: string;
  status: IntentStatus;
  /** Cents: what was received once succeeded, else what is asked. */
  amountCents: number;
  /** ISO 4217, lower case. */
  currency: string;
  /** The number of the booking that it was opened for; null when the intent is not one of ours. */
  bookingId: number | null;
  /** That booking's name, which is never given twice; null where older code opened the intent, or it is not ours. */
  reference: string | null;
  /** What it was opened for. */
  purpose: PaymentPurpose;
  /** The charge that brought the money; null until succeeded. */
  chargeId: string | null;
  clientSecret: string;
  /** The last failed attempt; null once succeeded. */
  failure: PaymentFailure | null;
}

/** Under which name we asked for a refund. */
export interface RefundName {
  bookingId: number;
  /** Null where older code asked. */
  reference: string | null;
  /** Of the booking: `refund-1`. */
  refundId: string;
}

/** What the provider says of a refund. */
export interface RefundReport {
  stripeRefundId: string;
  /** Null when it was made elsewhere, in the provider's dashboard say. */
  name: RefundName | null;
  paymentIntentId: string | null;
  amountCents: number;
  status: "succeeded" | "pending" | "failed";
  /** Why it failed, in the provider's code. */
  failureCode: string | null;
}

/** What the provider says of a dispute (a chargeback), or of the inquiry that may become one. */
export interface DisputeReport {
  disputeId: string;
  paymentIntentId: string | null;
  chargeId: string | null;
  amountCents: number;
  reasonCode: string | null;
  standing: DisputeStanding;
}

/** A verified webhook. `eventId` names it however often it is sent. */
export type WebhookReport =
  | { kind: "intent"; eventId: string; intent: IntentReport }
  | { kind: "refund"; eventId: string; refund: RefundReport }
  | { kind: "dispute"; eventId: string; dispute: DisputeReport };

/** How long a caller waits for an answer: one try, and how often it is tried again. */
export interface RetryPolicy {
  timeoutMs: number;
  retries: number;
}

/** For those who ask about many bookings and come back anyway: a provider that hangs must not hold up the rest. */
export const SWEEP_RETRIES: RetryPolicy = { timeoutMs: 3_000, retries: 0 };

/**
 * The payment provider as the core, the jobs and the routes see it. Amounts are cents of USD. The same idempotency key with the
 * same request has one effect, however often and from however many processes it is sent. Every call throws `GatewayUnavailable`
 * when the provider did not answer or is not able to; then nothing is known, and the same call may be made again. A key that
 * comes with another request than its first is a fault of the caller and throws the provider's own error.
 */
export interface PaymentGateway {
  /** What the browser needs to speak to the provider itself. */
  readonly publishableKey: string;
  /** No card is charged: the simulated provider answers (decision 50). */
  readonly simulated: boolean;
  /** Real money: `/test-payment` and tokens must be refused (decision 52). */
  readonly live: boolean;

  /** Opens an intent for half of a booking's price. Of the customer nothing goes to the provider, of the booking its number and reference. */
  openIntent(request: {
    bookingId: number;
    reference: string;
    /** The downpayment where none is named. */
    purpose?: PaymentPurpose;
    amountCents: number;
    idempotencyKey: string;
  }): Promise<{ id: string; clientSecret: string }>;

  /** What the provider knows of an intent now; null when it knows none of that id. */
  retrieveIntent(id: string, policy?: RetryPolicy): Promise<IntentReport | null>;

  /**
   * Pays a booking at once with a card token, for the payment test page (decision 177). A decline is a report with a `failure`;
   * null when the provider knows no such token. Refused here, by throwing, when `live`.
   */
  payWithToken(request: {
    bookingId: number;
    reference: string;
    amountCents: number;
    token: string;
    idempotencyKey: string;
  }): Promise<IntentReport | null>;

  /** Makes an open intent unpayable. One that has succeeded stays so and is reported so; null when it is unknown. */
  cancelIntent(id: string, policy?: RetryPolicy): Promise<IntentReport | null>;

  /**
   * Gives back part or all of an intent's money, once per name: a refund that carries it already is answered again, even
   * long after the provider has forgotten the idempotency key. Throws `RefundRefused` when the provider will not.
   */
  refund(request: {
    paymentIntentId: string;
    amountCents: number;
    idempotencyKey: string;
    name: RefundName & { reference: string };
  }): Promise<{ stripeRefundId: string }>;

  /**
   * The provider's own news of refunds and disputes from `since` until before `until` (UTC instants, whole seconds), the oldest first:
   * what webhooks have told, and what they have not. It keeps them for `NEWS_KEPT_MS`.
   */
  news(span: { since: Date; until: Date }, policy?: RetryPolicy): Promise<WebhookReport[]>;

  /** Verifies and reads a webhook; null for kinds of event that say nothing to us. Throws `InvalidSignature` and `MalformedWebhook`. */
  readWebhook(rawBody: string, signature: string): Promise<WebhookReport | null>;
}

/** No older news is to be had of the provider. */
export const NEWS_KEPT_MS = 30 * 24 * 3_600_000;

/** The provider did not answer in time, or could not: try again later with the same idempotency key. */
export class GatewayUnavailable extends Error {
  override readonly name = "GatewayUnavailable";
}

/** The webhook was not signed with our secret, was changed on its way, or is too old. */
export class InvalidSignature extends Error {
  override readonly name = "InvalidSignature";
}

/** The webhook is signed, but is no event of the provider's: no JSON, or not of the shape that its kind has. */
export class MalformedWebhook extends Error {
  override readonly name = "MalformedWebhook";
}

/** The provider refuses this refund for good: it exceeds what is left of the charge, or there is no charge. */
export class RefundRefused extends Error {
  override readonly name = "RefundRefused";
  readonly code: string | null;

  constructor(message: string, code: string | null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
