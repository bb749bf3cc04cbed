/** Says when a customer's booking is, and whether it is still to come. */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { dayAndTime, dayName } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";

type Visit = Pick<OwnBooking, "startTime" | "endTime" | "timeZone">;

/** `"Saturday, December 12"` at the venue; the year is added if it is not this one. */
export const formatVisitDay = ({ startTime, timeZone }: Visit): string =>
  dayName(venueDayOf(new Date(startTime), timeZone), new Date().getFullYear());

/** `"Saturday, December 12, 9:00 AM – 11:00 AM"` at the venue. */
export const formatVisit = ({ startTime, endTime, timeZone }: Visit): string =>
  dayAndTime(new Date(startTime), new Date(endTime), timeZone);

/** Whether the hold has run out unpaid: nothing is to come of it. */
const hasExpired = ({ cancellation, holdUntil }: OwnBooking, now: Date): boolean =>
  cancellation?.cause === "expiry" || (holdUntil !== null && Date.parse(holdUntil) <= now.getTime());

/** Upcoming bookings start after now, the soonest first; all others are past, the latest first, as are holds that have run out. */
export function splitByTime(
  bookings: readonly OwnBooking[],
  now: Date,
): { upcoming: OwnBooking[]; past: OwnBooking[] } {
  const startOf = (booking: OwnBooking) => Date.parse(booking.startTime);
  const ahead = (booking: OwnBooking) => startOf(booking) > now.getTime() && !hasExpired(booking, now);
  return {
    upcoming: bookings.filter(ahead).sort((a, b) => startOf(a) - startOf(b)),
    past: bookings.filter((booking) => !ahead(booking)).sort((a, b) => startOf(b) - startOf(a)),
  };
}
