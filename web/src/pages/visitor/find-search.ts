/** The find page's address, `/find?day=2026-12-03&start=18&hours=3&people=12`, and the wish in it. */
import { z } from "zod/mini";
import { MAX_HOURS } from "../../../../core/booking/rules/pricing.ts";
import { addDays } from "../../../../core/venue/time/venue-time.ts";
import type { FindRequest } from "../../api/rooms.ts";
import { DEFAULT_REQUEST } from "../../features/find/find-request.ts";
import { ACTIVITIES } from "../../features/find/suits.ts";
import { orAbsent, venueDay, wholeNumber } from "../address.ts";

const MOST_DAYS = 14;
/** An hour in the API's format is accepted too. */
const CLOCK = z.pipe(
  z.string().check(z.regex(/^\d{1,2}(?::00)?$/)),
  z.transform((clock) => Number.parseInt(clock, 10)),
);

/** A malformed value is dropped, never an error. */
export const findSearch = z.object({
  day: venueDay,
  until: venueDay,
  start: orAbsent(z.pipe(z.union([z.number(), CLOCK]), wholeNumber(0, 23))),
  hours: orAbsent(wholeNumber(1, MAX_HOURS)),
  people: orAbsent(wholeNumber(1, 10_000)),
  for: orAbsent(z.enum(ACTIVITIES.map(([type]) => type))),
  maxPrice: orAbsent(z.number().check(z.minimum(1), z.maximum(100_000), z.multipleOf(0.01))),
});

export type FindSearch = z.output<typeof findSearch>;

/**
 * The wish in an address. Without a day it begins on `openDay`. A last day
 * before the first is ignored, and the search covers at most 14 days.
 */
export function findRequestOf(
  { day, until, start, hours, people, for: activity, maxPrice }: FindSearch,
  openDay: string,
): FindRequest {
  const first = day ?? openDay;
  const last = addDays(first, MOST_DAYS - 1);
  return {
    day: first,
    until: until === undefined || until <= first ? undefined : until < last ? until : last,
    startHour: start ?? DEFAULT_REQUEST.startHour,
    hours: hours ?? DEFAULT_REQUEST.hours,
    people: people ?? DEFAULT_REQUEST.people,
    activity,
    maxPrice,
  };
}
