/** Owns how a receipt reads on the wire: its lines in words, its sums as amounts. */
import type { Booking } from "../../core/booking/booking-state.ts";
import { toAmount } from "../../core/booking/money.ts";
import type { ReceiptSums } from "../../core/booking/receipt.ts";
import { shortDayAndTime } from "../../core/venue/time-format.ts";
import type { Receipt } from "../contract/desk.ts";

const LENGTHS = { hourly: "", "half-day": ", half day", "full-day": ", full day" } as const;

/** Lines add up to the total. Times in words are the venue's. */
export function receiptJson(
  booking: Booking,
  sums: ReceiptSums,
  { roomName, timeZone }: { roomName: string; timeZone: string },
): Receipt {
  const { totalCents, engineerCents } = sums;
  const visit = `${roomName}, ${shortDayAndTime(booking.startsAt, booking.endsAt, timeZone)}`;
  const text =
    booking.status === "cancelled" ? `${visit}, cancelled` : `${visit}${LENGTHS[booking.duration]}`;
  return {
    lines: [
      { text, amount: toAmount(totalCents - engineerCents) },
      ...(engineerCents > 0 ? [{ text: "Engineer", amount: toAmount(engineerCents) }] : []),
    ],
    tax: toAmount(sums.taxCents),
    total: toAmount(totalCents),
    received: toAmount(sums.receivedCents),
    returned: toAmount(sums.returnedCents),
    balance: toAmount(sums.balanceCents),
  };
}
