/** Decides the stages of a visit that the desk marks: arrived, left, or no-show (decisions 74, 110). Pure; UTC instants. */
import { refuse } from "../../log/rejection.ts";
import { venueDayOf } from "../../venue/time/venue-time.ts";
import { freesHours, type VisitStage, whyStageNotAllowed } from "../rules/statuses.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { accept, type BookingDecision } from "../state/booking-money.ts";
import { type Booking, heldUntil } from "../state/booking-state.ts";

export type VisitCommand =
  | { type: "NoteVisit"; stage: VisitStage; now: Date }
  /** `timeZone`: the venue's, whose day limits it. */
  | { type: "UndoVisit"; now: Date; timeZone: string };

const notedAt = (booking: Booking, now: Date): Record<VisitStage, BookingEvent> => ({
  late: { type: "VisitDelayed", data: {} },
  arrived: { type: "VisitBegun", data: {} },
  left: { type: "VisitEnded", data: {} },
  "no-show": { type: "VisitMissed", data: { freed: freesHours(booking, now) } },
});

/**
 * Marking an arrival confirms a hold that is still unpaid: the customer is in the room and pays at the desk. A customer who comes after
 * being marked as a no-show has arrived. Marking the same stage again changes nothing. Refusals are `BookingCancelled`, or `VisitNotSo`
 * with the reason.
 */
export function markVisit(command: VisitCommand, booking: Booking): BookingDecision {
  if (command.type === "UndoVisit") return undoVisit(command, booking);
  const { stage, now } = command;
  // A no-show that was marked early frees the hours when it is marked again after the policy's minutes.
  const freesNow = stage === "no-show" && !booking.hoursFreed && freesHours(booking, now);
  if (booking.visit === stage && !freesNow) return accept();
  const detail = whyStageNotAllowed(stage, booking, now);
  if (detail !== null)
    return refuse(booking.status === "cancelled" ? "BookingCancelled" : "VisitNotSo", { detail });
  const isConfirmedByIt = stage === "arrived" && heldUntil(booking) !== null;
  const noted = notedAt(booking, now)[stage];
  return isConfirmedByIt ? accept(noted, { type: "BookingConfirmed", data: {} }) : accept(noted);
}

/** On the visit's day only: later, other records depend on it. Without a stage there is nothing to undo. */
function undoVisit(
  { now, timeZone }: Extract<VisitCommand, { type: "UndoVisit" }>,
  booking: Booking,
): BookingDecision {
  if (booking.visit === null) return accept();
  if (booking.status === "cancelled") return refuse("BookingCancelled");
  if (venueDayOf(now, timeZone) !== venueDayOf(booking.startsAt, timeZone)) {
    return refuse("VisitNotSo", { detail: "A stage can be undone on the day of the visit" });
  }
  return accept({ type: "VisitStageUndone", data: { stage: booking.visit } });
}
