/** Converts instants for date-time fields: on the venue's clock, to the second. */
import { clockSeconds, shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { instantAt, venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";

const FIELD = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?/;

const two = (number: number): string => String(number).padStart(2, "0");

/** `"2026-12-12T15:04:07"`; empty if undefined. */
export function dateTimeFieldOf(instant: string | undefined, zone: string): string {
  const at = new Date(instant ?? Number.NaN);
  if (Number.isNaN(at.getTime())) return "";
  const { hour, minute } = venueClockOf(at, zone);
  return `${venueDayOf(at, zone)}T${two(hour)}:${two(minute)}:${two(at.getUTCSeconds())}`;
}

/**
 * The instant that a field shows, ISO 8601: the beginning of its second, or its end if the whole second counts. Undefined for an empty
 * field.
 */
export function instantOfField(field: string, zone: string, edge: "begins" | "ends"): string | undefined {
  const [, day, hour, minute, second = edge === "ends" ? "59" : "00"] = FIELD.exec(field) ?? [];
  if (day === undefined) return undefined;
  const at = instantAt(day, Number(hour), zone, Number(minute)).getTime() + Number(second) * 1_000;
  return new Date(edge === "ends" ? at + 999 : at).toISOString();
}

/** `"Sat, Dec 12, 2026, 3:04:07 PM"` */
export function exactMoment(instant: string, zone: string): string {
  const at = new Date(instant);
  return `${shortDayAndYear(venueDayOf(at, zone))}, ${clockSeconds(at, zone)}`;
}
