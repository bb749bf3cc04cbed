/** Says in words why the chosen time cannot be booked, and what has the hours (decision 158). Pure. */
import type { Room } from "../../../../bff/contract/room.ts";
import type { SpanProblem } from "../../../../core/calendar/room-hours.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { hoursText } from "../../format/counts.ts";

/** The sentence about a trouble; `start` is the time of the choice's start on the venue's clock. */
export function describeTrouble(trouble: SpanProblem, start: string, hours: number, closing: number): string {
  const only = `${hoursText(trouble.freeHours)} ${trouble.freeHours === 1 ? "is" : "are"} free from ${start}`;
  switch (trouble.kind) {
    case "taken":
      return trouble.freeHours === 0
        ? "This time slot is no longer available. Please select a different time."
        : `Your ${hoursText(hours)} do not fit: only ${only}.`;
    case "past":
      return "This hour has already begun. Please select a different time.";
    case "closing":
      return `Your ${hoursText(hours)} do not fit: the venue closes at ${clockHour(closing)}.`;
  }
}

/** The sentence that says what has the hours; null if they are not taken. Visitors are told what, never who. */
export function describeCause(
  trouble: SpanProblem,
  { turnaroundHours }: Pick<Room, "turnaroundHours">,
): string | null {
  if (trouble.kind !== "taken") return null;
  switch (trouble.by) {
    case "held":
      return "Another visitor is paying for these hours. They are free again if the payment is not made.";
    case "closed":
      return `The venue has closed these hours${trouble.reason ? `: ${trouble.reason}` : ""}.`;
    default:
      return turnaroundHours
        ? "Another visitor has booked these hours, or the room needs them between two visits."
        : "Another visitor has booked these hours.";
  }
}
