/** Caches a zone's offset around days on which its clock does not change, so that the zone's rules are evaluated once per day. */
import { tzOffset } from "@date-fns/tz/tzOffset";

export const DAY_MS = 86_400_000;

/** A year and a half of days, which is more than can be booked; the limit keeps requests for many centuries from filling the memory. */
const MAX_DAYS = 550;

const known = new Map<string, Map<number, number | null>>();

/**
 * How far the zone's clock is ahead of UTC, in milliseconds, from the start of the day before to the end of the day
 * after a UTC day (counted from 1970); this includes every instant at which the zone's calendar shows that date. Null if
 * the clocks change in that time, as they do on a few days a year, if the offset is not whole minutes, if the day is
 * invalid, or if the zone is unknown.
 */
export function steadyOffset(day: number, zone: string): number | null {
  let days = known.get(zone);
  if (!days) {
    days = new Map();
    known.set(zone, days);
  }
  let offset = days.get(day);
  if (offset === undefined) {
    offset = askOffset(day, zone);
    if (days.size >= MAX_DAYS) days.clear();
    days.set(day, offset);
  }
  return offset;
}

/** How far the zone's clock is ahead of UTC at an instant, both in milliseconds; NaN for an unknown zone. */
export function offsetAt(instant: number, zone: string): number {
  return (
    steadyOffset(Math.floor(instant / DAY_MS), zone) ??
    Math.round(tzOffset(zone, new Date(instant)) * 60) * 1000
  );
}

/**
 * No zone has ever changed its clock twice within three days (tz database; the closest changes are four days apart), so
 * comparing both ends is enough.
 */
function askOffset(day: number, zone: string): number | null {
  const first = tzOffset(zone, new Date((day - 1) * DAY_MS));
  const last = tzOffset(zone, new Date((day + 2) * DAY_MS - 1));
  return first === last && Number.isInteger(first) ? first * 60_000 : null;
}
