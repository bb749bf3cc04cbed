/**
 * Decides whether a soak has passed: memory, handles and connections stay flat, no table grows except the log and what follows from it,
 * and answers are as fast as at first.
 */
import { median } from "../core/measure.ts";
import type { Sample, TableSize } from "./watch.ts";

/** The last third compared with the second. */
const FLAT = 1.1;
/** The minutes of the last third compared with those of the first. */
const AS_FAST = 1.3;
/** Rows by which a table that must not grow may differ between two thirds: work in progress at a moment. */
const UNDER_WAY_ROWS = 500;
/** By how much a count may grow if a tenth of it is less than one. */
const FEW = 10;

/** The log, tables with rows for each event, and read tables with a row for each booking, visitor or message. */
const GROWS: ReadonlySet<string> = new Set([
  "events",
  "log_leaves",
  "log_subtrees",
  "log_checkpoints",
  "personal_data",
  "audit_events",
  "bookings",
  "availability",
  "calendar_entries",
  "messages",
  "mails",
  "known_customers",
  "loyalty",
  "guests",
]);
const GROWING_PREFIXES = ["analytics_", "simulated_stripe."];

/** Counts of the last hour or day: in a shorter soak none of them is old enough to be deleted. */
const OF_A_DAY: ReadonlySet<string> = new Set(["rate_limits", "mail_turns", "mail_budget"]);

/** Two mails of each booking wait for its visit. All other jobs are counted with the figures that must stay flat. */
const UNTIL_VISITS = "graphile_worker._private_jobs";

export type Growth = "with the log" | "until the visits" | "for a day" | "not";

/** Whether a table may grow with the number of bookings. */
export function growthOf(table: string): Growth {
  if (OF_A_DAY.has(table)) return "for a day";
  if (table === UNTIL_VISITS) return "until the visits";
  const isOfLog = GROWS.has(table) || GROWING_PREFIXES.some((prefix) => table.startsWith(prefix));
  return isOfLog ? "with the log" : "not";
}

export interface Minute {
  calls: number;
  /** The number of failed calls by reason: a status, or "no answer". */
  failed: Readonly<Record<string, number>>;
  p50: number;
  p99: number;
}

export interface Course {
  /** Evenly spread over the whole time. */
  samples: readonly Sample[];
  minutes: readonly Minute[];
  /** At the end of the second third, and at the end. */
  tables: { before: ReadonlyMap<string, TableSize>; after: ReadonlyMap<string, TableSize> };
}

export interface Line {
  what: string;
  before: number;
  after: number;
  holds: boolean;
}

export interface Verdict {
  figures: Line[];
  /** Only the tables that have changed. */
  tables: (Line & { bytes: number; grows: Growth })[];
  p99: Line;
  /** How many units of the reference work the product did a second, in the second third and the last; both had as many calls. */
  work: Line;
  /** Milliseconds of processor time that one such unit took, in each third. */
  yardsticks: number[];
  failed: Readonly<Record<string, number>>;
  holds: boolean;
}

export function verdictOf({ samples, minutes, tables }: Course): Verdict {
  const figures = Object.keys(samples[0]?.figures ?? {}).map((what): Line => {
    const values = samples.map(({ figures }) => figures[what] ?? Number.NaN);
    const [, second, last] = thirds(values);
    const [before, after] = [mean(second), mean(last)];
    return {
      what,
      before,
      after,
      holds: after <= Math.max(before * FLAT, what.endsWith("MB") ? 0 : before + FEW),
    };
  });
  const rows = [...tables.after].flatMap(([what, { rows: after, bytes }]) => {
    const before = tables.before.get(what)?.rows ?? 0;
    if (after === before) return [];
    const grows = growthOf(what);
    const holds = grows !== "not" || after <= before * FLAT + UNDER_WAY_ROWS;
    return [{ what, before, after, bytes, grows, holds }];
  });
  const [first, , last] = thirds(minutes.map(({ p99 }) => p99));
  const [before, after] = [median(first), median(last)];
  const p99 = { what: "p99, ms", before, after, holds: after <= before * AS_FAST };
  const parts = thirds(samples);
  const yardsticks = parts.map((part) => median(part.map(({ yardstick }) => yardstick)));
  const [, secondWork = Number.NaN, lastWork = Number.NaN] = parts.map(
    (part, n) => (processorShare(part) * 1_000) / (yardsticks[n] ?? Number.NaN),
  );
  const work = {
    what: "units of work a second",
    before: secondWork,
    after: lastWork,
    holds: lastWork <= secondWork * FLAT,
  };
  const failed: Record<string, number> = {};
  for (const [why, times] of minutes.flatMap((minute) => Object.entries(minute.failed)))
    failed[why] = (failed[why] ?? 0) + times;
  const lines: Line[] = [...figures, ...rows, p99, work];
  const holds = countOf(failed) === 0 && lines.every((line) => line.holds);
  return { figures, tables: rows, p99, work, yardsticks, failed, holds };
}

/** By reason, as in a minute's figures. Of the 4xx only 429 is a failure: two visitors may want the same hours, and holds expire. */
export function failuresOf(statuses: readonly number[]): Record<string, number> {
  const failed: Record<string, number> = {};
  for (const status of statuses) {
    if (status !== 0 && status < 500 && status !== 429) continue;
    const why = status === 0 ? "no answer" : String(status);
    failed[why] = (failed[why] ?? 0) + 1;
  }
  return failed;
}

export const countOf = (failed: Minute["failed"]): number =>
  Object.values(failed).reduce((sum, times) => sum + times, 0);

/** How many processors the product used. */
function processorShare(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  return first && last ? (last.processor - first.processor) / (last.seconds - first.seconds) : Number.NaN;
}

function thirds<T>(values: readonly T[]): [T[], T[], T[]] {
  const cut = (share: number): number => Math.round((values.length * share) / 3);
  return [values.slice(0, cut(1)), values.slice(cut(1), cut(2)), values.slice(cut(2))];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
