/** The ways in which a visit can repeat, as a visitor chooses them, and what is wrong with a choice. Pure. */
import {
  LEAST_DATES,
  MOST_DATES_OF_VISITORS,
  type Repeat,
  repeatProblem,
} from "../../../../core/booking/series/repeat.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { addDays, isVenueDay, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { ruleName } from "../../format/series/repeat-choice.ts";
import type { SeriesDraft } from "../../session/booking-draft.ts";

type Every = SeriesDraft["every"];
export type RepeatChoice = Pick<SeriesDraft, "every" | "count" | "until">;

/** The name of each choice; `none` is one visit. */
export const repeatNames = (day: VenueDay): [Every | "none", string][] => [
  ["none", ruleName("none", day)],
  [1, ruleName("1", day)],
  [2, ruleName("2", day)],
  [4, ruleName("4", day)],
  ["month", ruleName("monthly", day)],
];

export const repeatName = (every: Every, day: VenueDay): string =>
  repeatNames(day).find(([value]) => value === every)?.[1] ?? "";

/** The select's value as a choice; null for one visit. */
export const everyOf = (value: string): Every | null => {
  if (value === "month") return value;
  const weeks = Number(value);
  return weeks === 1 || weeks === 2 || weeks === 4 ? weeks : null;
};

/** The numbers of dates that a visitor can choose. */
export const COUNTS: readonly number[] = Array.from(
  { length: MOST_DATES_OF_VISITORS - LEAST_DATES + 1 },
  (_, at) => LEAST_DATES + at,
);

const FIRST_COUNT = 4;
const FIRST_UNTIL_DAYS = 7 * 7;

/** What a choice of the rule begins with. */
export const firstChoice = (every: Every, day: VenueDay): SeriesDraft => ({
  every,
  count: FIRST_COUNT,
  until: addDays(day, FIRST_UNTIL_DAYS),
  skip: [],
  swaps: {},
  hours: "",
});

/** The rule with its end, as it is sent. */
export function repeatOf({ every, count, until }: RepeatChoice): Repeat {
  const end = count === null ? { until } : { count };
  return every === "month" ? { monthly: true, ...end } : { every, ...end };
}

/** Why these dates cannot be booked, in a sentence for the field of their end; null if they can. `today`: the venue's. */
export function choiceProblem(
  choice: RepeatChoice,
  { day, today }: { day: VenueDay; today: VenueDay },
): string | null {
  if (choice.count === null && !isVenueDay(choice.until)) return "Choose the last day";
  if (choice.count === null && choice.until <= day) return "Choose a day after the first date";
  return repeatProblem(repeatOf(choice), { first: day, today, most: MOST_DATES_OF_VISITORS });
}

export const datesText = (count: number): string => countText(count, "date");

/** `"Tue, Dec 8; Tue, Dec 15"`: days have commas, so semicolons part them. */
export const listText = (days: readonly string[]): string => days.join("; ");
