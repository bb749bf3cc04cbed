/** Reads the start and the end typed as date-times on the venue's clock, and says why they cannot be chosen (decision 161). Pure. */

import { MAX_HOURS } from "../../../../core/booking/rules/pricing.ts";
import { pluralWeekdayOf } from "../../../../core/venue/time/opening-hours.ts";
import { instantAt, isVenueDay, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { hoursText } from "../../format/counts.ts";
import { hoursOfDay, isClosedDay } from "../../format/venue.ts";

type Read<Value> = { ok: true; value: Value } | { ok: false; message: string };

const refuse = (message: string): { ok: false; message: string } => ({ ok: false, message });

function read(text: string): { day: VenueDay; hour: number; minute: number } | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::00)?$/.exec(text);
  const [, day = "", hour, minute] = match ?? [];
  return isVenueDay(day) ? { day, hour: Number(hour), minute: Number(minute) } : null;
}

/** The day and hour of a start, up to the last day that can be booked. It does not check whether its hours are free. */
export function readStart(
  text: string,
  { now, lastDay, zone }: { now: Date; lastDay: VenueDay; zone: string },
): Read<{ day: VenueDay; startHour: number }> {
  const typed = read(text);
  if (typed === null) return refuse("Choose a day and an hour for the start");
  const { day, hour, minute } = typed;
  if (instantAt(day, hour, zone, minute) <= now) return refuse("This start is in the past");
  if (day > lastDay) return refuse("Rooms can be booked up to a year ahead");
  if (isClosedDay(day)) return refuse(`The venue is closed on ${pluralWeekdayOf(day)}`);
  if (minute !== 0) return refuse("Visits start on the hour");
  const { open, close } = hoursOfDay(day);
  if (hour < open || hour >= close) {
    return refuse(`Visits start from ${clockHour(open)} to ${clockHour(close - 1)}`);
  }
  return { ok: true, value: { day, startHour: hour } };
}

/** How many hours an end is after its start: `minHours` to 12, on the same day, by closing. */
export function readEnd(
  text: string,
  start: { day: VenueDay; startHour: number },
  minHours: number,
): Read<number> {
  const typed = read(text);
  if (typed === null) return refuse("Choose a day and an hour for the end");
  const { day, hour, minute } = typed;
  if (day !== start.day) return refuse("A visit ends on the day it starts");
  if (minute !== 0) return refuse("Visits end on the hour");
  const { close } = hoursOfDay(day);
  if (hour > close) return refuse(`The venue closes at ${clockHour(close)}`);
  const hours = hour - start.startHour;
  if (hours < 1) return refuse("The end must be after the start");
  if (hours < minHours) return refuse(`A visit lasts at least ${hoursText(minHours)}`);
  if (hours > MAX_HOURS) return refuse(`A visit lasts at most ${hoursText(MAX_HOURS)}`);
  return { ok: true, value: hours };
}
