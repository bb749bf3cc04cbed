/** Decides the stages of a visit that the desk marks: arrived, left, or no-show (decisions 74, 110). Pure; UTC instants. */
import { refuse } from "../../log/rejection.ts";
import { type VisitStage, whyStageNotAllowed } from "../rules/statuses.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { accept, type BookingDecision } from "../state/booking-money.ts";
import { type Booking, heldUntil } from "../state/booking-state.ts";

export interface VisitCommand {
  type: "NoteVisit";
  stage: VisitStage;
  now: Date;
}

const NOTED: Record<VisitStage, BookingEvent> = {
  arrived: { type: "VisitBegun", data: {} },
  left: { type: "VisitEnded", data: {} },
  "no-show": { type: "VisitMissed", data: {} },
};

/**
 * Marking an arrival confirms a hold that is still unpaid: the customer is in the room and pays at the desk. A customer who comes after
 * being marked as a no-show has arrived. Marking the same stage again changes nothing. Refusals are `BookingCancelled`, or `VisitNotSo`
 * with the reason.
 */
export function markVisit({ stage, now }: VisitCommand, booking: Booking): BookingDecision {
  if (booking.visit === stage) return accept();
  const detail = whyStageNotAllowed(stage, booking, now);
  if (detail !== null)
    return refuse(booking.status === "cancelled" ? "BookingCancelled" : "VisitNotSo", { detail });
  const isConfirmedByIt = stage === "arrived" && heldUntil(booking) !== null;
  return isConfirmedByIt
    ? accept(NOTED[stage], { type: "BookingConfirmed", data: {} })
    : accept(NOTED[stage]);
}
