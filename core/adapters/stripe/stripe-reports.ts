/** Reads Stripe's objects as the product's reports, and defines the metadata keys that link them to a booking and a refund. */
import type Stripe from "stripe";
import type {
  DisputeReport,
  IntentReport,
  IntentStatus,
  Payable,
  PaymentFailure,
  RefundReference,
  RefundReport,
  WebhookReport,
} from "../../payment/gateway.ts";
import { fromProviderAmount } from "../../venue/currency.ts";

/** Metadata keys; nothing else about a booking or its customer is sent to Stripe. */
const BOOKING_ID = "bookingId";
const SERIES_ID = "seriesId";
const INVOICE = "invoice";
const REFERENCE = "reference";
const REFUND_ID = "refundId";
const PURPOSE = "purpose";

/** What the product's intents carry: the number for people at Stripe's dashboard, and the reference that identifies what is paid. */
export const payableMetadata = (payable: Payable): Record<string, string> => ({
  ...numberMetadata(payable),
  [REFERENCE]: payable.reference,
});

function numberMetadata(payable: Payable): Record<string, string> {
  if ("invoice" in payable) return { [INVOICE]: payable.invoice };
  return "seriesId" in payable
    ? { [SERIES_ID]: String(payable.seriesId) }
    : { [BOOKING_ID]: String(payable.bookingId) };
}

/** A downpayment's intent does not state its purpose: a creation that is tried again across an update must have the same parameters. */
export const intentMetadata = (
  intent: Payable & { purpose?: IntentReport["purpose"] },
): Record<string, string> => ({
  ...payableMetadata(intent),
  ...(intent.purpose === "balance" ? { [PURPOSE]: intent.purpose } : {}),
});

export const refundMetadata = (name: RefundReference & { reference: string }): Record<string, string> => ({
  ...payableMetadata(name),
  [REFUND_ID]: name.refundId,
});

export function intentReport(intent: Stripe.PaymentIntent): IntentReport {
  const status = statusOf(intent.status);
  if (intent.client_secret === null) throw new Error(`intent ${intent.id} came without its client secret`);
  return {
    id: intent.id,
    status,
    amountCents: fromProviderAmount(
      status === "succeeded" ? intent.amount_received : intent.amount,
      intent.currency,
    ),
    currency: intent.currency,
    bookingId: numberOf(intent.metadata[BOOKING_ID]),
    seriesId: numberOf(intent.metadata[SERIES_ID]),
    invoice: intent.metadata[INVOICE] ?? null,
    reference: intent.metadata[REFERENCE] ?? null,
    purpose: intent.metadata[PURPOSE] === "balance" ? "balance" : "downpayment",
    chargeId: status === "succeeded" ? idOf(intent.latest_charge) : null,
    clientSecret: intent.client_secret,
    failure: status === "succeeded" ? null : failureOf(intent),
  };
}

export function refundReport(refund: Stripe.Refund): RefundReport {
  return {
    stripeRefundId: refund.id,
    name: refundNameOf(refund.metadata ?? {}),
    paymentIntentId: idOf(refund.payment_intent),
    amountCents: fromProviderAmount(refund.amount, refund.currency),
    status: refundStatusOf(refund.status),
    failureCode: refund.failure_reason ?? null,
  };
}

function disputeReport(dispute: Stripe.Dispute): DisputeReport {
  return {
    disputeId: dispute.id,
    paymentIntentId: idOf(dispute.payment_intent),
    chargeId: idOf(dispute.charge),
    amountCents: fromProviderAmount(dispute.amount, dispute.currency),
    reasonCode: dispute.reason,
    // With a status that Stripe may add in the future, the money is taken to be withheld.
    stage: STANDINGS.get(dispute.status) ?? "open",
  };
}

/** The fee of a charge whose balance transaction was expanded; null while there is none, or if it is in another currency. */
export function feeOf({
  payment_intent,
  balance_transaction: booked,
  currency,
}: Stripe.Charge): { paymentIntentId: string; cents: number } | null {
  const paymentIntentId = idOf(payment_intent);
  if (paymentIntentId === null || booked === null || typeof booked === "string") return null;
  return booked.currency === currency
    ? { paymentIntentId, cents: fromProviderAmount(booked.fee, currency) }
    : null;
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
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return { kind: "dispute", eventId: event.id, dispute: disputeReport(event.data.object) };
    default:
      return null;
  }
}

/** Every status other than these three waits for the customer (another card, a confirmation step), so it is still open. */
function statusOf(status: Stripe.PaymentIntent.Status): IntentStatus {
  if (status === "succeeded") return "succeeded";
  if (status === "processing") return "processing";
  return status === "canceled" ? "canceled" : "open";
}

function refundStatusOf(status: string | null): RefundReport["status"] {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

const STANDINGS: ReadonlyMap<string, DisputeReport["stage"]> = new Map([
  ["warning_needs_response", "inquiry"],
  ["warning_under_review", "inquiry"],
  ["warning_closed", "inquiry-closed"],
  ["prevented", "inquiry-closed"],
  ["won", "won"],
  ["lost", "lost"],
]);

function failureOf(intent: Stripe.PaymentIntent): PaymentFailure | null {
  const error = intent.last_payment_error;
  if (!error) return null;
  return {
    // A decline has a charge of its own; a failed authentication has only the card that it was tried with.
    attemptId: error.charge ?? error.payment_method?.id ?? `${intent.id}-${error.code ?? error.type}`,
    code: error.code ?? null,
    declineCode: error.decline_code ?? null,
    message: error.message ?? "The payment was not accepted.",
  };
}

/** Older code put the number and the refund into one key: `booking-42-refund-1`. */
function refundNameOf(metadata: Stripe.Metadata): RefundReference | null {
  const text = metadata[REFUND_ID];
  if (text === undefined) return null;
  const invoice = metadata[INVOICE];
  if (invoice !== undefined) return { invoice, reference: metadata[REFERENCE] ?? null, refundId: text };
  const older = /^booking-(\d+)-(refund-\d+)$/.exec(text);
  const bookingId = numberOf(older?.[1] ?? metadata[BOOKING_ID]);
  if (bookingId === null) return null;
  return { bookingId, reference: metadata[REFERENCE] ?? null, refundId: older?.[2] ?? text };
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}

/** Stripe gives a related object by id, or as a whole if it was expanded. */
function idOf(related: string | { id: string } | null): string | null {
  return typeof related === "string" ? related : (related?.id ?? null);
}
