/** What the desk notes of a visit: arrived, left, or no-show (decisions 74, 110). Pure; UTC instants. */
import { refuse } from "../rejection.ts";
import type { BookingEvent } from "./booking-events.ts";
import { accept, type BookingDecision } from "./booking-money.ts";
import { type Booking, heldUntil } from "./booking-state.ts";
import { type VisitStage, whyNotNoted } from "./statuses.ts";

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
 * Arriving confirms a hold that is still unpaid: whoever is in the room has it, and pays at the desk. Who comes after all, once
 * a no-show was noted, has arrived. What is noted already changes nothing; else `BookingCancelled`, or `VisitNotSo` with why.
 */
export function noteVisit({ stage, now }: VisitCommand, booking: Booking): BookingDecision {
  if (booking.visit === stage) return accept();
  const detail = whyNotNoted(stage, booking, now);
  if (detail !== null)
    return refuse(booking.status === "cancelled" ? "BookingCancelled" : "VisitNotSo", { detail });
  const isConfirmedByIt = stage === "arrived" && heldUntil(booking) !== null;
  return isConfirmedByIt
    ? accept(NOTED[stage], { type: "BookingConfirmed", data: {} })
    : accept(NOTED[stage]);
}
