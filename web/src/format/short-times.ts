/** Writes a visit and a deadline in a short form: `"Mon 6–9 PM"`, in venue-local time. */

import { shortDay } from "../../../core/venue/time/time-format.ts";
import { addDays, type VenueDay, venueClockOf, venueDayOf } from "../../../core/venue/time/venue-time.ts";

/** The number of days ahead for which the weekday alone is clear; a week ahead has the same weekday as today. */
const NEAR_DAYS = 6;

const half = (hour: number): string => (hour < 12 ? "AM" : "PM");

function clock(instant: Date, zone: string): { time: string; half: string } {
  const { hour, minute } = venueClockOf(instant, zone);
  const past = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return { time: `${hour % 12 || 12}${past}`, half: half(hour) };
}

/** `"Mon"` for today and the six days after it, otherwise `"Mon, Dec 7,"`. */
function dayWords(day: VenueDay, today: VenueDay): string {
  const near = day >= today && day <= addDays(today, NEAR_DAYS);
  return near ? (shortDay(day).split(",")[0] ?? day) : `${shortDay(day)},`;
}

/** `"Mon 6 PM"`, or `"Mon, Dec 7, 6 PM"` if it is not within the week. */
export function shortInstant(instant: Date, zone: string, now: Date): string {
  const { time, half } = clock(instant, zone);
  return `${dayWords(venueDayOf(instant, zone), venueDayOf(now, zone))} ${time} ${half}`;
}

/** `"Mon 6–9 PM"`, or `"Mon, Dec 7, 11 AM–1 PM"` if it is not within the week. */
export function shortVisit(startsAt: Date, endsAt: Date, zone: string, now: Date): string {
  const start = clock(startsAt, zone);
  const end = clock(endsAt, zone);
  const from = start.half === end.half ? start.time : `${start.time} ${start.half}`;
  return `${dayWords(venueDayOf(startsAt, zone), venueDayOf(now, zone))} ${from}–${end.time} ${end.half}`;
}
