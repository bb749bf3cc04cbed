/** Reads `startDate` and `endDate` of a query as instants; days are the venue's, the last one included. */
import { addDays, instantAt, isVenueDay, venueDayOf } from "../../core/venue/time/venue-time.ts";
import type { FieldError } from "../contract/problem.ts";

const MAX_RANGE_DAYS = 400;
const DAY_MS = 86_400_000;

export type DateRange = { ok: true; from: Date; to: Date } | { ok: false; errors: FieldError[] };

/** `[from, to)` in UTC. Each end is a venue day (`YYYY-MM-DD`) or an ISO date-time, as the contract has checked. */
export function readDateRange(query: { startDate: string; endDate: string }, timeZone: string): DateRange {
  const from = instantOf(query.startDate, 0);
  const to = instantOf(query.endDate, 1);
  if (to < from) return refused("endDate must not be before startDate");
  if (to.getTime() - from.getTime() > (MAX_RANGE_DAYS + 1) * DAY_MS) {
    return refused(`The range may be at most ${MAX_RANGE_DAYS} days`);
  }
  return { ok: true, from, to };

  function instantOf(text: string, daysAfter: number): Date {
    return isVenueDay(text) ? instantAt(addDays(text, daysAfter), 0, timeZone) : new Date(text);
  }
}

/** No booking is before or after these instants, so every range beyond them has the same answer. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2200, 0, 1);

/** The whole venue days that cover a range, within those instants: `startDate` and `endDate`, the last included. */
export function coveringDays({ from, to }: { from: Date; to: Date }, timeZone: string) {
  const dayAt = (ms: number) =>
    venueDayOf(new Date(Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS)), timeZone);
  const startDate = dayAt(from.getTime());
  const endDate = dayAt(Math.max(from.getTime(), to.getTime() - 1));
  return {
    startDate,
    endDate,
    from: instantAt(startDate, 0, timeZone),
    to: instantAt(addDays(endDate, 1), 0, timeZone),
  };
}

const refused = (message: string): DateRange => ({ ok: false, errors: [{ path: "endDate", message }] });
