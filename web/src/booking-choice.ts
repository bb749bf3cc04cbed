/** Owns what a visitor has chosen on a room's calendar (day, start, length) and its form in the page's address. */
import { type BookingDuration, durationHours, MAX_HOURS } from "../../bff/contract/pricing.ts";
import {
  CLOSING_HOUR,
  FIRST_SLOT_HOUR,
  HOUR_MS,
  instantAt,
  isClosedDay,
  isVenueDay,
  type VenueDay,
} from "../../bff/contract/venue-time.ts";

/** `startHour` is an hour (9–21) on the venue's clock; `hourCount` counts for hourly bookings alone. */
export interface BookingChoice {
  day: VenueDay | null;
  startHour: number | null;
  duration: BookingDuration;
  hourCount: number;
}

/** A booking's first and last instant (UTC); the end is not included. */
export interface BookingSpan {
  startsAt: Date;
  endsAt: Date;
}

/** The choice in the address, `?day=2026-12-12&start=14&duration=hourly&hours=3`; what is not chosen is absent. */
export interface ChoiceSearch {
  day?: VenueDay;
  start?: number;
  duration?: BookingDuration;
  hours?: number;
}

/** Exhaustive by type, so that a new duration cannot be forgotten here. */
const DURATIONS: Record<BookingDuration, true> = { hourly: true, "half-day": true, "full-day": true };

const isDuration = (value: unknown): value is BookingDuration =>
  typeof value === "string" && Object.hasOwn(DURATIONS, value);

function wholeNumber(value: unknown, lowest: number, highest: number): number | null {
  const number = typeof value === "string" && /^\d{1,2}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number)) return null;
  return number >= lowest && number <= highest ? number : null;
}

export const choiceSearch = {
  /** Reads the address; what is malformed, a closed day or an hour outside the slots is dropped, never an error. */
  parse(search: Record<string, unknown>): ChoiceSearch {
    const parsed: ChoiceSearch = {};
    if (typeof search.day === "string" && isVenueDay(search.day) && !isClosedDay(search.day)) {
      parsed.day = search.day;
      const start = wholeNumber(search.start, FIRST_SLOT_HOUR, CLOSING_HOUR - 1);
      if (start !== null) parsed.start = start;
    }
    if (isDuration(search.duration)) parsed.duration = search.duration;
    const hours = wholeNumber(search.hours, 1, MAX_HOURS);
    if (hours !== null) parsed.hours = hours;
    return parsed;
  },

  /** The address of a choice; what the page assumes anyway (hourly, its least number of hours) is left out. */
  serialise(choice: BookingChoice, minHours: number): ChoiceSearch {
    const search: ChoiceSearch = {};
    if (choice.day !== null) {
      search.day = choice.day;
      if (choice.startHour !== null) search.start = choice.startHour;
    }
    if (choice.duration !== "hourly") search.duration = choice.duration;
    if (choice.hourCount !== minHours) search.hours = choice.hourCount;
    return search;
  },

  /** The choice an address stands for on a page whose hourly bookings have at least `minHours`. */
  choiceOf(search: ChoiceSearch, minHours: number): BookingChoice {
    return {
      day: search.day ?? null,
      startHour: search.start ?? null,
      duration: search.duration ?? "hourly",
      hourCount: Math.max(minHours, search.hours ?? minHours),
    };
  },
};

/** How many hours the choice runs: 4 for a half day, 8 for a full day, else the hours chosen (SPEC §9). */
export function hoursOf(choice: Pick<BookingChoice, "duration" | "hourCount">): number {
  return durationHours(choice.duration, choice.hourCount);
}

/** The instants the choice covers, or null while day or start is open; whether those hours are free is not asked here. */
export function spanOf(choice: BookingChoice, timeZone: string): BookingSpan | null {
  if (choice.day === null || choice.startHour === null) return null;
  const startsAt = instantAt(choice.day, choice.startHour, timeZone);
  return { startsAt, endsAt: new Date(startsAt.getTime() + hoursOf(choice) * HOUR_MS) };
}
