/** Moves news of a booking's money between the provider and the log. Only what the provider says of an intent is believed. */
import { randomUUID } from "node:crypto";
import { amountDue } from "../booking/booking.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import type { PaymentPurpose } from "../booking/rules/statuses.ts";
import { type Booking, unpaidIntentId } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { refuse, refuseField } from "../log/rejection.ts";
import { readPerson } from "../person/personal-data.ts";
import type { IntentReport, PaymentGateway } from "./gateway.ts";
import { type CommandContext, recordPayment } from "./record-payment.ts";

export const newCommand = (kind: string, meta: EventMeta): CommandContext => ({
  commandId: `${kind}:${randomUUID()}`,
  meta,
});

export interface OpenIntent {
  amountCents: number;
  paymentIntentId: string;
  clientSecret: string;
  /** The deadline of what it pays for, a UTC instant; of several, the earliest; null for an invoice. */
  holdUntil: Date | null;
}

/**
 * Opens the payment of a booking's downpayment or balance, or answers the intent that is already open for it; it replaces a cancelled one.
 * It requires the booking's own email, so that a number alone opens nothing; `amountCents`, if given, must be what is due. An unknown
 * booking and a wrong email get the same refusal. An intent that turns out to be paid is recorded and answered `AlreadyPaid`, or
 * `PaymentRefunded` if the money came too late.
 */
export async function openPaymentIntent(
  core: Core,
  gateway: PaymentGateway,
  request: {
    bookingId: number;
    /** The downpayment if none is named. */
    purpose?: PaymentPurpose;
    customerEmail: string;
    amountCents: number | null | undefined;
  },
  meta: EventMeta,
): Promise<Outcome<OpenIntent>> {
  const { bookingId, purpose = "downpayment" } = request;
  const { state, at } = await loadBooking(core, bookingId);
  const person = state.exists ? await readPerson(core.sql, state.personId) : null;
  if (!state.exists || person?.email?.toLowerCase() !== request.customerEmail.toLowerCase()) {
    return refuseField("NotTheCustomer", "customerEmail", "No booking with this number has this email");
  }
  const due = amountDue(state, purpose, core.clock.now());
  if (!due.ok) return due;
  const asked = { purpose, amountCents: due.cents };
  if (request.amountCents !== undefined && request.amountCents !== asked.amountCents) {
    return refuseField("AmountMismatch", "amount", `The amount is not the ${purpose}`);
  }
  const lastId = unpaidIntentId(state);
  if (lastId !== null) {
    const last = await currentIntent(gateway, lastId, asked);
    if (!last) return refuse("UnknownPaymentIntent");
    if (last.status === "succeeded") {
      const recorded = await recordPayment(core, bookingId, last, newCommand("open-intent", meta));
      if (recorded.ok && last.purpose === purpose) return refuse("AlreadyPaid");
      // A wrong amount, or a payment for something else, is refunded and pays for nothing: an intent is still needed.
      if (!recorded.ok && last.purpose === purpose && recorded.rejection.code !== "PaymentMismatch") {
        return recorded;
      }
    } else if (isFor(last, asked) && last.status !== "canceled") {
      return { ok: true, value: openIntentOf(state, last, asked), position: at };
    }
  }
  return openNextIntent(core, gateway, { bookingId, booking: state, asked }, meta);
}

interface AskedPayment {
  purpose: PaymentPurpose;
  amountCents: number;
}

const isFor = (report: IntentReport, asked: AskedPayment): boolean =>
  report.purpose === asked.purpose && report.amountCents === asked.amountCents;

/** The last intent's state. If it is for something else, it is cancelled first, so that two cannot be paid. */
async function currentIntent(
  gateway: PaymentGateway,
  id: string,
  asked: AskedPayment,
): Promise<IntentReport | null> {
  const last = await gateway.retrieveIntent(id);
  return last?.status === "open" && !isFor(last, asked) ? gateway.cancelIntent(id) : last;
}

async function openNextIntent(
  core: Core,
  gateway: PaymentGateway,
  { bookingId, booking, asked }: { bookingId: number; booking: Booking; asked: AskedPayment },
  meta: EventMeta,
): Promise<Outcome<OpenIntent>> {
  const { reference, asked: openedAmounts, paymentIntentId: replaces } = booking;
  // Reference, ordinal and amount are the key of the creation: two calls at once, or a retry after a crash, get the same intent, and no
  // intent is requested under the key of an older amount.
  const intent = await gateway.openIntent({
    bookingId,
    reference,
    ...asked,
    idempotencyKey: `${reference}/${asked.purpose}-${Object.keys(openedAmounts).length + 1}-${asked.amountCents}`,
  });
  const outcome = await handleBooking(
    core,
    bookingId,
    { type: "OpenPaymentIntent", ...asked, paymentIntentId: intent.id, replaces, now: core.clock.now() },
    newCommand("open-intent", meta),
  );
  if (!outcome.ok) return outcome;
  // Another call was faster with its own intent; the next call gets that one.
  if (outcome.value.paymentIntentId !== intent.id) return refuse("ConcurrentChange");
  return { ...outcome, value: openIntentOf(outcome.value, intent, asked) };
}

const openIntentOf = (
  booking: Booking,
  intent: { id: string; clientSecret: string },
  { amountCents }: AskedPayment,
): OpenIntent => ({
  holdUntil: booking.holdUntil,
  amountCents,
  paymentIntentId: intent.id,
  clientSecret: intent.clientSecret,
});

/** A client says that it paid. The intent is fetched from the provider, and only the provider's answer is believed. */
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
    const message = "The payment provider has no such payment intent";
    return refuseField("UnknownPaymentIntent", "paymentIntentId", message);
  }
  if (!isIntentOf(report, request.bookingId, state)) {
    const message = "This payment intent belongs to another booking";
    return refuseField("PaymentMismatch", "paymentIntentId", message);
  }
  return recordPayment(core, request.bookingId, report, newCommand("confirm-payment", meta));
}

/**
 * Whether the intent was opened for this booking, and not for one that was lost with its number. An intent of older code names no
 * reference, and one of a series names the series; then the booking's own history must contain it.
 */
export function isIntentOf(report: IntentReport, bookingId: number, booking: Booking): boolean {
  const isKnown = booking.asked[report.id] !== undefined || booking.captured[report.id] !== undefined;
  if (report.seriesId !== null) return report.seriesId === booking.series?.id && isKnown;
  if (report.bookingId !== bookingId) return false;
  return report.reference === null ? isKnown : report.reference === booking.reference;
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
  const due = amountDue(state, "downpayment", core.clock.now());
  if (!due.ok) return due;
  const report = await gateway.payWithToken({
    bookingId: request.bookingId,
    reference: state.reference,
    amountCents: due.cents,
    token: request.token,
    // The version distinguishes a retry of one click from a second try after a decline.
    idempotencyKey: `${state.reference}/token-${version}`,
  });
  if (!report) {
    const message = "The payment provider does not know this token";
    return refuseField("PaymentNotSucceeded", "stripeToken", message);
  }
  return recordPayment(core, request.bookingId, report, newCommand("pay-with-token", meta));
}
