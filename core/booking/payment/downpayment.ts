/** Decides when a booking's downpayment can be paid by card, and what such a payment means (decisions 3, 9). Pure; integer cents. */
import { type Refused, refuse } from "../../log/rejection.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import {
  accept,
  type BookingDecision,
  downpaymentDueOf,
  isDownpaymentReached,
  paidCents,
  type RefundReason,
  refundRequested,
  refuseBelowCardMinimum,
} from "../state/booking-money.ts";
import { type Booking, heldUntil } from "../state/booking-state.ts";

/** Why no payment of the downpayment can be started for this booking; null if one can. */
export function whyDownpaymentNotPayable(booking: Booking, now: Date): Refused | null {
  if (booking.expired) return refuse("HoldExpired");
  if (booking.status === "cancelled") return refuse("BookingCancelled");
  if (isDownpaymentReached(booking) || booking.paymentStatus === "paid") return refuse("AlreadyPaid");
  const deadline = heldUntil(booking);
  const tooLate = booking.status === "pending" && booking.endsAt <= now;
  if (tooLate || (deadline && deadline <= now)) return refuse("HoldExpired");
  if (booking.totalCents === 0) return refuse("NothingDue");
  if (booking.downpaymentCents === 0) {
    return refuse("NothingDue", {
      detail: "This booking needs no downpayment. Pay at the venue",
    });
  }
  return refuseBelowCardMinimum(downpaymentDueCents(booking));
}

export const downpaymentDueCents = (booking: Booking): number =>
  downpaymentDueOf(booking, paidCents(booking));

/** A payment that the provider captured. */
export interface CapturedPayment {
  paymentIntentId: string;
  chargeId: string | null;
  amountCents: number;
  now: Date;
}

export interface ReceiveDownpayment extends CapturedPayment {
  type: "ReceiveDownpayment";
  /** False once claiming the hours again has failed: then the money is refunded. */
  hoursAvailable: boolean;
}

/** Money that pays for nothing, because another amount was due: recorded and refunded. */
export function unexpectedPayment(
  { paymentIntentId, chargeId, amountCents, now }: CapturedPayment,
  booking: Booking,
  expectedCents: number,
): BookingDecision {
  const data = { paymentIntentId, chargeId, amountCents, expectedCents };
  const refund = { paymentIntentId, amountCents, reason: "wrong-amount", now } as const;
  return accept({ type: "UnexpectedPaymentReceived", data }, refundRequested(booking, refund));
}

/** What was paid beyond the total is refunded to the card that has just paid. */
export function excessRefunds(
  { paymentIntentId, amountCents, now }: CapturedPayment,
  booking: Booking,
): BookingEvent[] {
  const excessCents = Math.min(amountCents, paidCents(booking) + amountCents - booking.totalCents);
  if (excessCents <= 0) return [];
  const reason = "duplicate-payment";
  return [refundRequested(booking, { paymentIntentId, amountCents: excessCents, reason, now })];
}

/**
 * Decides on a downpayment that the provider captured. It pays for the visit, or it is refunded: if the amount is not what was asked for,
 * if it is a second payment, or if it comes too late (the hours are taken, or the visit is over and was never confirmed). Money that the
 * desk took after the intent was opened does not make its amount wrong.
 */
export function receiveDownpayment(payment: ReceiveDownpayment, booking: Booking): BookingDecision {
  const { paymentIntentId, chargeId, amountCents, now } = payment;
  if (booking.captured[paymentIntentId] !== undefined) return accept();
  const giveBack = (reason: RefundReason): BookingEvent =>
    refundRequested(booking, { paymentIntentId, amountCents, reason, now });
  if (!isExpected(payment, booking)) return unexpectedPayment(payment, booking, downpaymentDueCents(booking));
  const received: BookingEvent = {
    type: "DownpaymentReceived",
    data: { paymentIntentId, chargeId, amountCents },
  };
  if (isDownpaymentReached(booking)) return accept(received, giveBack("duplicate-payment"));
  const over = booking.endsAt <= now;
  if (booking.status === "cancelled" && (over || !booking.expired || !payment.hoursAvailable)) {
    return accept(received, giveBack("late-payment"));
  }
  if (over && booking.status === "pending") {
    return accept({ type: "BookingExpired", data: {} }, received, giveBack("late-payment"));
  }
  // A visit that staff confirmed takes place whether or not it is paid, so its money is accepted after it too.
  const isConfirmed = booking.status === "confirmed" || booking.status === "completed";
  return accept(
    received,
    ...(isConfirmed ? [] : [{ type: "BookingConfirmed", data: {} } as const]),
    ...excessRefunds(payment, booking),
  );
}

/** Whether the amount is what was asked for, then or now, and reaches the downpayment: money returned in the meantime may leave a gap. */
function isExpected({ paymentIntentId, amountCents }: CapturedPayment, booking: Booking): boolean {
  const { downpaymentCents, asked } = booking;
  if (isDownpaymentReached(booking)) return [asked[paymentIntentId], downpaymentCents].includes(amountCents);
  const dueCents = downpaymentDueCents(booking);
  return (
    amountCents >= dueCents && [asked[paymentIntentId], downpaymentCents, dueCents].includes(amountCents)
  );
}
