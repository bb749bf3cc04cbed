/** Owns the tie between a visitor's choice and the address, `?day=2026-12-12&start=14&duration=hourly&hours=3`: reload and Back restore it (UI 8). */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { z } from "zod";
import { BOOKING_DURATIONS, MAX_HOURS } from "../../../../bff/contract/pricing.ts";
import {
  CLOSING_HOUR,
  FIRST_SLOT_HOUR,
  isClosedDay,
  isVenueDay,
} from "../../../../bff/contract/venue-time.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";

const wholeNumber = (lowest: number, highest: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,2}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(lowest).max(highest))
    .optional()
    .catch(undefined);

/** What is malformed, a closed day or an hour outside the slots is dropped, never an error. */
export const choiceSearch = z
  .object({
    day: z
      .string()
      .refine((day) => isVenueDay(day) && !isClosedDay(day))
      .optional()
      .catch(undefined),
    start: wholeNumber(FIRST_SLOT_HOUR, CLOSING_HOUR - 1),
    duration: z.enum(BOOKING_DURATIONS).optional().catch(undefined),
    hours: wholeNumber(1, MAX_HOURS),
  })
  .transform((search) => (search.day === undefined ? { ...search, start: undefined } : search));

type ChoiceSearch = z.output<typeof choiceSearch>;

/** The address of a choice; what the page assumes anyway (hourly, its least number of hours) is left out. */
export const addressOf = ({ day, startHour, duration, hourCount }: BookingChoice, minHours: number) =>
  ({
    day: day ?? undefined,
    start: day === null ? undefined : (startHour ?? undefined),
    duration: duration === "hourly" ? undefined : duration,
    hours: hourCount === minHours ? undefined : hourCount,
  }) satisfies ChoiceSearch;

/** The choice an address stands for on a page whose hourly bookings have at least `minHours`. */
export const choiceOf = (search: ChoiceSearch, minHours: number): BookingChoice => ({
  day: search.day ?? null,
  startHour: search.start ?? null,
  duration: search.duration ?? "hourly",
  hourCount: Math.max(minHours, search.hours ?? minHours),
});

/**
 * The choice the address stands for, and how to change it. A new day drops the chosen slot. Choosing a day or a slot is a
 * step that Back undoes; a change of length, or `forget`, is not.
 */
export function useChoice(minHours: number) {
  const choice = choiceOf(choiceSearch.parse(useSearch({ strict: false })), minHours);
  const navigate = useNavigate();

  const go = (next: BookingChoice, replace: boolean) =>
    void navigate({ to: ".", search: () => addressOf(next, minHours), replace, resetScroll: false });

  return {
    choice,
    change(next: Partial<BookingChoice>): void {
      const movesDay = next.day !== undefined && next.day !== choice.day;
      const startHour = next.startHour ?? (movesDay || next.startHour === null ? null : choice.startHour);
      go({ ...choice, ...next, startHour }, next.day === undefined && next.startHour === undefined);
    },
    forget: (): void => go(choiceOf({}, minHours), true),
  };
}
