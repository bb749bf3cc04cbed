/** How a series repeats as it is typed: the rules by name, and the number of dates and the last day, of which one follows from the other. Pure. */
import type { RepeatInput } from "../../../../bff/contract/series.ts";
import {
  datesOf,
  LEAST_DATES,
  MOST_DATES,
  placeInMonth,
  type Repeat,
  type RepeatRule,
  repeatProblem,
} from "../../../../core/booking/series/repeat.ts";
import { weekdayName } from "../../../../core/venue/time/time-format.ts";
import { isVenueDay, type VenueDay } from "../../../../core/venue/time/venue-time.ts";

export const REPEAT_RULES = ["none", "1", "2", "4", "monthly"] as const;
export type RepeatRuleName = (typeof REPEAT_RULES)[number];

/** As typed: either how many dates, or the last day on which there may be one. */
export interface RepeatChoice {
  rule: RepeatRuleName;
  end: { count: string } | { until: string };
}

/** About three months of dates. */
const USUAL_COUNTS: Record<RepeatRuleName, string> = {
  none: "12",
  "1": "12",
  "2": "6",
  "4": "3",
  monthly: "3",
};

export const noRepeat: RepeatChoice = { rule: "none", end: { count: USUAL_COUNTS.none } };

/** Another rule, with as many dates as are usual for it. A last day stays. */
export const withRule = ({ end }: RepeatChoice, rule: RepeatRuleName): RepeatChoice => ({
  rule,
  end: "until" in end && end.until !== "" ? end : { count: USUAL_COUNTS[rule] },
});

const PLACES = { 1: "first", 2: "second", 3: "third", 4: "fourth", last: "last" } as const;

/** `"Monthly on the first Tuesday"`, by the day of the first date. */
const monthlyName = (day: VenueDay): string =>
  `Monthly on the ${PLACES[placeInMonth(day)]} ${weekdayName(day)}`;

/** The rule as it is offered; the monthly one depends on the first date. */
export function ruleName(rule: RepeatRuleName, first: VenueDay): string {
  switch (rule) {
    case "none":
      return "Does not repeat";
    case "1":
      return "Weekly";
    case "monthly":
      return isVenueDay(first) ? monthlyName(first) : "Monthly";
    default:
      return `Every ${rule} weeks`;
  }
}

const WEEKS = { "1": 1, "2": 2, "4": 4 } as const;

const ruleOf = (rule: Exclude<RepeatRuleName, "none">): RepeatRule =>
  rule === "monthly" ? { monthly: true } : { every: WEEKS[rule] };

const COUNT = /^\d{1,3}$/;

/** The rule with its end; null if it does not repeat, or its end is not a number or a day. */
function typedRepeat({ rule, end }: RepeatChoice): Repeat | null {
  if (rule === "none") return null;
  if ("count" in end) return COUNT.test(end.count) ? { ...ruleOf(rule), count: Number(end.count) } : null;
  return isVenueDay(end.until) ? { ...ruleOf(rule), until: end.until } : null;
}

interface Bounds {
  first: VenueDay;
  today: VenueDay;
  /** The most dates that may be booked at once. */
  most?: number;
}

/** Why the series cannot be asked for; null if it can, or if it does not repeat. */
export function repeatError(
  choice: RepeatChoice,
  { first, today, most = MOST_DATES }: Bounds,
): string | null {
  if (choice.rule === "none" || !isVenueDay(first)) return null;
  const repeat = typedRepeat(choice);
  if (repeat) return repeatProblem(repeat, { first, today, most });
  return "count" in choice.end ? `Enter a number from ${LEAST_DATES} to ${most}` : "Choose the last day";
}

/** What is sent; null if it does not repeat or cannot be asked for. */
export function repeatOf(choice: RepeatChoice, bounds: Bounds): RepeatInput | null {
  return repeatError(choice, bounds) === null ? typedRepeat(choice) : null;
}

/** What both fields show: the one that was typed, and the one that follows from it (empty while the typed one is not valid). */
export function shownEnd(choice: RepeatChoice, bounds: Bounds): { count: string; until: string } {
  const { end } = choice;
  const repeat = repeatError(choice, bounds) === null ? typedRepeat(choice) : null;
  const days = repeat && isVenueDay(bounds.first) ? datesOf(repeat, bounds.first) : [];
  if ("count" in end) return { count: end.count, until: days.at(-1) ?? "" };
  return { count: days.length > 0 ? String(days.length) : "", until: end.until };
}
