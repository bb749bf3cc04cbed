/** Decides what another price does to a booking's money, for moves and reductions (decisions 73, 232). Pure; integer cents, UTC instants. */
import type { PaymentStatus } from "../rules/statuses.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { cardRefunds, isDownpaid, isPaid, paidCents, statusAt } from "../state/booking-money.ts";
import { type Booking, heldUntil } from "../state/booking-state.ts";

interface MoneyAtPrice {
  downpaymentCents: number;
  paymentStatus: PaymentStatus;
}

/** Money paid as downpayment stays the downpayment, so that the rest is paid as a balance. The payment status follows the money. */
export function moneyAt(totalCents: number, shareCents: number, booking: Booking): MoneyAtPrice {
  const { paymentStatus, downpaymentCents: paidDown } = booking;
  if (booking.accountId !== null) {
    // What it costs more is on no invoice yet.
    const isDearer = totalCents > booking.totalCents;
    return { downpaymentCents: shareCents, paymentStatus: isDearer ? "pending" : paymentStatus };
  }
  const downpaymentCents = isDownpaid(paymentStatus) ? Math.min(paidDown, totalCents) : shareCents;
  return {
    downpaymentCents,
    paymentStatus: isPaid(booking)
      ? statusAt({ totalCents, downpaymentCents, paymentStatus }, paidCents(booking))
      : paymentStatus,
  };
}

/**
 * What follows a new total: an unpaid hold with nothing left of its downpayment is confirmed, and cards are refunded what is now overpaid.
 * Overpaid money of the desk is to be returned there.
 */
export function afterNewPrice(
  booking: Booking,
  {
    totalCents,
    money,
    reason,
    now,
  }: { totalCents: number; money: MoneyAtPrice; reason: "moved" | "reduced"; now: Date },
): BookingEvent[] {
  const isDown = money.downpaymentCents === 0 || isDownpaid(money.paymentStatus);
  const isSettled = isDown && heldUntil(booking) !== null;
  const overpaid = totalCents < booking.totalCents ? Math.max(0, paidCents(booking) - totalCents) : 0;
  return [
    ...(isSettled ? [{ type: "BookingConfirmed", data: {} } as const] : []),
    ...cardRefunds(booking, { amountCents: overpaid, reason, now }).events,
  ];
}
