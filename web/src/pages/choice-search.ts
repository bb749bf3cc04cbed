/**
 * Keeps a visitor's choice in the address, `?day=2026-12-12&start=14&duration=hourly&hours=3`: reload and Back restore it (decision 157).
 */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { z } from "zod/mini";
import { EVENT_TYPES } from "../../../core/booking/rules/event-types.ts";
import { BOOKING_DURATIONS, MAX_HOURS } from "../../../core/booking/rules/pricing.ts";
import { isVenueDay } from "../../../core/venue/time/venue-time.ts";
import { hoursOfDay, isClosedDay } from "../format/venue.ts";
import type { BookingChoice } from "../session/booking-choice.ts";
import { orAbsent, wholeNumber } from "./address.ts";

const DIGITS = z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.transform(Number));
/** Accepts a number that is text in the address, too. */
const hours = (lowest: number, highest: number) =>
  z.pipe(z.union([z.number(), DIGITS]), wholeNumber(lowest, highest));

/** Whether the venue takes visits that begin at that hour of that day. */
function isSlot(day: string | undefined, hour: number | undefined): boolean {
  if (day === undefined || hour === undefined) return false;
  const { open, close } = hoursOfDay(day);
  return hour >= open && hour < close;
}

/** A malformed value, a closed day or an hour outside the slots is dropped, never an error. */
export const choiceSearch = z.pipe(
  z.object({
    day: orAbsent(z.string().check(z.refine((day) => isVenueDay(day) && !isClosedDay(day)))),
    start: orAbsent(hours(0, 23)),
    duration: orAbsent(z.enum(BOOKING_DURATIONS)),
    hours: orAbsent(hours(1, MAX_HOURS)),
    /** How many people the visitor looked for a room for: the form begins with them. */
    people: orAbsent(wholeNumber(1, 10_000)),
    /** The event type that the form begins with. */
    for: orAbsent(z.enum(EVENT_TYPES)),
    /** The day that *Book again* proposed. A choice of the visitor's own drops it. */
    again: orAbsent(z.string().check(z.refine(isVenueDay))),
    /** The page of another site from which the visitor came. The first choice drops it; the tab remembers it. */
    back: orAbsent(z.string()),
  }),
  z.transform((search) => (isSlot(search.day, search.start) ? search : { ...search, start: undefined })),
);

type ChoiceSearch = z.output<typeof choiceSearch>;

/** The address of a choice; the page's defaults (hourly, its minimum number of hours) are left out. */
export const addressOf = ({ day, startHour, duration, hourCount }: BookingChoice, minHours: number) =>
  ({
    day: day ?? undefined,
    start: day === null ? undefined : (startHour ?? undefined),
    duration: duration === "hourly" ? undefined : duration,
    hours: hourCount === minHours ? undefined : hourCount,
  }) satisfies ChoiceSearch;

/** The choice in an address, for a page whose hourly bookings have at least `minHours`. */
export const choiceOf = (search: ChoiceSearch, minHours: number): BookingChoice => ({
  day: search.day ?? null,
  startHour: search.start ?? null,
  duration: search.duration ?? "hourly",
  hourCount: Math.max(minHours, search.hours ?? minHours),
});

/**
 * The choice in the address, and how to change it. A new day drops the chosen slot. Back undoes the choice of a day or a slot; it does
 * not undo a change of length, nor `forget`.
 */
export function useChoice(minHours: number) {
  const choice = choiceOf(choiceSearch.parse(useSearch({ strict: false })), minHours);
  const navigate = useNavigate();

  const go = (next: BookingChoice, replace: boolean) =>
    void navigate({
      to: ".",
      search: ({ people, for: eventType }: ChoiceSearch) => ({
        ...addressOf(next, minHours),
        people,
        for: eventType,
      }),
      replace,
      resetScroll: false,
    });

  return {
    choice,
    change(next: Partial<BookingChoice>): void {
      const movesDay = next.day !== undefined && next.day !== choice.day;
      const startHour = next.startHour ?? (movesDay || next.startHour === null ? null : choice.startHour);
      go({ ...choice, ...next, startHour }, next.day === undefined && next.startHour === undefined);
    },
    /** The same change without an entry for Back, because a typed start or end changes with each key. */
    move: (next: Partial<BookingChoice>): void => go({ ...choice, ...next }, true),
    forget: (): void => go(choiceOf({}, minHours), true),
  };
}
