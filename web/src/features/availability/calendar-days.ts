/** Owns how a calendar day is named aloud and how venue days and the date picker's local dates turn into one another. */
import { dayName } from "../../../../core/venue/time-format.ts";
import type { VenueDay } from "../../../../core/venue/venue-time.ts";
import { counted, hoursWords } from "../../format/counts.ts";
import { type DayRest, type DayRule, dayRule, type RoomHours, restOf, slotsOf } from "./free-slots.ts";

/** One day of the month as it is shown: whether it can be chosen, and what is left of it (null while unknown). */
export interface CalendarDay {
  day: VenueDay;
  rule: DayRule;
  /** For a visit of at least `leastHours`. */
  rest: DayRest | null;
  leastHours: number;
}

/** What a calendar is for: from which day to which it is open, and the least hours of a visit. */
export interface CalendarRules {
  today: VenueDay;
  lastDay?: VenueDay;
  leastHours: number;
}

export function calendarDay(day: VenueDay, rules: CalendarRules, hours: RoomHours | null): CalendarDay {
  const { today, lastDay, leastHours } = rules;
  const rule = dayRule(day, today, lastDay);
  const rest = rule === "open" && hours !== null ? restOf(slotsOf(day, hours), leastHours) : null;
  return { day, rule, rest, leastHours };
}

const slotsFree = (free: number): string => counted(free, "slot free", "slots free");

/** What a day's condition is called: `"4 slots free"`, `"fully booked"`, `"closed"`; empty while it is not known. */
export function conditionWords({ rule, rest, leastHours }: Omit<CalendarDay, "day">): string {
  switch (rule) {
    case "closed":
      return "closed";
    case "past":
      return "past";
    case "beyond":
      return "not open for booking yet";
    case "open":
      if (rest === null) return "";
      if (rest.starts > 0) return slotsFree(rest.starts);
      if (rest.closed !== undefined) return rest.closed;
      return rest.anyFree ? `no ${hoursWords(leastHours)} free in a row` : "fully booked";
  }
}

/** A day's whole name: `"Saturday, December 12, 4 slots free"`; another year than today's is said (UI 5). */
export function fullName(day: CalendarDay, today: VenueDay): string {
  const words = conditionWords(day);
  const name = dayName(day.day, Number(today.slice(0, 4)));
  return words === "" ? name : `${name}, ${words}`;
}

/** The date picker counts in local dates; only their year, month and day mean anything. Noon exists in every zone. */
export function toLocalDate(day: VenueDay): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}

export function fromLocalDate(date: Date): VenueDay {
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}
