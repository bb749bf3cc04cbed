/** Owns the way of a booking's money between the provider and the log. What the provider says of an intent is the only truth. */
import { randomUUID } from "node:crypto";
import type { Core, Outcome } from "../context.ts";
import type { EventMeta } from "../log/append.ts";
import {
  type IntentReport,
  type PaymentGateway,
  RefundRefused,
  type WebhookReport,
} from "../payment/gateway.ts";
import { readPerson } from "../personal-data.ts";
import { refuse } from "../rejection.ts";
import { whyNotPayable } from "./booking-money.ts";
import type { Booking } from "./booking-state.ts";
import { handleBooking, loadBooking } from "./handle.ts";
import { CURRENCY } from "./money.ts";
import type { RefundCommand } from "./refunds.ts";

interface CommandContext {
  /** Makes the command happen once; a webhook brings its event's id, so that none is taken twice. */
  commandId: string;
  meta: EventMeta;
}

const newCommand = (kind: string, meta: EventMeta): CommandContext => ({
  commandId: `${kind}:${randomUUID()}`,
  meta,
});

export interface OpenIntent {
  booking: Booking;
  paymentIntentId: string;
  clientSecret: string;
}

/**
 * Opens the payment of a booking's downpayment, or answers the intent that is already open. Asks for the booking's own
 * email, so that a number alone opens nothing; `amountCents`, where given, must be the downpayment.
 */
export async function openPaymentIntent(
  core: Core,
  gateway: PaymentGateway,
  request: { bookingId: number; customerEmail: string; amountCents: number | null | undefined },
  meta: EventMeta,
): Promise<Outcome<OpenIntent>> {
  const { bookingId } = request;
  const { state, at } = await loadBooking(core, bookingId);
  if (!state.exists) return refuse("BookingNotFound");
  const person = await readPerson(core.sql, state.personId);
  if (person?.email?.toLowerCase() !== request.customerEmail.toLowerCase()) {
    const message = "This is not the email the booking was made with";
    return refuse("NotTheCustomer", { errors: [{ path: "customerEmail", message }] });
  }
  const unpayable = whyNotPayable(state, core.clock.now());
  if (unpayable) return unpayable;
  if (request.amountCents !== undefined && request.amountCents !== state.downpaymentCents) {
    return refuse("AmountMismatch", {
      errors: [{ path: "amount", message: "The amount is not the downpayment" }],
    });
  }
  if (state.paymentIntentId) {
    const open = await gateway.retrieveIntent(state.paymentIntentId);
    if (!open) return refuse("UnknownPaymentIntent");
    return { ok: true, value: openIntentOf(state, open), position: at };
  }
  // The booking's id keys the creation: two at once, or a retry after a crash, are given the same intent.
  const intent = await gateway.openIntent({
    bookingId,
    amountCents: state.downpaymentCents,
    idempotencyKey: `booking-${bookingId}-downpayment`,
  });
  const outcome = await handleBooking(
    core,
    bookingId,
    { type: "OpenPaymentIntent", paymentIntentId: intent.id, now: core.clock.now() },
    newCommand("open-intent", meta),
  );
  return outcome.ok ? { ...outcome, value: openIntentOf(outcome.value, intent) } : outcome;
}

const openIntentOf = (booking: Booking, intent: { id: string; clientSecret: string }): OpenIntent => ({
  booking,
  paymentIntentId: intent.id,
  clientSecret: intent.clientSecret,
});

/** A client says that it paid: the intent is fetched from the provider, and only what that says is believed. */
export async function confirmPayment(
  core: Core,
  gateway: PaymentGateway,
  request: { bookingId: number; paymentIntentId: string },
  meta: EventMeta,
): Promise<Outcome<Booking>> {
  const { state } = await loadBooking(core, request.bookingId);
  if (!state.exists) return refuse("BookingNotFound");
  const report = await gateway.retrieveIntent(request.paymentIntentId);
  if (!report) {
    const message = "The payment provider knows no such payment intent";
    return refuse("UnknownPaymentIntent", { errors: [{ path: "paymentIntentId", message }] });
  }
  if (report.bookingId !== request.bookingId) {
    const message = "This payment intent belongs to another booking";
    return refuse("PaymentMismatch", { errors: [{ path: "paymentIntentId", message }] });
  }
  return recordPayment(core, request.bookingId, report, newCommand("confirm-payment", meta));
}

/** Charges a card token at once (the payment test page); the booking's state decides whether it may be paid. */
export async function payWithToken(
  core: Core,
  gateway: PaymentGateway,
  request: { bookingId: number; token: string },
  meta: EventMeta,
): Promise<Outcome<Booking>> {
  const { state, version } = await loadBooking(core, request.bookingId);
  if (!state.exists) return refuse("BookingNotFound");
  const unpayable = whyNotPayable(state, core.clock.now());
  if (unpayable) return unpayable;
  const report = await gateway.payWithToken({
    bookingId: request.bookingId,
    amountCents: state.downpaymentCents,
    token: request.token,
    // The version tells a retry of one click from a second try after a decline.
    idempotencyKey: `booking-${request.bookingId}-token-${version}`,
  });
  if (!report) {
    return refuse("PaymentNotSucceeded", {
      errors: [{ path: "stripeToken", message: "The payment provider knows no such token" }],
    });
  }
  return recordPayment(core, request.bookingId, report, newCommand("pay-with-token", meta));
}

