/** Decides which bookings feedback can be left for, and how a visit is named (decision 139). */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { FEEDBACK_WINDOW_DAYS } from "../../../../bff/contract/customer/feedback.ts";
import { dayAndTime } from "../../../../core/venue/time/time-format.ts";

const DAY_MS = 24 * 3_600_000;

type Visit = Pick<OwnBooking, "status" | "endTime" | "feedback">;

/** Completed or over, ended less than 30 days ago, not cancelled, and without feedback so far. */
export function isEligible({ status, endTime, feedback }: Visit, now: Date): boolean {
  const since = now.getTime() - Date.parse(endTime);
  const visited = status === "completed" || (since >= 0 && status !== "cancelled");
  return visited && since < FEEDBACK_WINDOW_DAYS * DAY_MS && feedback !== "left";
}

/** `"Saturday, December 12, 9:00 AM – 11:00 AM"` at the venue. */
export const formatVisit = ({ startTime, endTime, timeZone }: OwnBooking): string =>
  dayAndTime(new Date(startTime), new Date(endTime), timeZone);
