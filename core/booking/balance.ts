/** The second half of a booking's money: when it can be paid by card, and what such a payment means (decision 64). Pure; integer cents. */
import { type Refused, refuse } from "../rejection.ts";
import { HOUR_MS } from "../venue/venue-time.ts";
import {
  accept,
  type BookingDecision,
  paidCents,
  refundRequested,
  tooLittleForCard,
} from "./booking-money.ts";
import type { Booking } from "./booking-state.ts";
import { excessRefunds, type TakenPayment, unexpectedPayment } from "./downpayment.ts";

/** Who left without paying may still do so online for this long; afterward it is the desk's business. */
const PAYABLE_AFTER_VISIT_MS = 7 * 24 * HOUR_MS;

/**
 * What a card is asked for of the total, in cents. It is what is due, but for what a dispute has taken away: that is the bank's
 * to decide, and nobody pays twice for being in one.
 */
export const balanceDueCents = (booking: Booking): number =>
  Math.max(0, booking.totalCents - paidCents(booking));

type Terms = Pick<Booking, "status" | "paymentStatus" | "endsAt" | "totalCents" | "downpaymentCents">;

/** Whether the balance can be paid by card now: the downpayment stands, where one is asked for, the booking too, the visit is not long over, and a card can be charged so little. */
export const isBalancePayable = (booking: Terms, paid: number, now: Date): boolean =>
  whyNot(booking, paid, now) === null;

/** Why no payment of the balance can be started; null when one can. */
export const whyBalanceNotPayable = (booking: Booking, now: Date): Refused | null =>
  whyNot(booking, paidCents(booking), now);

function whyNot(booking: Terms, paid: number, now: Date): Refused | null {
  if (booking.status === "cancelled") return refuse("BookingCancelled");
  if (booking.paymentStatus === "paid" || paid >= booking.totalCents) {
    return refuse("AlreadyPaid", { detail: "This booking is already fully paid" });
  }
  const isDownpaid = booking.paymentStatus === "downpaid" && paid >= booking.downpaymentCents;
  if (booking.downpaymentCents > 0 && !isDownpaid) return refuse("DownpaymentDue");
  if (booking.endsAt.getTime() + PAYABLE_AFTER_VISIT_MS <= now.getTime()) return refuse("BookingOver");
  return tooLittleForCard(booking.totalCents - paid);
}

export interface ReceiveBalance extends TakenPayment {
  type: "ReceiveBalance";
}

/**
 * A payment of the balance that the provider took. It pays for the visit, or goes back: another amount than was due, a
 * second payment (the desk was faster, say), or one for a booking that was cancelled or whose downpayment is gone. A
 * debt does not lapse: what was opened in time is welcome however late it comes.
 */
export function receiveBalance(payment: ReceiveBalance, booking: Booking): BookingDecision {
  const { paymentIntentId, chargeId, amountCents, now } = payment;
  if (booking.captured[paymentIntentId] !== undefined) return accept();
  const dueCents = balanceDueCents(booking);
  const isWelcome = booking.status !== "cancelled" && paidCents(booking) >= booking.downpaymentCents;
  // What the desk took since the intent was opened makes it no wrong amount.
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
