/** Writes a booking's receipt line by line: the same on the page and in the mail. Integer cents. */

import type { ReceiptSums } from "../../core/booking/payment/receipt.ts";
import type { Booking } from "../../core/booking/state/booking-state.ts";
import { shortDayAndTime } from "../../core/venue/time/time-format.ts";

const LENGTHS = { hourly: "", "half-day": ", half day", "full-day": ", full day" } as const;

/** The parts that add up to the total. Times in texts are the venue's. */
export function receiptLines(
  booking: Pick<Booking, "status" | "duration" | "startsAt" | "endsAt">,
  {
    totalCents,
    engineerCents,
    reducedCents,
    creditedCents,
  }: Pick<ReceiptSums, "totalCents" | "engineerCents" | "reducedCents" | "creditedCents">,
  { roomName, timeZone }: { roomName: string; timeZone: string },
): { text: string; cents: number }[] {
  const visit = `${roomName}, ${shortDayAndTime(booking.startsAt, booking.endsAt, timeZone)}`;
  const text =
    booking.status === "cancelled" ? `${visit}, cancelled` : `${visit}${LENGTHS[booking.duration]}`;
  return [
    { text, cents: totalCents + reducedCents + creditedCents - engineerCents },
    ...(engineerCents > 0 ? [{ text: "Engineer", cents: engineerCents }] : []),
    ...(reducedCents > 0 ? [{ text: "Price reduced", cents: -reducedCents }] : []),
    ...(creditedCents > 0 ? [{ text: "Credit note", cents: -creditedCents }] : []),
  ];
}
