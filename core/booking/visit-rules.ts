/** When, and after what, each stage of a visit can be noted (decision 110). Pure; UTC instants. Safe in a browser. */
import type { BookingStatus, VisitStage } from "./statuses.ts";

/** Who comes early is let in this long before the start. */
const EARLIEST_MS = 3_600_000;

/** Why a stage cannot be noted now, in a sentence; null when it can. */
export function whyNotNoted(
  stage: VisitStage,
  { visit, status, startsAt }: { visit: VisitStage | null; status: BookingStatus; startsAt: Date },
  now: Date,
): string | null {
  if (visit === stage) return "This is how it stands";
  if (status === "cancelled") return "This booking has been cancelled";
  if (stage === "no-show") {
    if (visit !== null) return "The customer has arrived, so this is no no-show";
    return startsAt > now ? "A no-show can be noted once the visit has begun" : null;
  }
  if (startsAt.getTime() - EARLIEST_MS > now.getTime()) return "The visit begins more than an hour from now";
  if (stage === "left") return visit === "arrived" ? null : "Only who has arrived can leave";
  return visit === "left" ? "The customer has left already" : null;
}
