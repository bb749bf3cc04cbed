/** Owns what is decided about a booking's money: whether it can be paid, what a payment means, and what goes back. Pure; integer cents. */
import { type Refused, refuse } from "../rejection.ts";
import type { BookingEvent } from "./booking-events.ts";
import { type Booking, heldUntil } from "./booking-state.ts";

/** Accepted events, possibly none ("already so"), or a refusal. */
export type BookingDecision = { ok: true; events: BookingEvent[] } | Refused;

export const accept = (...events: BookingEvent[]): BookingDecision => ({ ok: true, events });

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Money received, by whatever way, in cents. */
export const receivedCents = (booking: Booking): number =>
  sum(Object.values(booking.captured)) + booking.receivedAtVenueCents;

/** Money that went or is going back, in cents. */
export const refundedCents = (booking: Booking): number =>
  sum(Object.values(booking.refunds).map((refund) => refund.amountCents));

/** Why no payment can be started for this booking; null when one can. */
export function whyNotPayable(booking: Booking, now: Date): Refused | null {
  if (booking.expired) return refuse("HoldExpired");
  if (booking.status === "cancelled") return refuse("BookingCancelled");
  if (receivedCents(booking) > 0 || booking.paymentStatus === "paid") return refuse("AlreadyPaid");
  const deadline = heldUntil(booking);
  return deadline && deadline <= now ? refuse("HoldExpired") : null;
}

/** A payment the provider took. With `hoursAvailable` false (claiming them again has failed) a late payment goes back. */
export function receiveDownpayment(
  payment: { paymentIntentId: string; chargeId: string | null; amountCents: number; hoursAvailable: boolean },
  booking: Booking,
): BookingDecision {
  const { paymentIntentId, chargeId, amountCents } = payment;
  if (booking.captured[paymentIntentId] !== undefined) return accept();
  if (amountCents !== booking.downpaymentCents) return refuse("PaymentMismatch");
  const received: BookingEvent = {
    type: "DownpaymentReceived",
    data: { paymentIntentId, chargeId, amountCents },
  };
  const giveBack = (reason: "late-payment" | "duplicate-payment"): BookingDecision =>
    accept(received, {
      type: "RefundRequested",
      data: { refundId: nextRefundId(booking), paymentIntentId, amountCents, reason },
    });
  if (receivedCents(booking) > 0) return giveBack("duplicate-payment");
  if (booking.status === "cancelled" && !(booking.expired && payment.hoursAvailable)) {
    return giveBack("late-payment");
  }
  return booking.status === "confirmed" || booking.status === "completed"
    ? accept(received)
    : accept(received, { type: "BookingConfirmed", data: {} });
}

/** Cards get their money back through the provider first; what came over the counter goes back there. */
export function refundEvents(booking: Booking, amountCents: number): BookingEvent[] {
  const events: BookingEvent[] = [];
  let left = amountCents;
  let ordinal = Object.keys(booking.refunds).length;
  for (const [paymentIntentId, capturedCents] of Object.entries(booking.captured)) {
    const already = Object.values(booking.refunds).filter((r) => r.paymentIntentId === paymentIntentId);
    const part = Math.min(left, capturedCents - sum(already.map((r) => r.amountCents)));
    if (part <= 0) continue;
    ordinal += 1;
    left -= part;
    const refundId = `refund-${ordinal}`;
    events.push({
      type: "RefundRequested",
      data: { refundId, paymentIntentId, amountCents: part, reason: "cancelled" },
    });
  }
  if (left > 0) {
    const refundId = `refund-${ordinal + 1}`;
    events.push({
      type: "RefundIssued",
      data: { refundId, amountCents: left, via: "venue", stripeRefundId: null },
    });
  }
  return events;
}

const nextRefundId = (booking: Booking): string => `refund-${Object.keys(booking.refunds).length + 1}`;

/**
 * Marks say how much the venue then has: the downpayment, the whole, or nothing beyond what the provider took (DECISIONS
 * Payment). What went back came in before, so it counts as received too.
 */
export function markPayment(
  paymentStatus: "downpaid" | "paid" | "failed",
  booking: Booking,
): BookingDecision {
  if (booking.paymentStatus === paymentStatus) return accept();
  const captured = sum(Object.values(booking.captured));
  const due = { downpaid: booking.downpaymentCents, paid: booking.totalCents, failed: 0 }[paymentStatus];
  const atVenue = Math.max(0, due + refundedCents(booking) - captured);
  return accept({
    type: "PaymentMarked",
    data: { paymentStatus, amountCents: atVenue - booking.receivedAtVenueCents },
  });
}
