/**
 * Computes when visits can be booked, by the opening hours that the venue has set from day to day. Venue-local hours.
 * Pure, safe in a browser.
 */
import { instantAt, type VenueDay, venueDayOf } from "./venue-time.ts";

export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The first bookable hour and the end of the last, `"09:00"` to `"22:00"`: whole hours, up to `"24:00"`. */
interface DayHours {
  open: string;
  close: string;
}

/** Null: closed on that weekday. */
export type OpeningHours = Readonly<Record<Weekday, DayHours | null>>;

/** Opening hours with the venue days from which they apply, ascending; the first apply from the beginning. */
export type OpeningSchedule = readonly { from: VenueDay; openingHours: OpeningHours }[];

const OPEN: DayHours = { open: "09:00", close: "22:00" };

/** Monday to Saturday, the first visit at 9 (decisions 14, 15): the hours of a venue that has set no others. */
export const FIRST_OPENING_HOURS: OpeningHours = {
  monday: OPEN,
  tuesday: OPEN,
  wednesday: OPEN,
  thursday: OPEN,
  friday: OPEN,
  saturday: OPEN,
  sunday: null,
};

export const FIRST_SCHEDULE: OpeningSchedule = [{ from: "1970-01-01", openingHours: FIRST_OPENING_HOURS }];

/** The venue opens its entrance an hour before the first visit of a day (open from 8:00, bookable from 9:00; decision 15). */
const ENTRANCE_OPENS_HOURS_BEFORE = 1;

/** The day of the week. */
export const weekdayOf = (day: VenueDay): Weekday =>
  WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "sunday";

/** For example `"22:00"` → 22. */
const hourOf = (clock: string): number => Number(clock.slice(0, 2));

/** The bookable hours of a day, `[open, close)`; null if the venue is closed. */
export function openingOn(schedule: OpeningSchedule, day: VenueDay): { open: number; close: number } | null {
  const hours = hoursFrom(schedule, day)[weekdayOf(day)];
  return hours && { open: hourOf(hours.open), close: hourOf(hours.close) };
}

/** The opening hours of the week that apply on a day. */
const hoursFrom = (schedule: OpeningSchedule, day: VenueDay): OpeningHours =>
  schedule.findLast(({ from }) => from <= day)?.openingHours ??
  schedule[0]?.openingHours ??
  FIRST_OPENING_HOURS;

export const isClosedOn = (schedule: OpeningSchedule, day: VenueDay): boolean =>
  openingOn(schedule, day) === null;

/** The starts of a day's one-hour slots; none on a closed day. */
export function slotsOn(schedule: OpeningSchedule, day: VenueDay, zone: string): Date[] {
  const hours = openingOn(schedule, day);
  if (!hours) return [];
  return Array.from({ length: hours.close - hours.open }, (_, i) => instantAt(day, hours.open + i, zone));
}

/** Whether a new venue is closed on that day. */
export const isClosedDay = (day: VenueDay): boolean => isClosedOn(FIRST_SCHEDULE, day);

/** The starts of a day's one-hour slots in a new venue. */
export const slotStarts = (day: VenueDay, zone: string): Date[] => slotsOn(FIRST_SCHEDULE, day, zone);

/** Whether [startsAt, endsAt) lies within the bookable hours of one open venue day. */
export function isOpenFor(schedule: OpeningSchedule, startsAt: Date, endsAt: Date, zone: string): boolean {
  const day = venueDayOf(startsAt, zone);
  const hours = openingOn(schedule, day);
  return (
    hours !== null &&
    startsAt >= instantAt(day, hours.open, zone) &&
    endsAt <= instantAt(day, hours.close, zone)
  );
}

/** The earliest and the latest hour of any weekday, for views that show days side by side; null if the venue is closed all week. */
export function widestHours(hours: OpeningHours): { open: number; close: number } | null {
  const days = Object.values(hours).filter((day) => day !== null);
  if (days.length === 0) return null;
  return {
    open: Math.min(...days.map(({ open }) => hourOf(open))),
    close: Math.max(...days.map(({ close }) => hourOf(close))),
  };
}

/** Consecutive days with the same hours, Monday first; `hours` is null if they are closed. */
interface OpeningSpan {
  first: Weekday;
  last: Weekday;
  hours: { open: number; close: number } | null;
}

/** The week from Monday on, as spans of days with the same hours; days that are not named are left out. */
function openingSpans(hours: Partial<OpeningHours>): OpeningSpan[] {
  const spans: OpeningSpan[] = [];
  let before: OpeningSpan | undefined;
  for (const day of [...WEEKDAYS.slice(1), WEEKDAYS[0]]) {
    const set = hours[day];
    if (set === undefined) {
      before = undefined;
      continue;
    }
    const span = set && { open: hourOf(set.open), close: hourOf(set.close) };
    if (before && before.hours?.open === span?.open && before.hours?.close === span?.close) before.last = day;
    else {
      before = { first: day, last: day, hours: span };
      spans.push(before);
    }
  }
  return spans;
}

/** For example `"Monday"`. */
export const capitalizeWeekday = (day: Weekday): string => `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`;

/** For example `"Monday-Saturday"`; `between` is `" to "` in a sentence. */
const spanDays = ({ first, last }: Pick<OpeningSpan, "first" | "last">, between = "-"): string =>
  first === last
    ? capitalizeWeekday(first)
    : `${capitalizeWeekday(first)}${between}${capitalizeWeekday(last)}`;

/** For example `"8:00am"`; midnight is `"12:00am"`. */
const entranceTime = (hour: number): string => `${hour % 12 || 12}:00${hour % 24 < 12 ? "am" : "pm"}`;

/** When the entrance is open, with the days: `{days: "Monday-Saturday", hours: "8:00am-10:00pm"}`; `hours` is null if closed. */
export interface OpeningDescription {
  days: string;
  hours: string | null;
}

export const describeOpeningHours = (hours: Partial<OpeningHours>): OpeningDescription[] =>
  openingSpans(hours).map((span) => ({
    days: spanDays(span),
    hours:
      span.hours &&
      `${entranceTime(Math.max(0, span.hours.open - ENTRANCE_OPENS_HOURS_BEFORE))}-${entranceTime(span.hours.close)}`,
  }));

/** For example `"9:00 AM"`, as a sentence writes a venue-local hour. */
export const clockHour = (hour: number): string => `${hour % 12 || 12}:00 ${hour % 24 < 12 ? "AM" : "PM"}`;

/** The bookable hours of days like this one: `"from 9:00 AM to 10:00 PM, Monday to Saturday"`; null on a closed day. */
export function describeBookableHours(schedule: OpeningSchedule, day: VenueDay): string | null {
  const weekday = weekdayOf(day);
  const spans = openingSpans(hoursFrom(schedule, day));
  const week = [...WEEKDAYS.slice(1), WEEKDAYS[0]];
  const at = week.indexOf(weekday);
  const span = spans.find(({ first, last }) => week.indexOf(first) <= at && at <= week.indexOf(last));
  if (!span?.hours) return null;
  return `from ${clockHour(span.hours.open)} to ${clockHour(span.hours.close)}, ${spanDays(span, " to ")}`;
}

/** For example `"Sundays"`: the name of closed days where nothing can be booked. */
export const pluralWeekdayOf = (day: VenueDay): string => `${capitalizeWeekday(weekdayOf(day))}s`;
