/**
 * Reads the lines by which a room's price differs by weekday and hour, and says what they make of a rate (decision 246).
 * Pure; venue-local hours. Safe in a browser.
 */
import { WEEKDAYS, type Weekday, weekdayOf } from "../time/opening-hours.ts";
import { addDays, type VenueDay } from "../time/venue-time.ts";

/** On these days, for hours from `fromHour` until `untilHour` (1 to 24), the rate changes by `percent`. */
export interface PriceRule {
  days: readonly Weekday[];
  fromHour: number;
  untilHour: number;
  percent: number;
}

/** When a visit begins, by the venue's clock. */
export interface VisitBegin {
  day: VenueDay;
  hour: number;
}

/** The form of a line, as staff are told it. */
export const PRICE_RULE_LINE = "Fri Sat 18-24: +25%";
const LEAST_PERCENT = -90;
const MOST_PERCENT = 300;
const LINE = /^((?:[A-Z]{3}[\s,]+)+)(\d{1,2})\s*[-–]\s*(\d{1,2})\s*:\s*([+\-−]?)\s*(\d{1,3})\s*%$/i;

const dayOf = (short: string): Weekday | undefined =>
  WEEKDAYS.find((day) => day.startsWith(short.toLowerCase()));

/** `"Fri Sat 18-24: +25%"`: a quarter more on those evenings. Null if the line is not of that form. */
export function readPriceRule(line: string): PriceRule | null {
  const match = LINE.exec(line.trim());
  if (!match) return null;
  const [, names = "", from = "", until = "", sign = "", size = ""] = match;
  const days = names
    .split(/[\s,]+/)
    .filter((name) => name !== "")
    .map(dayOf);
  const [fromHour, untilHour] = [Number(from), Number(until)];
  const percent = Number(size) * (sign === "-" || sign === "−" ? -1 : 1);
  if (days.includes(undefined) || fromHour >= untilHour || untilHour > 24) return null;
  if (percent < LEAST_PERCENT || percent > MOST_PERCENT) return null;
  return { days: days as Weekday[], fromHour, untilHour, percent }; // none is undefined
}

/** Why these lines are no rules, naming the line; null if they are. */
export function priceRulesTrouble(lines: readonly string[]): string | null {
  const wrong = lines.findIndex((line) => readPriceRule(line) === null);
  return wrong === -1
    ? null
    : `Price rules, line ${wrong + 1}: write it like "${PRICE_RULE_LINE}", from ${LEAST_PERCENT}% to +${MOST_PERCENT}%`;
}

/**
 * What of the usual rate is charged for so many hours from `begin` on, in percent of one hour's rate: `200` for two
 * usual hours. Of several rules for an hour, the first one counts.
 */
export function percentOfHours(lines: readonly string[], begin: VisitBegin, hours: number): number {
  const rules = lines.flatMap((line) => readPriceRule(line) ?? []);
  let [sum, day] = [0, begin.day];
  for (let n = 0; n < hours; n++) {
    const hour = (begin.hour + n) % 24;
    if (n > 0 && hour === 0) day = addDays(day, 1);
    const weekday = weekdayOf(day);
    const rule = rules.find(
      ({ days, fromHour, untilHour }) => days.includes(weekday) && hour >= fromHour && hour < untilHour,
    );
    sum += 100 + (rule?.percent ?? 0);
  }
  return sum;
}
