/** Owns what a customer's receipt says of money: what came in, what has gone back, what is due. Amounts are integer cents. */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { toCents } from "../../../../core/booking/money.ts";

interface ReceiptMoney {
  /** What was received, and below zero what went back or is on its way. */
  lines: { text: string; amount: number }[];
  paidCents: number;
  dueCents: number;
}

const cents = (amount: string): number => toCents(amount) ?? 0;

export function receiptMoney(booking: OwnBooking): ReceiptMoney {
  const refunded = cents(booking.refundedAmount);
  const underWay = cents(booking.refundUnderWayAmount);
  const received = cents(booking.paidAmount) + refunded;
  const downpayment = Math.min(received, cents(booking.downpaymentAmount));
  const lines = [
    { text: "Downpayment received", amount: downpayment },
    { text: "Balance received", amount: received - downpayment },
    { text: "Refunded", amount: -refunded },
    { text: "Refund on its way", amount: -underWay },
  ];
  return {
    lines: lines.filter(({ amount }) => amount !== 0),
    paidCents: received - refunded - underWay,
    dueCents: cents(booking.dueAmount),
  };
}
