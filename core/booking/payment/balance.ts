/** Decides when a booking's balance can be paid by card, and what such a payment means (decision 64). Pure; integer cents. */
import { type Refused, refuse } from "../../log/rejection.ts";
import { HOUR_MS } from "../../venue/time/venue-time.ts";
import {
  accept,
  type BookingDecision,
  paidCents,
  refundRequested,
  refuseBelowCardMinimum,
} from "../state/booking-money.ts";
import type { Booking } from "../state/booking-state.ts";
import { type CapturedPayment, excessRefunds, unexpectedPayment } from "./downpayment.ts";
import { refuseOnAccount } from "./on-account.ts";

/** A visitor who left without paying can still pay online for this long. After that, the desk takes the money. */
const PAYABLE_AFTER_VISIT_MS = 7 * 24 * HOUR_MS;

/**
 * The part of the total that cards are asked to pay, in cents: what is due, less what a dispute withholds. The bank decides on the disputed
 * money, and the customer must not pay it twice.
 */
export const balanceDueCents = (booking: Booking): number =>
  Math.max(0, booking.totalCents - paidCents(booking));

type Terms = Pick<
  Booking,
  "status" | "accountId" | "paymentStatus" | "endsAt" | "totalCents" | "downpaymentCents"
>;

/**
 * Whether a card can pay the balance now: the downpayment is paid if one is required, the booking is not cancelled, the visit ended not too
 * long ago, and the amount is enough for a card.
 */
export const isBalancePayable = (booking: Terms, paid: number, now: Date): boolean =>
  whyNot(booking, paid, now) === null;

/** Why no payment of the balance can be started; null if one can. */
export const whyBalanceNotPayable = (booking: Booking, now: Date): Refused | null =>
  whyNot(booking, paidCents(booking), now);

function whyNot(booking: Terms, paid: number, now: Date): Refused | null {
  const onAccount = refuseOnAccount(booking);
  if (onAccount) return onAccount;
  if (booking.status === "cancelled") return refuse("BookingCancelled");
  if (booking.paymentStatus === "paid" || paid >= booking.totalCents) {
    return refuse("AlreadyPaid", { detail: "This booking is already fully paid" });
  }
  const isDownpaid = booking.paymentStatus === "downpaid" && paid >= booking.downpaymentCents;
  if (booking.downpaymentCents > 0 && !isDownpaid) return refuse("DownpaymentDue");
  if (booking.endsAt.getTime() + PAYABLE_AFTER_VISIT_MS <= now.getTime()) return refuse("BookingOver");
  return refuseBelowCardMinimum(booking.totalCents - paid);
}

export interface ReceiveBalance extends CapturedPayment {
  type: "ReceiveBalance";
}

/**
 * Decides on a payment of the balance that the provider has captured. It pays for the visit, or it is refunded: if the amount is not what
 * was due, if it is a second payment (the desk was faster, for example), or if the booking was cancelled or its downpayment refunded. A
 * debt does not lapse: a payment opened in time is accepted however late it arrives.
 */
export function receiveBalance(payment: ReceiveBalance, booking: Booking): BookingDecision {
  const { paymentIntentId, chargeId, amountCents, now } = payment;
  if (booking.captured[paymentIntentId] !== undefined) return accept();
  const dueCents = balanceDueCents(booking);
  const isWelcome = booking.status !== "cancelled" && paidCents(booking) >= booking.downpaymentCents;
  // Money that the desk took after the intent was opened does not make its amount wrong.
  const isEnough = amountCents >= dueCents && amountCents === booking.asked[paymentIntentId];
  if (isWelcome && dueCents > 0 && amountCents !== dueCents && !isEnough) {
    return unexpectedPayment(payment, booking, dueCents);
  }
  const data = { paymentIntentId, chargeId, amountCents };
  if (isWelcome && dueCents > 0) {
    const settled = { type: "BalanceReceived", data: { ...data, settles: true } } as const;
    return accept(settled, ...excessRefunds(payment, booking));
  }
  const reason = isWelcome ? "duplicate-payment" : "late-payment";
  return accept(
    { type: "BalanceReceived", data: { ...data, settles: false } },
    refundRequested(booking, { paymentIntentId, amountCents, reason, now }),
  );
}
