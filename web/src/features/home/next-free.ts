/** Writes the stamp of a poster: when the room is next free, in the venue's time and zone. */

import { clockTime, shortDay, zoneAbbreviation } from "../../../../core/venue/time/time-format.ts";
import { addDays, type VenueDay, venueDayOf } from "../../../../core/venue/time/venue-time.ts";

/** "Today", "Tomorrow" or "Mon, Nov 24" for a venue day. */
export function formatNearDay(day: VenueDay, timeZone: string, now: Date): string {
  const today = venueDayOf(now, timeZone);
  return day === today ? "Today" : day === addDays(today, 1) ? "Tomorrow" : shortDay(day);
}

/** Writes the start of the next free hour (an ISO instant) in venue time: `{day: "Today", time: "3:00 PM EST"}`. */
export function formatNextFree(nextFreeAt: string, timeZone: string, now: Date) {
  const free = new Date(nextFreeAt);
  return {
    day: formatNearDay(venueDayOf(free, timeZone), timeZone, now),
    time: `${clockTime(free, timeZone)} ${zoneAbbreviation(timeZone, free)}`,
  };
}

/** The next free hour that most of these rooms share, an ISO instant; null if no two rooms share one. */
export function commonNextFree(rooms: readonly { nextFreeAt: string | null }[]): string | null {
  const counts = new Map<string, number>();
  for (const { nextFreeAt } of rooms)
    if (nextFreeAt !== null) counts.set(nextFreeAt, (counts.get(nextFreeAt) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[1] > 1 ? most[0] : null;
}
