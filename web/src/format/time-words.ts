/** Owns how venue days, times and zones are put into words, the same in every browser and wherever the visitor is. */
import { type VenueDay, venueClockOf, venueDayOf } from "../../../bff/contract/venue-time.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** `"Saturday 12 December"`; the year follows where it is not the one given. */
export function dayName(day: VenueDay, currentYear?: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
  const name = `${weekday} ${date} ${MONTHS[month - 1]}`;
  return currentYear === undefined || currentYear === year ? name : `${name} ${year}`;
}

/** `"December 2026"` of a `YYYY-MM` or `YYYY-MM-DD`. */
export function monthName(month: string): string {
  const [year, number = 1] = month.split("-").map(Number);
  return `${MONTHS[number - 1]} ${year}`;
}

/** `"9:00 AM"` on the clock of the zone. */
export function clockTime(instant: Date, zone: string): string {
  const { hour, minute } = venueClockOf(instant, zone);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** `"9:00 AM – 11:00 AM"` on the clock of the zone. */
export const timeRange = (startsAt: Date, endsAt: Date, zone: string): string =>
  `${clockTime(startsAt, zone)} – ${clockTime(endsAt, zone)}`;

/** `"Saturday 12 December, 9:00 AM – 11:00 AM"` at the venue. */
export const dayAndTime = (startsAt: Date, endsAt: Date, zone: string): string =>
  `${dayName(venueDayOf(startsAt, zone))}, ${timeRange(startsAt, endsAt, zone)}`;

/** What the zone is called at that instant, in words and in short: `"New York time (EST)"`. */
export function zoneName(zone: string, at: Date): string {
  const place = (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  const short = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value;
  return short === undefined || short === place ? `${place} time` : `${place} time (${short})`;
}

/** The visitor's own zone, as the browser knows it. */
export const visitorZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether clocks in the two zones show different times at that instant. */
export function clocksDiffer(at: Date, zone: string, other: string): boolean {
  const [here, there] = [venueClockOf(at, zone), venueClockOf(at, other)];
  return (
    here.hour !== there.hour || here.minute !== there.minute || venueDayOf(at, zone) !== venueDayOf(at, other)
  );
}
