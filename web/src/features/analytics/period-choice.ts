/** Computes the periods that the page offers by name, and describes differences between periods. Days are venue days, both inclusive. */
import type { ComparedRow } from "../../../../bff/contract/analytics/period-tables.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { addDays, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { count } from "../../format/counts.ts";
import { exactAmount } from "./amounts.ts";
import { percent } from "./grades.ts";

export interface Period {
  from: VenueDay;
  to: VenueDay;
}

export const PRESETS = {
  "this-week": "This week",
  "last-week": "Last week",
  "this-month": "This month",
  "last-month": "Last month",
  "this-quarter": "This quarter",
  "this-year": "This year",
  "last-30-days": "Last 30 days",
  all: "All, up to 5 years",
} as const;
export type Preset = keyof typeof PRESETS;

/** The period that the page shows if the URL names no other. */
export const DEFAULT_PRESET: Preset = "last-30-days";

/** The first day of the month that is `months` months after that of `day`. */
function monthStart(day: VenueDay, months = 0): VenueDay {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The Monday of the day's week. */
function weekStart(day: VenueDay): VenueDay {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Weeks, months, quarters and years are whole ones, so that bookings on their last days are included. */
export function periodOf(preset: Preset, today: VenueDay): Period {
  switch (preset) {
    case "this-week":
      return { from: weekStart(today), to: addDays(weekStart(today), 6) };
    case "last-week":
      return { from: addDays(weekStart(today), -7), to: addDays(weekStart(today), -1) };
    case "this-month":
      return { from: monthStart(today), to: addDays(monthStart(today, 1), -1) };
    case "last-month":
      return { from: monthStart(today, -1), to: addDays(monthStart(today), -1) };
    case "this-quarter": {
      const first = monthStart(today, -((Number(today.slice(5, 7)) - 1) % 3));
      return { from: first, to: addDays(monthStart(first, 3), -1) };
    }
    case "this-year":
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
    case "last-30-days":
      return { from: addDays(today, -29), to: today };
    case "all":
      return {
        from: addDays(`${Number(today.slice(0, 4)) - 5}${monthStart(today).slice(4)}`, 31),
        to: today,
      };
    default:
      return preset satisfies never;
  }
}

type Unit = ComparedRow["unit"];

/** `"$1,234.50"`, `"12.5%"`, `"3.5 days"`; a dash for null. */
export function figureWords(value: number | null, unit: Unit): string {
  if (value === null) return "–";
  if (unit === "money") return exactAmount(value);
  if (unit === "percent") return percent(value);
  if (unit === "days") return countText(value, "day");
  return count(value);
}

/** `"12 more (+8%)"`, `"$5.00 less (−2%)"`, `"the same"`: sign and word carry the meaning, so that no color is needed. */
export function differenceWords({ now, before, unit }: Omit<ComparedRow, "label">): string {
  if (now === null || before === null) return "nothing to compare";
  const difference = Math.round((now - before) * 100) / 100;
  if (difference === 0) return "the same";
  const size = Math.abs(difference);
  const amount = unit === "percent" ? countText(size, "point") : figureWords(size, unit);
  const word = difference > 0 ? "more" : unit === "count" ? "fewer" : "less";
  // Differences of rates are percentage points already, and zero has no percentage.
  if (unit === "percent" || before <= 0) return `${amount} ${word}`;
  const share = Math.round((size / before) * 100);
  return `${amount} ${word} (${difference > 0 ? "+" : "−"}${count(share)}%)`;
}
