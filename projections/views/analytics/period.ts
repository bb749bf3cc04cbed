/** Computes which period another one is compared with (decision 136). Pure; venue days. */
import { addDays, type VenueDay } from "../../../core/venue/time/venue-time.ts";

/** Both days included. */
export interface Period {
  from: VenueDay;
  to: VenueDay;
}

const DAY_MS = 86_400_000;

export const daysIn = ({ from, to }: Period): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** Counted from year 0; the months of a year follow each other without a gap. */
const monthOf = (day: VenueDay): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** The first day of that month. */
const firstOf = (month: number): VenueDay =>
  `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}-01`;

/** As many days directly before the period; of whole months, as many whole months. */
export function periodBefore(period: Period): Period {
  const { from, to } = period;
  const before = addDays(from, -1);
  if (!from.endsWith("-01") || !addDays(to, 1).endsWith("-01")) {
    return { from: addDays(from, -daysIn(period)), to: before };
  }
  const months = monthOf(to) - monthOf(from) + 1;
  return { from: firstOf(monthOf(from) - months), to: before };
}
