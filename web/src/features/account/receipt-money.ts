/** Computes the money on a customer's receipt: what was received, what was refunded, what is due. Amounts are integer cents. */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { toCents } from "../../../../core/booking/rules/money.ts";

interface ReceiptMoney {
  /** Received amounts; below zero, amounts that were refunded or are being refunded. */
  lines: { text: string; amount: number }[];
  paidCents: number;
  dueCents: number;
}

const cents = (amount: string): number => toCents(amount) ?? 0;

export function receiptMoney(booking: OwnBooking): ReceiptMoney {
  const refunded = cents(booking.refundedAmount);
  const underWay = cents(booking.refundUnderWayAmount);
  const received = cents(booking.paidAmount) + refunded;
  const { onAccount } = booking.receipt;
  // On account there is no downpayment.
  const downpayment = onAccount === null ? Math.min(received, cents(booking.downpaymentAmount)) : 0;
  const lines = [
    { text: "Downpayment received", amount: downpayment },
    { text: onAccount === null ? "Balance received" : "Paid by invoice", amount: received - downpayment },
    { text: "Refunded", amount: -refunded },
    { text: "Refund on its way", amount: -underWay },
  ];
  return {
    lines: lines.filter(({ amount }) => amount !== 0),
    paidCents: received - refunded - underWay,
    dueCents: cents(onAccount ?? booking.dueAmount),
  };
}
