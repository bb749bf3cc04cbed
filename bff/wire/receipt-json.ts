/** Writes a receipt: its lines in words, its sums as amounts. */

import type { ReceiptSums } from "../../core/booking/payment/receipt.ts";
import { toAmount } from "../../core/booking/rules/money.ts";
import type { Booking } from "../../core/booking/state/booking-state.ts";
import { type PaymentLine, receiptNumber, WAYS } from "../../projections/words/payment-lines.ts";
import { receiptLines } from "../../projections/words/receipt-lines.ts";
import type { Receipt } from "../contract/receipt.ts";

type Visit = Pick<Booking, "status" | "duration" | "startsAt" | "endsAt">;
interface Names {
  bookingId: number;
  roomName: string;
  timeZone: string;
  taxNumber: string;
  payments: readonly PaymentLine[];
}

/** What it costs: lines that add up to the total. Times in words are the venue's. */
export const pricedJson = (
  booking: Visit,
  priced: Parameters<typeof receiptLines>[1] & Pick<ReceiptSums, "taxCents" | "totalCents">,
  names: Names,
) => ({
  lines: receiptLines(booking, priced, names).map(({ text, cents }) => ({ text, amount: toAmount(cents) })),
  number: receiptNumber(names.bookingId),
  taxNumber: names.taxNumber,
  payments: names.payments.map(({ at, method, cents }) => ({
    at: at.toISOString(),
    way: WAYS[method],
    amount: toAmount(cents),
  })),
  tax: toAmount(priced.taxCents),
  total: toAmount(priced.totalCents),
});

export function receiptJson(booking: Visit, sums: ReceiptSums, names: Names): Receipt {
  return {
    ...pricedJson(booking, sums, names),
    received: toAmount(sums.receivedCents),
    returned: toAmount(sums.returnedCents),
    disputed: toAmount(sums.disputedCents),
    balance: toAmount(sums.balanceCents),
  };
}
