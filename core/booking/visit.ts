/** Owns what the desk notes of a visit: arrived, left, or nobody came (DECISIONS, the venue's calls; SPEC §9). Pure; UTC instants. */

import { refuse } from "../rejection.ts";
import { HOUR_MS } from "../venue/venue-time.ts";
import { accept, type BookingDecision } from "./booking-money.ts";
import { type Booking, heldUntil } from "./booking-state.ts";
import type { VisitStage } from "./statuses.ts";

export interface VisitCommand {
  type: "NoteVisit";
  stage: VisitStage;
  now: Date;
}

/** Who comes early is let in this long before the start. */
const EARLIEST_MS = HOUR_MS;

const notSo = (detail: string) => refuse("VisitNotSo", { detail });

/**
 * Arriving confirms a hold that is still unpaid: whoever is in the room has it, and pays at the desk. Who comes after all, once
 * a no-show was noted, has arrived. What is noted already changes nothing; else `BookingCancelled`, or `VisitNotSo` with why.
 */
export function noteVisit({ stage, now }: VisitCommand, booking: Booking): BookingDecision {
  const { visit, startsAt } = booking;
  if (visit === stage) return accept();
  if (booking.status === "cancelled") {
    return refuse("BookingCancelled", { detail: "This booking has been cancelled" });
  }
  if (stage === "no-show") {
    if (visit !== null) return notSo("The customer has arrived, so this is no no-show");
    if (startsAt > now) return notSo("A no-show can be noted once the visit has begun");
    return accept({ type: "VisitMissed", data: {} });
  }
  if (startsAt.getTime() - EARLIEST_MS > now.getTime()) {
    return notSo("The visit begins more than an hour from now");
  }
  if (stage === "left") {
    return visit === "arrived"
      ? accept({ type: "VisitEnded", data: {} })
      : notSo("Only who has arrived can leave");
  }
  if (visit === "left") return notSo("The customer has left already");
  return heldUntil(booking) === null
    ? accept({ type: "VisitBegun", data: {} })
    : accept({ type: "VisitBegun", data: {} }, { type: "BookingConfirmed", data: {} });
}
