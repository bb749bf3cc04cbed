/** Owns how a calendar day is named aloud and how venue days and the date picker's local dates turn into one another. */
import { dayName, type VenueDay } from "../../../../bff/contract/venue-time.ts";
import { type DayRule, dayRule, freeCount, type RoomHours, slotsOf } from "./free-slots.ts";

/** One day of the month as it is shown: whether it can be chosen, and how much of it is free (null while unknown). */
export interface CalendarDay {
  day: VenueDay;
  rule: DayRule;
  free: number | null;
}

export function calendarDay(
  day: VenueDay,
  today: VenueDay,
  hours: RoomHours | null,
  lastDay?: VenueDay,
): CalendarDay {
  const rule = dayRule(day, today, lastDay);
  const free = rule === "open" && hours !== null ? freeCount(slotsOf(day, hours)) : null;
  return { day, rule, free };
}

const slotsFree = (free: number): string => (free === 1 ? "1 slot free" : `${free} slots free`);

/** What a day's condition is called: `"4 slots free"`, `"fully booked"`, `"closed"`; empty while it is not known. */
export function conditionWords({ rule, free }: CalendarDay): string {
  switch (rule) {
    case "closed":
      return "closed";
    case "past":
      return "past";
    case "beyond":
      return "not open for booking yet";
    case "open":
      if (free === null) return "";
      return free === 0 ? "fully booked" : slotsFree(free);
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
