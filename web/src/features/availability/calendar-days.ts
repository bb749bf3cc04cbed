/** Names calendar days for screen readers, and converts between venue days and the date picker's local dates. */

import {
  type DayRest,
  type DayRule,
  dayRestOf,
  dayRule,
  hoursOn,
  type RoomCalendar,
} from "../../../../core/calendar/room-hours.ts";
import { dayName } from "../../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { hoursText, slotsFree } from "../../format/counts.ts";
import { currentVenue } from "../../format/venue.ts";

/** A day of the shown month: whether it can be chosen, and what is left of it (null while unknown). */
export interface CalendarDay {
  day: VenueDay;
  rule: DayRule;
  /** What is left for a visit of at least `leastHours`. */
  remaining: DayRest | null;
  leastHours: number;
}

/** `leastHours`: the minimum hours of a visit; `hours`: null while they are not known. */
export function calendarDay(
  day: VenueDay,
  { today, lastDay, leastHours }: { today: VenueDay; lastDay?: VenueDay; leastHours: number },
  hours: RoomCalendar | null,
): CalendarDay {
  const rule = dayRule(currentVenue().schedule, day, today, lastDay);
  const remaining = rule === "open" && hours !== null ? dayRestOf(hoursOn(day, hours), leastHours) : null;
  return { day, rule, remaining, leastHours };
}

/** The condition of a day: `"4 slots free"`, `"fully booked"`, `"closed"`; empty while it is not known. */
export function describeDay({ rule, remaining, leastHours }: Omit<CalendarDay, "day">): string {
  switch (rule) {
    case "closed":
      return "closed";
    case "past":
      return "past";
    case "beyond":
      return "not open for booking yet";
    case "open":
      if (remaining === null) return "";
      if (remaining.fits) return slotsFree(remaining.free);
      if (remaining.closed !== undefined) return remaining.closed;
      return remaining.free > 0 ? `no ${hoursText(leastHours)} free in a row` : "fully booked";
  }
}

/** A day's full name: `"Saturday, December 12, 4 slots free"`; it has the year if it is not this one (decision 153). */
export function nameOfDay(day: CalendarDay, today: VenueDay): string {
  const words = describeDay(day);
  const name = dayName(day.day, Number(today.slice(0, 4)));
  return words === "" ? name : `${name}, ${words}`;
}

/** The date picker counts in local dates; only their year, month and day matter. Noon exists in every zone. */
export function toLocalDate(day: VenueDay): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}

export function fromLocalDate(date: Date): VenueDay {
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}
