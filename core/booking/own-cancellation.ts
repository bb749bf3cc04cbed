/** The terms on which a customer may cancel their own booking, stated before they do (decisions 67, 70). Pure; integer cents. */
import { type Refused, refuse } from "../rejection.ts";
import { keptCents, overpaidCents } from "./booking-money.ts";
import type { Booking } from "./booking-state.ts";
import {
  type CancellationStage,
  type CancelledBy,
  cancellationStages,
  refundOnCancellation,
} from "./refund-policy.ts";
import { isNoShow } from "./statuses.ts";

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

/**
 * What goes back if the booking is cancelled at this instant, cents. Of the price of a visit that nobody came to nothing, whoever
 * cancels; what was paid beyond the price always.
 */
export function refundDue(booking: Booking, cancelledBy: CancelledBy, now: Date): number {
  const overpaid = overpaidCents(booking);
  if (isNoShow(booking)) return overpaid;
  const byPolicy = refundOnCancellation({
    cancelledBy,
    receivedCents: keptCents(booking),
    downpaymentCents: booking.downpaymentCents,
    startsAt: booking.startsAt,
    terms: booking.terms,
    now,
  });
  return Math.max(overpaid, byPolicy);
}

/** What cancelling now means for the customer. */
export function cancellationTerms(booking: Booking, now: Date): CancellationTerms {
  const refundCents = refundDue(booking, "customer", now);
  const [next] = stagesAhead(booking, keptCents(booking), now);
  return {
    paidCents: keptCents(booking),
    refundCents,
    refundHoldsUntil: refundCents > 0 && next ? next.until : null,
  };
}

/**
 * The stages of cancelling that are still ahead, the earliest first (decision 67). Of `paidCents`, or, where nothing has been
 * paid yet, of the downpayment. None once it cannot be cancelled.
 */
export function stagesAhead(
  booking: Pick<Booking, "status" | "startsAt" | "downpaymentCents" | "terms">,
  paidCents: number,
  now: Date,
): CancellationStage[] {
  if (!isCancellable(booking, now)) return [];
  const { startsAt, downpaymentCents, terms } = booking;
  const ofCents = paidCents > 0 ? paidCents : downpaymentCents;
  return cancellationStages(startsAt, ofCents, downpaymentCents, terms).filter(({ until }) => until >= now);
}

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
