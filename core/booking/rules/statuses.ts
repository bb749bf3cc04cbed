/** The status values of bookings and payments, the same in the log, in read tables and on the wire. Safe in a browser. */

export const BOOKING_STATUSES = ["pending", "confirmed", "completed", "cancelled"] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** What a card payment is for: the downpayment at booking, or the balance by the visit (decisions 3, 64). */
export const PAYMENT_PURPOSES = ["downpayment", "balance"] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

export const PAYMENT_STATUSES = ["pending", "downpaid", "paid", "failed"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Whether a booking's unpaid hours count for its customer's account, or for the mailbox, which any visitor may name. */
export const HELD_BY = ["mailbox", "account"] as const;
export type HeldBy = (typeof HELD_BY)[number];

/** How money is paid in person. */
export const DESK_METHODS = ["cash", "terminal", "transfer"] as const;
export type DeskMethod = (typeof DESK_METHODS)[number];

/** How takings are counted. `marked`: staff marked a payment as received without saying how it was paid. */
export const TAKINGS_METHODS = [...DESK_METHODS, "card", "marked"] as const;
export type TakingsMethod = (typeof TAKINGS_METHODS)[number];

/** The stages of a visit that staff mark. */
export const VISIT_STAGES = ["late", "arrived", "left", "no-show"] as const;
export type VisitStage = (typeof VISIT_STAGES)[number];

/** Each stage by the event that marks it. */
export const STAGE_OF_EVENT = {
  VisitDelayed: "late",
  VisitBegun: "arrived",
  VisitEnded: "left",
  VisitMissed: "no-show",
} as const;

/** What undoing a stage returns to: only a guest who had left has arrived before (decision 236). */
export const stageBefore = (stage: VisitStage): VisitStage | null => (stage === "left" ? "arrived" : null);

/** From so many minutes after the start on, a no-show frees the room at once (decision 111); before, the guest may still come. */
const NO_SHOW_AFTER_MS = 30 * 60_000;

export const freesHours = ({ startsAt }: { startsAt: Date }, now: Date): boolean =>
  now.getTime() - startsAt.getTime() >= NO_SHOW_AFTER_MS;

/** The customer did not come: the price is kept even if the venue cancels, no feedback is requested, and it does not count as a visit. */
export const isNoShow = ({ visit }: { visit: VisitStage | null }): boolean => visit === "no-show";

/** Customers can arrive this long before the start. */
const EARLIEST_MS = 3_600_000;

interface MarkedVisit {
  visit: VisitStage | null;
  status: BookingStatus;
  startsAt: Date;
  /** Whether a no-show has freed the hours already. */
  hoursFreed?: boolean;
}

/** Why a stage cannot be marked now, in a sentence; null if it can. */
export function whyStageNotAllowed(
  stage: VisitStage,
  { visit, status, startsAt, hoursFreed = false }: MarkedVisit,
  now: Date,
): string | null {
  const freesNow = stage === "no-show" && !hoursFreed && freesHours({ startsAt }, now);
  if (visit === stage && !freesNow) return "This stage is already marked";
  if (status === "cancelled") return "This booking has been cancelled";
  if (stage === "no-show") {
    if (visit === "arrived" || visit === "left") {
      return "The customer has arrived, so the visit cannot be marked as a no-show";
    }
    return startsAt > now ? "A no-show can be marked once the visit has begun" : null;
  }
  if (startsAt.getTime() - EARLIEST_MS > now.getTime()) return "The visit starts in more than an hour";
  if (stage === "late") return visit === null ? null : "The customer has arrived or did not come";
  if (stage === "left") return visit === "arrived" ? null : "The customer has not arrived yet";
  return visit === "left" ? "The customer has already left" : null;
}

/** How a booking that staff make is paid: by a link that is mailed, at the desk, not at all, or by the invoices of a billing account. */
export const STAFF_PAYMENTS = ["link", "desk", "free", "account"] as const;
export type StaffPayment = (typeof STAFF_PAYMENTS)[number];
