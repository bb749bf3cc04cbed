/** Owns how much of the money received goes back when a booking is cancelled (SPEC §9, DECISIONS Booking). Integer cents. */

export const CANCELLED_BY = ["venue", "customer"] as const;
export type CancelledBy = (typeof CANCELLED_BY)[number];

export const FULL_NOTICE_HOURS = 24;
export const SHORT_NOTICE_HOURS = 12;
const FEE_PERCENT = 10;
const SHORT_NOTICE_PERCENT = 50;
const HOUR_MS = 3_600_000;

const percentOf = (cents: number, percent: number): number => Math.round((cents * percent) / 100);

/**
 * The refund in cents. The venue gives everything back; a customer with 24 hours' notice or more gets it back less 10%
 * of the downpayment, with 12 hours or more half of it, with less nothing.
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
  const noticeHours = (booking.startsAt.getTime() - booking.now.getTime()) / HOUR_MS;
  if (noticeHours >= FULL_NOTICE_HOURS) {
    const fee = percentOf(Math.min(booking.downpaymentCents, booking.receivedCents), FEE_PERCENT);
    return booking.receivedCents - fee;
  }
  return noticeHours >= SHORT_NOTICE_HOURS ? percentOf(booking.receivedCents, SHORT_NOTICE_PERCENT) : 0;
}
