/** Computes how much of the money received is refunded when a booking is cancelled (decision 67). Integer cents. */

import { roundCents } from "../../venue/currency.ts";
import type { BookingTerms } from "../../venue/settings.ts";
import { HOUR_MS } from "../../venue/time/venue-time.ts";

export const CANCELLED_BY = ["venue", "customer"] as const;
export type CancelledBy = (typeof CANCELLED_BY)[number];

const percentOf = (cents: number, percent: number): number => roundCents((cents * percent) / 100);

/** A stage of a customer's own cancellation: `refundCents` are refunded until that instant, inclusive. */
export interface CancellationStage {
  until: Date;
  refundCents: number;
}

/**
 * What a customer's cancellation refunds of the money paid, earliest stage first, in cents, by the terms of the booking (the first terms:
 * with 24 hours' notice all but 10% of the downpayment, with 12 hours' notice half of everything; decision 67), then nothing.
 */
export function cancellationStages(
  startsAt: Date,
  paidCents: number,
  downpaymentCents: number,
  { refundTerms }: Pick<BookingTerms, "refundTerms">,
): CancellationStage[] {
  if (paidCents <= 0) return [];
  const feeBase = Math.min(downpaymentCents, paidCents);
  return refundTerms.map(({ hoursBefore, refundPercent, feePercent }) => ({
    until: new Date(startsAt.getTime() - hoursBefore * HOUR_MS),
    refundCents: Math.max(0, percentOf(paidCents, refundPercent) - percentOf(feeBase, feePercent)),
  }));
}

/** The refund in cents. If the venue cancels, everything is refunded; if a customer cancels, what the stage at that moment says. */
export function refundOnCancellation(booking: {
  cancelledBy: CancelledBy;
  receivedCents: number;
  downpaymentCents: number;
  startsAt: Date;
  terms: Pick<BookingTerms, "refundTerms">;
  now: Date;
}): number {
  if (booking.receivedCents <= 0) return 0;
  if (booking.cancelledBy === "venue") return booking.receivedCents;
  const { startsAt, receivedCents, downpaymentCents, terms } = booking;
  const stages = cancellationStages(startsAt, receivedCents, downpaymentCents, terms);
  return stages.find(({ until }) => booking.now <= until)?.refundCents ?? 0;
}
