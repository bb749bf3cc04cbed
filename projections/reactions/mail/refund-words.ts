/** Says what a cancellation gives back, in cents and in a sentence. */
import { formatMoney } from "../../../core/booking/rules/money.ts";
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";

/** The cents that the events of a cancellation refund. */
interface RefundGiven {
  toCard: number;
  atVenue: number;
}

export function refundGiven(commandEvents: readonly BookingEvent[]): RefundGiven {
  const refund = { toCard: 0, atVenue: 0 };
  for (const event of commandEvents) {
    if (event.type === "RefundRequested") refund.toCard += event.data.amountCents;
    if (event.type === "RefundIssued" && event.data.via === "venue") refund.atVenue += event.data.amountCents;
  }
  return refund;
}

export function refundSentence(
  { toCard, atVenue }: RefundGiven,
  hadPaidCents: number,
  byVenue: boolean,
): string {
  const parts = [
    ...(toCard > 0
      ? [`${formatMoney(toCard)} will be refunded to your card${byVenue ? " within 5 business days" : ""}`]
      : []),
    ...(atVenue > 0 ? [`${formatMoney(atVenue)} will be returned at the venue`] : []),
  ];
  if (parts.length > 0) return `Your refund: ${parts.join(", and ")}.`;
  return hadPaidCents > 0
    ? "Under the cancellation policy, there is no refund this close to the visit."
    : "You had not paid anything, so there is no refund.";
}
