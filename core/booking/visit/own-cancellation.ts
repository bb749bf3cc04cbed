/** Computes the terms on which customers may cancel their own booking, as stated before they do (decisions 67, 70). Pure; integer cents. */
import { type Refused, refuse } from "../../log/rejection.ts";
import { owedOnceCancelled } from "../payment/on-account.ts";
import {
  type CancellationStage,
  type CancelledBy,
  cancellationStages,
  refundOnCancellation,
} from "../rules/refund-policy.ts";
import { isNoShow } from "../rules/statuses.ts";
import { keptCents, overpaidCents } from "../state/booking-money.ts";
import type { Booking } from "../state/booking-state.ts";

export interface CancelOwnBooking {
  type: "CancelOwnBooking";
  /** The refund that the customer was shown, in cents; null if none was. */
  statedRefundCents: number | null;
  /** On account: what they were shown to owe then, in cents; absent or null if nothing was shown. */
  statedOwedCents?: number | null;
  now: Date;
}

export interface CancellationTerms {
  /** Money that the venue has of this booking, less refunds (requested or issued) and disputes. */
  paidCents: number;
  refundCents: number;
  /** The UTC instant from which the refund is smaller, or more is owed on account; null if neither changes. */
  refundHoldsUntil: Date | null;
}

/**
 * What is refunded if the booking is cancelled at this instant, in cents. After a no-show nothing of the price is refunded, even if the
 * venue cancels; what was paid beyond the price always is.
 */
export function refundDue(booking: Booking, cancelledBy: CancelledBy, now: Date): number {
  // Its invoices are credited instead.
  if (booking.accountId !== null) return 0;
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
  const paidCents = keptCents(booking);
  const givenBack = (at: Date): number =>
    refundDue(booking, "customer", at) - (owedOnceCancelled(booking, "customer", at) ?? 0);
  const worse = upcomingStages(booking, paidCents, now).find(
    ({ until }) => givenBack(justAfter(until)) < givenBack(now),
  );
  return {
    paidCents,
    refundCents: refundDue(booking, "customer", now),
    refundHoldsUntil: worse?.until ?? null,
  };
}

const justAfter = (instant: Date): Date => new Date(instant.getTime() + 1);

/**
 * The stages of cancelling that are still ahead, earliest first (decision 67). They are computed from `paidCents`, or from the downpayment
 * if nothing has been paid yet, or if the booking is on account. Empty once the booking cannot be cancelled.
 */
export function upcomingStages(
  booking: Pick<Booking, "status" | "accountId" | "startsAt" | "downpaymentCents" | "terms">,
  paidCents: number,
  now: Date,
): CancellationStage[] {
  if (!isCancellable(booking, now)) return [];
  const { accountId, startsAt, downpaymentCents, terms } = booking;
  const ofCents = paidCents > 0 && accountId === null ? paidCents : downpaymentCents;
  return cancellationStages(startsAt, ofCents, downpaymentCents, terms).filter(({ until }) => until >= now);
}

/** Whether a customer can still cancel: until the visit begins, unless staff have completed it. */
export const isCancellable = (booking: Pick<Booking, "status" | "startsAt">, now: Date): boolean =>
  booking.status !== "cancelled" && booking.status !== "completed" && booking.startsAt > now;

/** Why a customer cannot cancel; null if they can, or already have. Another refund, or more owed on account, than they saw is refused. */
export function whyNotCancellable(command: CancelOwnBooking, booking: Booking): Refused | null {
  if (booking.status === "cancelled") return null;
  const { statedRefundCents, statedOwedCents = null, now } = command;
  if (!isCancellable(booking, now)) return refuse("BookingOver");
  if (statedRefundCents !== null && statedRefundCents !== refundDue(booking, "customer", now)) {
    return refuse("RefundChanged");
  }
  const owed = owedOnceCancelled(booking, "customer", now) ?? 0;
  return statedOwedCents !== null && statedOwedCents !== owed ? refuseOwedChanged() : null;
}

/** The refusal of a cancellation on account that keeps another amount than was shown. */
export const refuseOwedChanged = (): Refused =>
  refuse("RefundChanged", {
    detail: "What is kept has changed since it was shown to you. Please check it again",
  });
