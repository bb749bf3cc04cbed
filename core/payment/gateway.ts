/** The port to the payment provider: opens, reads, cancels and refunds payments, and verifies webhooks. */
import type { RecordDispute } from "../booking/payment/disputes.ts";
import type { PaymentPurpose } from "../booking/rules/statuses.ts";

/** `open`: the customer can still pay. `processing`: the bank has not answered yet, and the money may still come. */
export type IntentStatus = "succeeded" | "processing" | "open" | "canceled";

/** Why the last attempt to pay failed; `message` is the provider's and may be shown to the customer. */
export interface PaymentFailure {
  /** Identifies this attempt, however often it is reported. */
  attemptId: string;
  code: string | null;
  declineCode: string | null;
  message: string;
}

/** What the provider reports of a payment intent. */
export interface IntentReport {
  id: string;
  status: IntentStatus;
  /** Cents: the amount received if it succeeded, else the amount asked for. */
  amountCents: number;
  /** ISO 4217, lower case. */
  currency: string;
  /** The number of the booking that it was opened for; null if it is for something else, or not one of ours. */
  bookingId: number | null;
  /** The number of the series that it pays for; null if it is for one booking, or not one of ours. */
  seriesId: number | null;
  /** The number of the invoice that it pays; null if it is for something else, or not one of ours. */
  invoice: string | null;
  /** The reference of the booking, the series or the billing account, which is never reused; null if older code opened the intent, or if it is not ours. */
  reference: string | null;
  /** What it was opened for. */
  purpose: PaymentPurpose;
  /** The charge of the payment; null until succeeded. */
  chargeId: string | null;
  clientSecret: string;
  /** The last failed attempt; null once succeeded. */
  failure: PaymentFailure | null;
}

/** What an intent pays for. A reference, unlike a number, is never reused. */
export type Payable = { reference: string } & (
  | { bookingId: number }
  | { seriesId: number }
  | { invoice: string }
);

/** Names a refund that we requested. */
export type RefundReference = {
  /** Null if older code requested it. */
  reference: string | null;
  /** The refund's name within the booking or the invoice: `refund-1`. */
  refundId: string;
} & ({ bookingId: number } | { invoice: string });

/** What the provider reports of a refund. */
export interface RefundReport {
  stripeRefundId: string;
  /** Null if it was made elsewhere, for example in the provider's dashboard. */
  name: RefundReference | null;
  paymentIntentId: string | null;
  amountCents: number;
  status: "succeeded" | "pending" | "failed";
  /** Why it failed: the provider's code. */
  failureCode: string | null;
}

/** What the provider reports of a dispute (a chargeback), or of the inquiry that may become one. */
export interface DisputeReport extends Omit<RecordDispute, "type" | "paymentIntentId"> {
  paymentIntentId: string | null;
}

/** A verified webhook. `eventId` identifies it, however often it is sent. */
export type WebhookReport =
  | { kind: "intent"; eventId: string; intent: IntentReport }
  | { kind: "refund"; eventId: string; refund: RefundReport }
  | { kind: "dispute"; eventId: string; dispute: DisputeReport };

/** How long a call waits for an answer: the time for one try, and how often it is retried. */
export interface RetryPolicy {
  timeoutMs: number;
  retries: number;
}

/** For jobs that ask about many bookings and run again anyway: a provider that hangs must not delay the rest. */
export const BATCH_RETRIES: RetryPolicy = { timeoutMs: 3_000, retries: 0 };

/**
 * The payment provider as the core, the jobs and the routes see it. Amounts are cents of the venue's currency. The same idempotency key with the same
 * request has one effect, however often and from however many processes it is sent. Every call throws `GatewayUnavailable` if the provider
 * did not answer or cannot; then nothing is known, and the same call may be made again. If a key is sent with another request than its
 * first, that is the caller's mistake, and the provider's own error is thrown.
 */
export interface PaymentGateway {
  /** What the browser needs to talk to the provider itself. */
  readonly publishableKey: string;
  /** No card is charged: the simulated Stripe answers (decision 50). */
  readonly simulated: boolean;
  /** Real money: `/test-payment` and tokens must be refused (decision 52). */
  readonly live: boolean;

  /** Asks the provider with the secret key; why it could not, in a text for staff, or null. Nothing is charged. */
  probe(): Promise<string | null>;

  /** Opens an intent for the downpayment or balance. The provider gets the number and the reference of what it pays for, and no data of the customer. */
  openIntent(
    request: Payable & {
      /** The downpayment if none is named. */
      purpose?: PaymentPurpose;
      amountCents: number;
      idempotencyKey: string;
    },
  ): Promise<{ id: string; clientSecret: string }>;

  /** What the provider knows of an intent now; null if it knows none with that id. */
  retrieveIntent(id: string, policy?: RetryPolicy): Promise<IntentReport | null>;

  /**
   * Pays at once with a card token, for the payment test page (decision 177). A decline is a report with a `failure`; null if the
   * provider knows no such token. Throws if the gateway is `live`.
   */
  payWithToken(
    request: Payable & { amountCents: number; token: string; idempotencyKey: string },
  ): Promise<IntentReport | null>;

  /** Makes an open intent unpayable. One that has succeeded stays so and is reported so; null if it is unknown. */
  cancelIntent(id: string, policy?: RetryPolicy): Promise<IntentReport | null>;

  /**
   * Refunds part or all of an intent's money, once for each name: if a refund with that name exists, it is answered again, even long after
   * the provider has forgotten the idempotency key. Throws `RefundRefused` if the provider refuses.
   */
  refund(request: {
    paymentIntentId: string;
    amountCents: number;
    idempotencyKey: string;
    name: RefundReference & { reference: string };
  }): Promise<{ stripeRefundId: string }>;

  /**
   * The provider's own news of refunds and disputes from `since` until before `until` (UTC instants, whole seconds), oldest first: also
   * news whose webhooks were lost. The provider keeps news for `NEWS_RETENTION_MS`.
   */
  news(span: { since: Date; until: Date }, policy?: RetryPolicy): Promise<WebhookReport[]>;

  /**
   * What the provider charged the venue for each payment from `since` until before `until` (UTC instants, whole seconds): cents by payment
   * intent. A payment is left out while its fee is not known, or if the provider keeps it in another currency. A refund gives no fee back.
   */
  fees(span: { since: Date; until: Date }, policy?: RetryPolicy): Promise<ReadonlyMap<string, number>>;

  /** Verifies and reads a webhook; null for kinds of events that do not concern us. Throws `InvalidSignature` and `MalformedWebhook`. */
  readWebhook(rawBody: string, signature: string): Promise<WebhookReport | null>;
}

/** How long the provider keeps its news. */
export const NEWS_RETENTION_MS = 30 * 24 * 3_600_000;

/** The provider did not answer in time, or could not: try again later with the same idempotency key. */
export class GatewayUnavailable extends Error {
  override readonly name = "GatewayUnavailable";
}

/** The webhook was not signed with our secret, was changed on its way, or is too old. */
export class InvalidSignature extends Error {
  override readonly name = "InvalidSignature";
}

/** The webhook is signed but is not one of the provider's events: it is not JSON, or not of the shape that its kind has. */
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
