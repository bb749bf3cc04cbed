/** Converts between instants and the venue's days and whole hours, in the venue's own time zone. */
import { TZDateMini } from "@date-fns/tz/date/mini";
import { DAY_MS, offsetAt, steadyOffset } from "./zone-offset.ts";

/** A calendar day at the venue, `YYYY-MM-DD`. It corresponds to an instant only together with a zone. */
export type VenueDay = string;

/** A calendar month at the venue, `YYYY-MM`. */
export type VenueMonth = string;

export const HOUR_MS = 3_600_000;

/** A booking may start at most this many days ahead (decision 17). */
export const BOOKING_HORIZON_DAYS = 365;

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const CLOCK_PATTERN = /^(\d{1,2}):(\d{2})(?::00)?\s*(am|pm)?$/i;
const LOCAL_DATE_TIME_PATTERN = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/;
const ZONED_DATE_TIME_PATTERN =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

const pad = (n: number, width = 2): string => String(n).padStart(width, "0");

/** Whether the text names a real calendar day (`2026-02-30` does not). */
export function isVenueDay(text: string): boolean {
  const match = DAY_PATTERN.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The zone's wall clock at an instant, to be read with the UTC getters. */
function wallClock(instant: Date, zone: string): Date {
  const at = instant.getTime();
  return new Date(at + offsetAt(at, zone));
}

/** The venue's day now. */
export const venueToday = ({ clock, timeZone }: { clock: { now(): Date }; timeZone: string }): VenueDay =>
  venueDayOf(clock.now(), timeZone);

/** The venue day on which an instant falls. */
export function venueDayOf(instant: Date, zone: string): VenueDay {
  const local = wallClock(instant, zone);
  return `${pad(local.getUTCFullYear(), 4)}-${pad(local.getUTCMonth() + 1)}-${pad(local.getUTCDate())}`;
}

/** The venue-local hour and minute of an instant. */
export function venueClockOf(instant: Date, zone: string): { hour: number; minute: number } {
  const local = wallClock(instant, zone);
  return { hour: local.getUTCHours(), minute: local.getUTCMinutes() };
}

/** The instant at which the venue's clock shows this hour (0–24) on this day; `day` must be a real venue day. */
export function instantAt(day: VenueDay, hour: number, zone: string, minute = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const shown = Date.UTC(year, month - 1, date, hour, minute);
  const offset = steadyOffset(Math.floor(shown / DAY_MS), zone);
  // When the clocks change, an hour may occur twice or not at all; date-fns decides which instant is meant.
  return new Date(
    offset === null ? new TZDateMini(year, month - 1, date, hour, minute, zone).getTime() : shown - offset,
  );
}

/** The day `count` days later (earlier if negative). */
export function addDays(day: VenueDay, count: number): VenueDay {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (date ?? 1) + count)).toISOString().slice(0, 10);
}

/** The month of a venue day. */
export const monthOf = (day: VenueDay): VenueMonth => day.slice(0, 7);

/** The month's first and last venue day. */
export function daysOf(month: VenueMonth): { first: VenueDay; last: VenueDay } {
  const first = `${month}-01`;
  return { first, last: addDays(`${monthOf(addDays(first, 31))}-01`, -1) };
}

/** The starts of the whole hours that [startsAt, endsAt) covers, ascending. */
export function hoursBetween(startsAt: Date, endsAt: Date): Date[] {
  const hours: Date[] = [];
  for (let at = startsAt.getTime(); at < endsAt.getTime(); at += HOUR_MS) hours.push(new Date(at));
  return hours;
}

/** Whether the instant is a whole hour on the venue's clock. */
export function isWholeVenueHour(instant: Date, zone: string): boolean {
  return instant.getTime() % 60_000 === 0 && venueClockOf(instant, zone).minute === 0;
}

/**
 * Reads a time as `POST /api/bookings` accepts it (decision 18): ISO 8601 with an offset, ISO 8601 without one
 * (venue-local), or a venue-local clock time (`14:00`, `2:00 PM`) on the given day. Null if it is none of these.
 */
export function parseVenueTime(day: VenueDay, text: string, zone: string): Date | null {
  const trimmed = text.trim();
  if (ZONED_DATE_TIME_PATTERN.test(trimmed)) {
    const instant = new Date(trimmed);
    return Number.isNaN(instant.getTime()) ? null : instant;
  }
  const local = LOCAL_DATE_TIME_PATTERN.exec(trimmed);
  if (local) return parseVenueTime(local[1] ?? "", local[2] ?? "", zone);
  const clock = CLOCK_PATTERN.exec(trimmed);
  if (!clock || !isVenueDay(day)) return null;
  const minute = Number(clock[2]);
  const meridiem = clock[3]?.toLowerCase();
  const shown = Number(clock[1]);
  if (minute > 59 || shown > (meridiem ? 12 : 24) || (meridiem && shown < 1)) return null;
  const hour = meridiem ? (shown % 12) + (meridiem === "pm" ? 12 : 0) : shown;
  return instantAt(day, hour, zone, minute);
}
