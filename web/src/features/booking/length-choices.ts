/** Computes which lengths can be chosen for a start: 2 (or 1) to 12 hours, half day, full day, all ending by closing (decision 16). */
import {
  BOOKING_DURATIONS,
  type BookingDuration,
  durationHours,
  FULL_DAY_HOURS,
  HALF_DAY_HOURS,
  MAX_HOURS,
  type Price,
} from "../../../../core/booking/rules/pricing.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { hoursOfDay } from "../../format/venue.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";

const DURATION_LABELS: Record<BookingDuration, string> = {
  hourly: "Hourly",
  "half-day": `Half day (${HALF_DAY_HOURS} hours)`,
  "full-day": `Full day (${FULL_DAY_HOURS} hours)`,
};

/** The hours between the start and closing; the whole range while no start is chosen. */
function hoursLeft(startHour: number | null, day: VenueDay | null): number {
  return startHour === null ? MAX_HOURS : Math.min(MAX_HOURS, hoursOfDay(day).close - startHour);
}

/** The possible hours of an hourly booking from this venue-local start, ascending; empty if even the minimum is too long. */
export function hourChoices(
  startHour: number | null,
  minHours: number,
  day: VenueDay | null = null,
): number[] {
  const count = Math.max(0, hoursLeft(startHour, day) - minHours + 1);
  return Array.from({ length: count }, (_, index) => minHours + index);
}

/** The three durations for a venue-local start hour; `tooLong` says why one cannot be chosen, and is null if it can. */
export function durationChoices(startHour: number | null, minHours: number, day: VenueDay | null = null) {
  return BOOKING_DURATIONS.map((duration) => {
    const latestStart = hoursOfDay(day).close - durationHours(duration, minHours);
    const fits = startHour === null || startHour <= latestStart;
    return {
      duration,
      label: DURATION_LABELS[duration],
      tooLong: fits ? null : `must start by ${clockHour(latestStart)}`,
    };
  });
}

/** Why the chosen length cannot be booked, with the control that can fix it; null if it can be booked. */
export function lengthProblem(
  choice: BookingChoice,
  minHours: number,
): { field: "bookingDuration" | "hourCount"; message: string } | null {
  const { startHour, duration, hourCount, day } = choice;
  const left = hoursLeft(startHour, day);
  const closing = hoursOfDay(day).close;
  if (durationHours(duration, minHours) > left) {
    const latest = clockHour(closing - durationHours(duration, minHours));
    const what = { hourly: "An hourly booking", "half-day": "A half day", "full-day": "A full day" }[
      duration
    ];
    return {
      field: "bookingDuration",
      message: `${what} must start by ${latest}, because the venue closes at ${clockHour(closing)}. Choose an earlier start.`,
    };
  }
  if (duration !== "hourly" || (hourCount >= minHours && hourCount <= left)) return null;
  const message =
    left < MAX_HOURS && hourCount <= MAX_HOURS && hourCount >= minHours
      ? `${hourCount} hours would end after closing at ${clockHour(closing)}. Choose at most ${left}.`
      : `Choose between ${minHours} and ${left} hours`;
  return { field: "hourCount", message };
}

/** A half or full day that covers the chosen hours and costs less; prices in integer cents. */
export interface CheaperLength {
  duration: Exclude<BookingDuration, "hourly">;
  /** Its length; sometimes more hours than were chosen. */
  hours: number;
  totalCents: number;
  savedCents: number;
}

/**
 * The cheapest half or full day that costs less than the chosen hours, if its hours are free too: `freeHours` are free in a row from
 * the
 * start. Null for a booking that is not hourly. `price` is the page's quote, so that the engineer is included.
 */
export function cheaperLength(
  choice: Pick<BookingChoice, "duration" | "hourCount">,
  freeHours: number,
  price: (length: Pick<BookingChoice, "duration" | "hourCount">) => Price,
): CheaperLength | null {
  if (choice.duration !== "hourly") return null;
  const { totalCents: chosenCents } = price(choice);
  const lengths = [
    { duration: "half-day", hours: HALF_DAY_HOURS },
    { duration: "full-day", hours: FULL_DAY_HOURS },
  ] as const;
  const cheaper = lengths
    .filter(({ hours }) => hours >= choice.hourCount && hours <= freeHours)
    .map(({ duration, hours }) => {
      const { totalCents } = price({ duration, hourCount: hours });
      return { duration, hours, totalCents, savedCents: chosenCents - totalCents };
    })
    .filter(({ savedCents }) => savedCents > 0);
  return cheaper.toSorted((a, b) => a.totalCents - b.totalCents)[0] ?? null;
}
