/** The times that most visitors look for, as presets of the finder: tonight, Friday evening, Saturday. Pure; the venue's clock. */
import { addDays, type VenueDay, venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";

export interface QuickTime {
  label: string;
  day: VenueDay;
  /** Venue-local hour. */
  startHour: number;
}

/** The venue's hours of a day. */
interface Opening {
  isClosed(day: VenueDay): boolean;
  hoursOf(day: VenueDay): { open: number; close: number };
}

const EVENING = 18;
const NOON = 12;
const HOURS = 2;
/** A closed Friday or Saturday leads to the next one, at most so many weeks later. */
const WEEKS = 4;

const FRIDAY = 5;
const SATURDAY = 6;
const weekdayOf = (day: VenueDay): number => new Date(`${day}T12:00:00Z`).getUTCDay();

/** Each with two hours before closing; one that is over or closed is left out. */
export function quickTimes(now: Date, zone: string, opening: Opening): QuickTime[] {
  const today = venueDayOf(now, zone);
  const tonight = Math.max(EVENING, venueClockOf(now, zone).hour + 1);
  const fits = (day: VenueDay, startHour: number): boolean => {
    if (opening.isClosed(day)) return false;
    const { open, close } = opening.hoursOf(day);
    return startHour >= open && startHour + HOURS <= close;
  };
  const coming = (weekday: number, startHour: number): VenueDay[] =>
    Array.from({ length: WEEKS }, (_, week) =>
      addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1 + 7 * week),
    )
      .filter((day) => fits(day, startHour))
      .slice(0, 1);
  return [
    ...(fits(today, tonight) ? [{ label: "Tonight", day: today, startHour: tonight }] : []),
    ...coming(FRIDAY, EVENING).map((day) => ({ label: "Friday evening", day, startHour: EVENING })),
    ...coming(SATURDAY, NOON).map((day) => ({ label: "Saturday", day, startHour: NOON })),
  ];
}