/**
 * Writes down what the provider reports of an intent: money received (once, whoever brings the news), or a decline.
 * Money for a hold that has expired confirms the booking if its hours can still be claimed; else it goes back and
 * `PaymentRefunded` is answered.
 */
export async function recordPayment(
  core: Core,
  bookingId: number,
  report: IntentReport,
  context: CommandContext,
): Promise<Outcome<Booking>> {
  if (report.currency !== CURRENCY) return refuse("PaymentMismatch");
  if (report.status === "succeeded") return receive(core, bookingId, report, context);
  if (!report.failure) return refuse("PaymentNotSucceeded");
  const { attemptId, declineCode, message } = report.failure;
  const command = { type: "FailPayment", paymentIntentId: report.id, attemptId, declineCode } as const;
  const outcome = await handleBooking(core, bookingId, command, context);
  return outcome.ok ? refuse("PaymentNotSucceeded", { detail: message }) : outcome;
}

async function receive(
  core: Core,
  bookingId: number,
  report: IntentReport,
  context: CommandContext,
): Promise<Outcome<Booking>> {
  const { id: paymentIntentId, chargeId, amountCents } = report;
  const command = { type: "ReceiveDownpayment", paymentIntentId, chargeId, amountCents } as const;
  let outcome = await handleBooking(core, bookingId, { ...command, hoursAvailable: true }, context);
  if (!outcome.ok && outcome.rejection.code === "SlotTaken") {
    outcome = await handleBooking(core, bookingId, { ...command, hoursAvailable: false }, context);
  }
  if (!outcome.ok) return outcome;
  const refunded = Object.values(outcome.value.refunds).some(
    (refund) => refund.paymentIntentId === report.id,
  );
  return refunded ? refuse("PaymentRefunded") : outcome;
}

/** Takes a verified webhook, an equal source of truth: any order, any number of times, it is written down once. */
export async function takeWebhook(core: Core, webhook: WebhookReport): Promise<void> {
  const context: CommandContext = {
    commandId: `stripe:${webhook.eventId}`,
    meta: { actor: { kind: "provider" }, requestId: webhook.eventId },
  };
  if (webhook.kind === "intent") {
    if (webhook.intent.bookingId !== null) {
      await recordPayment(core, webhook.intent.bookingId, webhook.intent, context);
    }
    return;
  }
  const ours = /^booking-(\d+)-(refund-\d+)$/.exec(webhook.refund.refundId ?? "");
  if (!ours?.[2]) return;
  const { stripeRefundId, status } = webhook.refund;
  const refundId = ours[2];
  const command: RefundCommand =
    status === "failed"
      ? { type: "RecordRefundFailure", refundId, stripeRefundId, reasonCode: null }
      : { type: "RecordRefund", refundId, stripeRefundId };
  await handleBooking(core, Number(ours[1]), command, context);
}

/** Asks the provider about a booking's open intent, so that a lost webhook loses no payment. */
export async function reconcilePayment(
  core: Core,
  gateway: PaymentGateway,
  bookingId: number,
): Promise<void> {
  const { state } = await loadBooking(core, bookingId);
  if (!state.exists || !state.paymentIntentId) return;
  if (state.captured[state.paymentIntentId] !== undefined) return;
  const report = await gateway.retrieveIntent(state.paymentIntentId);
  if (!report) return;
  const meta: EventMeta = { actor: { kind: "system" }, requestId: `reconcile:booking-${bookingId}` };
  await recordPayment(core, bookingId, report, newCommand("reconcile", meta));
}

/**
 * Sends a requested refund to the provider, once: the refund's own id is the idempotency key of every call, until staff
 * retry one that failed. A refusal for good is written down, and nothing is asked again before they do.
 */
export async function issueRefund(
  core: Core,
  gateway: PaymentGateway,
  request: { bookingId: number; refundId: string },
): Promise<void> {
  const { bookingId, refundId } = request;
  const { state } = await loadBooking(core, bookingId);
  const refund = state.exists ? state.refunds[refundId] : undefined;
  if (!refund || refund.issued || refund.failed || !refund.paymentIntentId) return;
  const name = `booking-${bookingId}-${refundId}`;
  // Stripe answers a key with its first answer, a refusal too: a retry is a request of its own.
  const attempt = refund.tries === 1 ? name : `${name}-try-${refund.tries}`;
  const command = await askForRefund(gateway, refundId, {
    paymentIntentId: refund.paymentIntentId,
    amountCents: refund.amountCents,
    idempotencyKey: attempt,
    refundId: name,
  });
  const outcome = await handleBooking(core, bookingId, command, {
    commandId: `record-refund:${attempt}`,
    meta: { actor: { kind: "system" }, requestId: `refund:booking-${bookingId}` },
  });
  if (!outcome.ok)
    throw new Error(`Refund ${refundId} of booking ${bookingId} was answered but not recorded`);
}

async function askForRefund(
  gateway: PaymentGateway,
  refundId: string,
  request: Parameters<PaymentGateway["refund"]>[0],
): Promise<RefundCommand> {
  try {
    const { stripeRefundId } = await gateway.refund(request);
    return { type: "RecordRefund", refundId, stripeRefundId };
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error;
    return { type: "RecordRefundFailure", refundId, stripeRefundId: null, reasonCode: error.code };
  }
}
