/** Owns the terms on which a customer may cancel their own booking, stated before they do (SPEC §9, DECISIONS Booking). Pure; integer cents. */
import { type Refused, refuse } from "../rejection.ts";
import { HOUR_MS } from "../venue/venue-time.ts";
import { keptCents } from "./booking-money.ts";
import type { Booking } from "./booking-state.ts";
import {
  type CancelledBy,
  FULL_NOTICE_HOURS,
  refundOnCancellation,
  SHORT_NOTICE_HOURS,
} from "./refund-policy.ts";

export interface CancelOwnBooking {
  type: "CancelOwnBooking";
  /** The refund that the customer was shown, cents; null when none was. */
  statedRefundCents: number | null;
  now: Date;
}

export interface CancellationTerms {
  /** Money that the venue has of this booking, less what went or is going back, or is away for a dispute. */
  paidCents: number;
  refundCents: number;
  /** The UTC instant from which the refund is smaller; null when it gets no smaller. */
  refundHoldsUntil: Date | null;
}

/** What goes back if the booking is cancelled at this instant, cents. */
export const refundDue = (booking: Booking, cancelledBy: CancelledBy, now: Date): number =>
  refundOnCancellation({
    cancelledBy,
    receivedCents: keptCents(booking),
    downpaymentCents: booking.downpaymentCents,
    startsAt: booking.startsAt,
    now,
  });

/** What cancelling now means for the customer. */
export function cancellationTerms(booking: Booking, now: Date): CancellationTerms {
  const refundCents = refundDue(booking, "customer", now);
  const next = bordersOf(booking.startsAt).find((border) => border >= now);
  return {
    paidCents: keptCents(booking),
    refundCents,
    refundHoldsUntil: refundCents > 0 && next ? next : null,
  };
}

/** What goes back when the booking is cancelled no later than `until`, a UTC instant; cents. */
export interface CancellationStage {
  until: Date;
  refundCents: number;
}

/**
 * What cancelling gives back from now on, the earliest border first; after the last nothing (SPEC §9). Of `paidCents`, or,
 * where nothing has been paid yet, of the downpayment. None once it cannot be cancelled.
 */
export function cancellationStages(
  booking: Pick<Booking, "status" | "startsAt" | "downpaymentCents">,
  paidCents: number,
  now: Date,
): CancellationStage[] {
  if (!isCancellable(booking, now)) return [];
  const { startsAt, downpaymentCents } = booking;
  const receivedCents = paidCents > 0 ? paidCents : downpaymentCents;
  return bordersOf(startsAt)
    .filter((until) => until >= now)
    .map((until) => {
      const cancellation = { cancelledBy: "customer", receivedCents, downpaymentCents, startsAt } as const;
      return { until, refundCents: refundOnCancellation({ ...cancellation, now: until }) };
    });
}

/** Up to each of these instants cancelling gives back more than later. */
const bordersOf = (startsAt: Date): Date[] =>
  [FULL_NOTICE_HOURS, SHORT_NOTICE_HOURS].map((hours) => new Date(startsAt.getTime() - hours * HOUR_MS));

/** Whether a customer can still cancel: until it begins, unless staff have completed it. */
export const isCancellable = (booking: Pick<Booking, "status" | "startsAt">, now: Date): boolean =>
  booking.status !== "cancelled" && booking.status !== "completed" && booking.startsAt > now;

/** Why a customer cannot cancel; null when they can, or have. Nobody cancels for another refund than they saw. */
export function whyNotCancelled(command: CancelOwnBooking, booking: Booking): Refused | null {
  if (booking.status === "cancelled") return null;
  const { statedRefundCents, now } = command;
  if (!isCancellable(booking, now)) return refuse("BookingOver");
  return statedRefundCents !== null && statedRefundCents !== refundDue(booking, "customer", now)
    ? refuse("RefundChanged")
    : null;
}
