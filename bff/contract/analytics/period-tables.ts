/** The tables that compare the figures of a period with the period before, the same on the page and as CSV. Safe in a browser. */
import type { PeriodFigures } from "./analytics-period.ts";

type Unit = "count" | "hours" | "money" | "percent" | "days";

/** Null where there is no figure, for example for a room that was closed. */
export interface ComparedRow {
  label: string;
  unit: Unit;
  now: number | null;
  before: number | null;
}

type Row = readonly [label: string, unit: Unit, of: (figures: PeriodFigures) => number | null];

const FIGURES: readonly Row[] = [
  ["Bookings made", "count", ({ bookings }) => bookings],
  ["Revenue", "money", ({ revenue }) => revenue],
  ["Received", "money", ({ received }) => received],
  ["Refunds", "money", ({ refunds }) => refunds],
  ["Hours booked", "hours", ({ hoursBooked }) => hoursBooked],
  ["Occupancy", "percent", ({ occupancy }) => occupancy],
  ["Cancellations", "count", ({ cancellations }) => cancellations.total],
  ["No-shows", "count", ({ noShows }) => noShows],
  ["Average lead time", "days", ({ leadTime }) => leadTime.averageDays],
];

const SOURCES: readonly Row[] = [
  ["Web", "count", ({ sources }) => sources.web],
  ["Staff", "count", ({ sources }) => sources.staff],
];

const CANCELLATIONS: readonly Row[] = [
  ["Cancelled by the customer", "count", ({ cancellations }) => cancellations.byCustomer],
  ["Cancelled by the venue", "count", ({ cancellations }) => cancellations.byVenue],
  ["Holds never paid", "count", ({ unpaidHolds }) => unpaidHolds],
  ["No-shows", "count", ({ noShows }) => noShows],
  ["Refunds", "money", ({ refunds }) => refunds],
];

const TAKINGS: readonly Row[] = [
  ["Card online", "money", ({ takings }) => takings.card],
  ["Card terminal", "money", ({ takings }) => takings.terminal],
  ["Cash", "money", ({ takings }) => takings.cash],
  ["Bank transfer", "money", ({ takings }) => takings.transfer],
  ["Marked as received", "money", ({ takings }) => takings.marked],
  ["Total", "money", ({ takings }) => takings.total],
];

const WAITLIST: readonly Row[] = [
  ["Joined", "count", ({ waitlist }) => waitlist.joined],
  ["Waiting at the end", "count", ({ waitlist }) => waitlist.waiting],
  ["Offers made", "count", ({ waitlist }) => waitlist.offers],
  ["Offers taken", "count", ({ waitlist }) => waitlist.taken],
  ["Share taken", "percent", ({ waitlist }) => waitlist.takenShare],
  ["Hours sold", "hours", ({ waitlist }) => waitlist.hoursSold],
  ["Revenue", "money", ({ waitlist }) => waitlist.revenue],
];

/** `"Same day"`, `"3 to 6 days"`, `"28 days or more"` */
function leadTimeWords({ fromDays, toDays }: { fromDays: number; toDays: number | null }): string {
  if (toDays === null) return `${fromDays} days or more`;
  return toDays === 0 ? "Same day" : `${fromDays} to ${toDays} days`;
}

const leadTimes = ({ leadTime }: PeriodFigures): Row[] =>
  leadTime.buckets.map((bucket, i) => [
    leadTimeWords(bucket),
    "count",
    (figures) => figures.leadTime.buckets[i]?.bookings ?? 0,
  ]);

/** Each is also `GET /api/analytics/{name}.csv`. */
export const COMPARED_TABLES = [
  "figures",
  "lead-times",
  "sources",
  "cancellations",
  "takings",
  "waitlist",
] as const;
export type ComparedTable = (typeof COMPARED_TABLES)[number];

/** The rows of a table: each of the period, with that of the period before. */
export function comparedRows(
  table: ComparedTable,
  { period, before }: { period: PeriodFigures; before: PeriodFigures },
): ComparedRow[] {
  const rows = {
    figures: FIGURES,
    "lead-times": leadTimes(period),
    sources: SOURCES,
    cancellations: CANCELLATIONS,
    takings: TAKINGS,
    waitlist: WAITLIST,
  }[table];
  return rows.map(([label, unit, of]) => ({ label, unit, now: of(period), before: of(before) }));
}
