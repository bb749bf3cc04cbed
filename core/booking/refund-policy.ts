/** Owns how much of the money received goes back when a booking is cancelled (SPEC §9, DECISIONS Booking). Integer cents. */

export const CANCELLED_BY = ["venue", "customer"] as const;
export type CancelledBy = (typeof CANCELLED_BY)[number];

const FULL_NOTICE_HOURS = 24;
const SHORT_NOTICE_HOURS = 12;
const FEE_PERCENT = 10;
const SHORT_NOTICE_PERCENT = 50;
const HOUR_MS = 3_600_000;

const percentOf = (cents: number, percent: number): number => Math.round((cents * percent) / 100);

const before = (startsAt: Date, hours: number): Date => new Date(startsAt.getTime() - hours * HOUR_MS);

/** A term of a customer's own cancellation: `refundCents` come back until that instant, the instant itself included. */
export interface CancellationStage {
  until: Date;
  refundCents: number;
}

/**
 * What a customer's cancellation gives back of the money paid, earliest first, in cents: with 24 hours' notice all but 10%
 * of the downpayment, with 12 hours half of it all, then nothing (SPEC §9). `downpaymentCents` is by default all that was
 * paid.
 */
export function cancellationStages(
  startsAt: Date,
  paidCents: number,
  downpaymentCents: number = paidCents,
): CancellationStage[] {
  if (paidCents <= 0) return [];
  const fee = percentOf(Math.min(downpaymentCents, paidCents), FEE_PERCENT);
  return [
    { until: before(startsAt, FULL_NOTICE_HOURS), refundCents: paidCents - fee },
    { until: before(startsAt, SHORT_NOTICE_HOURS), refundCents: percentOf(paidCents, SHORT_NOTICE_PERCENT) },
  ];
}

/**
 * The refund in cents. The venue gives everything back; a customer gets what the stage of the moment says.
 */
export function refundOnCancellation(booking: {
  cancelledBy: CancelledBy;
  receivedCents: number;
  downpaymentCents: number;
  startsAt: Date;
  now: Date;
}): number {
  if (booking.receivedCents <= 0) return 0;
  if (booking.cancelledBy === "venue") return booking.receivedCents;
  const stages = cancellationStages(booking.startsAt, booking.receivedCents, booking.downpaymentCents);
  return stages.find(({ until }) => booking.now <= until)?.refundCents ?? 0;
}
