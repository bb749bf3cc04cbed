/** Says on which days a series takes place: every one, two or four weeks, or monthly on the same weekday of the month. Pure, safe in a browser. */
import { addDays, BOOKING_HORIZON_DAYS, type VenueDay } from "../../venue/time/venue-time.ts";

export const WEEKS_APART = [1, 2, 4] as const;
type WeeksApart = (typeof WEEKS_APART)[number];

/** Weeks between two dates, or monthly: the same weekday of the month (first to fourth, or last). */
export type RepeatRule = { every: WeeksApart } | { monthly: true };

/** How many dates in all, or until which venue day (included). */
export type RepeatEnd = { count: number } | { until: VenueDay };

export type Repeat = RepeatRule & RepeatEnd;

export const LEAST_DATES = 2;
export const MOST_DATES = 52;
/** The most dates that a visitor books at once. */
export const MOST_DATES_OF_VISITORS = 12;

/** How many hours earlier or later in the same room a guest would rather come than go to another room, for the order of alternatives. */
export const HOURS_FOR_ANOTHER_ROOM = 3;

/** Which dates a change is for: one, it and the following, or all to come. */
export const SERIES_SCOPES = ["one", "following", "all"] as const;
export type SeriesScope = (typeof SERIES_SCOPES)[number];

/** Whether the first date is followed by those in so many weeks, or by the same weekday of the next months. */
export const isMonthly = (repeat: Repeat): repeat is { monthly: true } & RepeatEnd => "monthly" in repeat;

/** The days of the series, the first included; at most one more than a series may have, so that too many are noticed. */
export function datesOf(repeat: Repeat, first: VenueDay): VenueDay[] {
  return furtherDates(repeat, first, { since: addDays(first, -1), end: repeat });
}

/** The days of the rule after `since`, as many as `end` says; at most one more than a series may have. */
export function furtherDates(
  rule: RepeatRule,
  first: VenueDay,
  { since, end }: { since: VenueDay; end: RepeatEnd },
): VenueDay[] {
  const dayAt = "monthly" in rule ? monthlyFrom(first) : (n: number) => addDays(first, 7 * rule.every * n);
  const days: VenueDay[] = [];
  const most = "count" in end ? Math.min(end.count, MOST_DATES + 1) : MOST_DATES + 1;
  for (let n = 0; days.length < most; n++) {
    const day = dayAt(n);
    if ("until" in end && day > end.until) break;
    if (day > since) days.push(day);
  }
  return days;
}

const monthAndDate = (day: VenueDay): { year: number; month: number; date: number } => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return { year, month, date };
};

const dayOf = (year: number, month: number, date: number): VenueDay =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

/** Which of its weekday in the month the day is: 1 to 4, or the last. A day that is the fourth and the last counts as the fourth. */
export function placeInMonth(day: VenueDay): 1 | 2 | 3 | 4 | "last" {
  const place = Math.ceil(monthAndDate(day).date / 7);
  return place === 1 || place === 2 || place === 3 || place === 4 ? place : "last";
}

/** The n-th day after the first, month by month. */
function monthlyFrom(first: VenueDay): (n: number) => VenueDay {
  const { year, month } = monthAndDate(first);
  const place = placeInMonth(first);
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay();
  return (n) => {
    if (place === "last") {
      const end = new Date(Date.UTC(year, month + n, 0));
      return dayOf(year, month + n, end.getUTCDate() - ((end.getUTCDay() - weekday + 7) % 7));
    }
    const begin = new Date(Date.UTC(year, month - 1 + n, 1)).getUTCDay();
    return dayOf(year, month + n, 1 + ((weekday - begin + 7) % 7) + 7 * (place - 1));
  };
}

/** Why the series cannot be asked for, in a sentence; null if it can. `today`: the current venue day. */
export function repeatProblem(
  repeat: Repeat,
  { first, today, most }: { first: VenueDay; today: VenueDay; most: number },
): string | null {
  const days = datesOf(repeat, first);
  if (days.length < LEAST_DATES || days.length > most) return `A series has ${LEAST_DATES} to ${most} dates`;
  return isBeyondHorizon(days, today)
    ? `Bookings can be made at most ${BOOKING_HORIZON_DAYS} days ahead: choose fewer dates`
    : null;
}

export const isBeyondHorizon = (days: readonly VenueDay[], today: VenueDay): boolean =>
  (days.at(-1) ?? today) > addDays(today, BOOKING_HORIZON_DAYS);
