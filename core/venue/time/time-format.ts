/** Formats the venue's days, times and zones for every screen and mail, in American order (decision 22). Safe in a browser. */
import { type VenueDay, venueClockOf, venueDayOf } from "./venue-time.ts";

/** Each formatter is made once, when it is first needed: making one takes a hundred times as long as using it. */
function dayFormat(style: Intl.DateTimeFormatOptions): (day: VenueDay) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (day) => {
    format ??= new Intl.DateTimeFormat("en-US", { ...style, timeZone: "UTC" });
    return format.format(new Date(`${day}T00:00:00Z`));
  };
}

/** `"December 2026"` of a day. */
export const monthName = dayFormat({ month: "long", year: "numeric" });

/** `"Dec 12"` */
export const shortDate = dayFormat({ month: "short", day: "numeric" });

/** `"Sat, Dec 12"` */
export const shortDay = dayFormat({ weekday: "short", month: "short", day: "numeric" });

/** `"Saturday"` */
export const weekdayName = dayFormat({ weekday: "long" });

/** `"Saturday, December 12"` */
const longDay = dayFormat({ weekday: "long", month: "long", day: "numeric" });

/** `"Sat, Dec 12, 2026"` */
export const shortDayAndYear = (day: VenueDay): string => `${shortDay(day)}, ${day.slice(0, 4)}`;

/** `"Saturday, December 12, 2026"` */
export const dayAndYear = (day: VenueDay): string => `${longDay(day)}, ${day.slice(0, 4)}`;

/** `"Saturday, December 12"`, followed by the year if it differs from the given one. */
export const dayName = (day: VenueDay, currentYear = Number(day.slice(0, 4))): string =>
  day.startsWith(`${currentYear}`) ? longDay(day) : dayAndYear(day);

/** `"9:00 AM"` on the clock of the zone. */
export function clockTime(instant: Date, zone: string): string {
  const { hour, minute } = venueClockOf(instant, zone);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** `"3:04:07 PM"` on the clock of the zone, for instants just passed. */
export function clockSeconds(instant: Date, zone: string): string {
  return clockTime(instant, zone).replace(" ", `:${String(instant.getUTCSeconds()).padStart(2, "0")} `);
}

/** `"9:00 AM – 11:00 AM"` on the clock of the zone. */
export const timeRange = (startsAt: Date, endsAt: Date, zone: string): string =>
  `${clockTime(startsAt, zone)} – ${clockTime(endsAt, zone)}`;

/** `"Saturday, December 12, 9:00 AM – 11:00 AM"` at the venue. */
export const dayAndTime = (startsAt: Date, endsAt: Date, zone: string): string =>
  `${dayName(venueDayOf(startsAt, zone))}, ${timeRange(startsAt, endsAt, zone)}`;

/** `"Sat, Dec 12, 2026, 9:00 AM – 11:00 AM"` at the venue. */
export const shortDayAndTime = (startsAt: Date, endsAt: Date, zone: string): string =>
  `${shortDayAndYear(venueDayOf(startsAt, zone))}, ${timeRange(startsAt, endsAt, zone)}`;

/** `"Sat, Dec 12, 2026, 3:04 PM"` at the venue. */
export const dateAndTime = (instant: Date, zone: string): string =>
  `${shortDayAndYear(venueDayOf(instant, zone))}, ${clockTime(instant, zone)}`;

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** The zone's short name at that instant: `"EST"`, `"GMT+1"`. */
export function zoneAbbreviation(zone: string, at: Date): string {
  const format =
    zoneFormats.get(zone) ?? new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" });
  zoneFormats.set(zone, format);
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** `"Sat, Dec 12, 10:00 AM EST"` at the venue, for a deadline. */
export const shortDateAndTime = (instant: Date, zone: string): string =>
  `${shortDay(venueDayOf(instant, zone))}, ${clockTime(instant, zone)} ${zoneAbbreviation(zone, instant)}`;

/** The zone's name at that instant, in words and in short: `"New York time (EST)"`. */
export function zoneName(zone: string, at: Date): string {
  const place = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  const short = zoneAbbreviation(zone, at);
  return short === place ? `${place} time` : `${place} time (${short})`;
}

/**
 * The hours on another zone's clock, after its day if that differs from the venue's: `"Sun, Dec 13, 1:00 AM – 3:00 AM"`.
 */
export function timeRangeElsewhere(startsAt: Date, endsAt: Date, zone: string, other: string): string {
  const range = timeRange(startsAt, endsAt, other);
  const day = venueDayOf(startsAt, other);
  return day === venueDayOf(startsAt, zone) ? range : `${shortDay(day)}, ${range}`;
}

/** Whether clocks in the two zones show different times at that instant. */
export function clocksDiffer(at: Date, zone: string, other: string): boolean {
  return venueDayOf(at, zone) !== venueDayOf(at, other) || clockTime(at, zone) !== clockTime(at, other);
}
