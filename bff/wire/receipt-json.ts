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
  /** What is still on account, in cents; null for a booking that is paid otherwise. */
  onAccountCents: number | null;
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
  onAccount: names.onAccountCents === null ? null : toAmount(names.onAccountCents),
  tax: toAmount(priced.taxCents),
  total: toAmount(priced.totalCents),
});

/** `invoices`: the numbers of those that it is on. */
export function receiptJson(
  booking: Visit & Pick<Booking, "accountId">,
  sums: ReceiptSums,
  { invoices, ...names }: Omit<Names, "onAccountCents"> & { invoices: readonly string[] },
): Receipt {
  const onAccountCents = booking.accountId === null ? null : sums.balanceCents;
  return {
    ...pricedJson(booking, sums, { ...names, onAccountCents }),
    invoices: [...invoices],
    received: toAmount(sums.receivedCents),
    returned: toAmount(sums.returnedCents),
    disputed: toAmount(sums.disputedCents),
    balance: toAmount(sums.balanceCents),
  };
}
