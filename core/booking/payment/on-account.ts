/** Computes what a booking on account owes once cancelled, and refuses other ways to pay it (decisions 260, 265). Pure; integer cents, UTC instants. */
import { type Refused, refuse } from "../../log/rejection.ts";
import { type CancelledBy, refundOnCancellation } from "../rules/refund-policy.ts";
import { isNoShow } from "../rules/statuses.ts";
import { owedOnAccountCents } from "../state/booking-money.ts";
import type { Booking } from "../state/booking-state.ts";

/**
 * What it still owes if it is cancelled now: nothing if the venue cancels, the part of the downpayment that the policy keeps if the customer
 * does, and everything after a no-show.
 */
export function owedAfterCancellation(booking: Booking, cancelledBy: CancelledBy, now: Date): number {
  if (isNoShow(booking)) return booking.totalCents;
  if (cancelledBy === "venue") return 0;
  const { downpaymentCents, startsAt, terms } = booking;
  const given = { cancelledBy, receivedCents: downpaymentCents, downpaymentCents, startsAt, terms, now };
  return Math.max(0, downpaymentCents - refundOnCancellation(given));
}

/**
 * What is owed in the end if the booking is cancelled now, less what staff let off; what is owed already, if it is cancelled. Null for a
 * booking that is paid otherwise.
 */
export function owedOnceCancelled(booking: Booking, cancelledBy: CancelledBy, now: Date): number | null {
  if (booking.accountId === null || booking.status === "cancelled") return owedOnAccountCents(booking);
  return Math.max(0, owedAfterCancellation(booking, cancelledBy, now) - booking.creditedCents);
}

/**
 * What is owed in the end if the policy gives back `refundCents` of the downpayment: the rest of it, less what staff let off. The stages of
 * the policy are told with it.
 */
export const owedOfDownpayment = (
  { downpaymentCents, creditedCents }: Pick<Booking, "downpaymentCents" | "creditedCents">,
  refundCents: number,
): number => Math.max(0, downpaymentCents - refundCents - creditedCents);

/** The refusal of money for a booking on account: its invoices are paid instead. Null for any other booking. */
export const refuseOnAccount = ({ accountId }: Pick<Booking, "accountId">): Refused | null =>
  accountId === null ? null : refuse("OnAccount");
