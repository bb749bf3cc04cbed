/** Owns how Stripe's objects read as the product's reports, and the two metadata keys that tie them to a booking and a refund. */
import type Stripe from "stripe";
import type { IntentReport, IntentStatus, PaymentFailure, RefundReport, WebhookReport } from "./gateway.ts";

/** Metadata keys; nothing else about a booking or its customer goes to Stripe. */
const BOOKING_ID = "bookingId";
export const REFUND_ID = "refundId";

export function bookingMetadata(bookingId: number): Record<string, string> {
  return { [BOOKING_ID]: String(bookingId) };
}

export function intentReport(intent: Stripe.PaymentIntent): IntentReport {
  const status = statusOf(intent.status);
  if (intent.client_secret === null) throw new Error(`intent ${intent.id} came without its client secret`);
  return {
    id: intent.id,
    status,
    amountCents: status === "succeeded" ? intent.amount_received : intent.amount,
    currency: intent.currency,
    bookingId: bookingIdOf(intent.metadata),
    chargeId: status === "succeeded" ? idOf(intent.latest_charge) : null,
    clientSecret: intent.client_secret,
    failure: status === "succeeded" ? null : failureOf(intent),
  };
}

export function refundReport(refund: Stripe.Refund): RefundReport {
  return {
    stripeRefundId: refund.id,
    refundId: refund.metadata?.[REFUND_ID] ?? null,
    paymentIntentId: idOf(refund.payment_intent),
    amountCents: refund.amount,
    status: refundStatusOf(refund.status),
  };
}

/** Null for the many kinds of event that change nothing for a booking. */
export function webhookReport(event: Stripe.Event): WebhookReport | null {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.processing":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return { kind: "intent", eventId: event.id, intent: intentReport(event.data.object) };
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return { kind: "refund", eventId: event.id, refund: refundReport(event.data.object) };
    default:
      return null;
  }
}

/** Every state short of these three waits for the customer (another card, a confirmation step): still open. */
function statusOf(status: Stripe.PaymentIntent.Status): IntentStatus {
  if (status === "succeeded") return "succeeded";
  if (status === "processing") return "processing";
  return status === "canceled" ? "canceled" : "open";
}

function refundStatusOf(status: string | null): RefundReport["status"] {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

function failureOf(intent: Stripe.PaymentIntent): PaymentFailure | null {
  const error = intent.last_payment_error;
  if (!error) return null;
  return {
    // A decline has a charge of its own; a failed authentication has only the card it was tried with.
    attemptId: error.charge ?? error.payment_method?.id ?? `${intent.id}-${error.code ?? error.type}`,
    code: error.code ?? null,
    declineCode: error.decline_code ?? null,
    message: error.message ?? "The payment was not accepted.",
  };
}

function bookingIdOf(metadata: Stripe.Metadata): number | null {
  const text = metadata[BOOKING_ID];
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const bookingId = Number(text);
  return Number.isSafeInteger(bookingId) ? bookingId : null;
}

/** Stripe answers a related object by id, or whole when it was expanded. */
function idOf(related: string | { id: string } | null): string | null {
  return typeof related === "string" ? related : (related?.id ?? null);
}
