/** Owns the words of a poster's stamp: when the room is next free, in the venue's time and zone. */
import {
  addDays,
  clockTime,
  shortDay,
  venueDayOf,
  zoneAbbreviation,
} from "../../../../bff/contract/venue-time.ts";

export interface NextFree {
  /** "Today", "Tomorrow" or "Mon, Nov 24". */
  day: string;
  /** "3:00 PM EST": the venue's clock, with its zone. */
  time: string;
}

/** Puts the start of the next free hour (an ISO instant) into the venue's words; `now` decides what is today. */
export function nextFreeWords(nextFreeAt: string, timeZone: string, now: Date): NextFree {
  const free = new Date(nextFreeAt);
  const [day, today] = [venueDayOf(free, timeZone), venueDayOf(now, timeZone)];
  return {
    day: day === today ? "Today" : day === addDays(today, 1) ? "Tomorrow" : shortDay(day),
    time: `${clockTime(free, timeZone)} ${zoneAbbreviation(timeZone, free)}`,
  };
}
