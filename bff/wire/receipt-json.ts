/** Writes a receipt: its lines in words, its sums as amounts. */
import type { Booking } from "../../core/booking/booking-state.ts";
import { toAmount } from "../../core/booking/money.ts";
import type { ReceiptSums } from "../../core/booking/receipt.ts";
import { receiptLines } from "../../projections/words/receipt-words.ts";
import type { Receipt } from "../contract/receipt.ts";

/** Lines add up to the total. Times in words are the venue's. */
export function receiptJson(
  booking: Pick<Booking, "status" | "duration" | "startsAt" | "endsAt">,
  sums: ReceiptSums,
  names: { roomName: string; timeZone: string },
): Receipt {
  return {
    lines: receiptLines(booking, sums, names).map(({ text, cents }) => ({ text, amount: toAmount(cents) })),
    tax: toAmount(sums.taxCents),
    total: toAmount(sums.totalCents),
    received: toAmount(sums.receivedCents),
    returned: toAmount(sums.returnedCents),
    disputed: toAmount(sums.disputedCents),
    balance: toAmount(sums.balanceCents),
  };
}
