/** Writes the report of a soak: one page of Markdown, the same on the terminal and in the docs. */
import { countOf, type Line, type Minute, type Verdict } from "./verdict.ts";
import { REFERENCE_HASHES } from "./watch.ts";

export interface SoakRun {
  minutes: number;
  sockets: number;
  /** Calls a second that were measured first, and those made during the soak. */
  measured: number;
  rate: number;
  /** Pages that were opened and closed. */
  openedInAll: number;
  course: readonly Minute[];
  verdict: Verdict;
}

const number = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en-US")
    : value.toFixed(1);

const says = ({ holds }: Pick<Line, "holds">): string => (holds ? "yes" : "**no**");

/** Why calls failed and how often; "0" if none did. */
const whyOf = (failed: Minute["failed"]): string =>
  Object.entries(failed)
    .map(([why, times]) => `${why}: ${number(times)}`)
    .join(", ") || "0";

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export function soakPage({
  minutes,
  sockets,
  measured,
  rate,
  openedInAll,
  course,
  verdict,
}: SoakRun): string {
  const { figures, tables, p99, work, yardsticks, failed, holds } = verdict;
  return `# A soak of ${minutes} minutes

\`make soak MINUTES=${minutes}\`: the product as \`make run\` starts it answered at most ${number(measured)} calls a second,
with ${number(sockets)} sockets open, and the load generator and the database on the same machine. Then it got ${number(rate)} calls a second. As many sockets stayed open: ${number(openedInAll)} were
opened in all, and the oldest were closed. Calls: calendars, rooms, searches, pages; 2 % bookings, nearly as many released holds, some messages.

**${holds ? "Passed." : "Not passed."}** ${countOf(failed) === 0 ? "No call failed" : `${number(countOf(failed))} calls failed (${whyOf(failed)})`} of ${number(course.reduce((sum, { calls }) => sum + calls, 0))}.

p99 ${p99.before.toFixed(1)} ms in the first third, ${p99.after.toFixed(1)} ms in the last (aim ≤ 1.3 ×): ${says(p99)}.

The same reference work (${number(REFERENCE_HASHES)} hashes) took ${yardsticks.map((ms) => ms.toFixed(1)).join(", ")} ms of processor time in the three thirds,
which shows the speed of the machine itself. The product did ${number(work.before)} such units a second in the second third and ${number(work.after)} in the last, for as many
calls (aim ≤ 1.1 ×): ${says(work)}.

## Figures that must stay flat: the last third beside the second (aim ≤ 1.1 ×, or ten more of a count)

${table(
  ["", "second third", "last third", "flat"],
  figures.map((line) => [line.what, number(line.before), number(line.after), says(line)]),
)}

## Tables that changed in the last third

A table that does not follow from the log may differ by a tenth and the work in progress. Counts of the last hour and day are not old enough
to be deleted. Jobs: the reminder and the invitation to feedback of each booking, also of an expired one, wait for its visit, which is months away;
all other jobs are counted above.

${table(
  ["table", "rows before", "rows at the end", "MB", "may grow", "passed"],
  tables.map((line) => [
    line.what,
    number(line.before),
    number(line.after),
    (line.bytes / 1e6).toFixed(1),
    line.grows,
    says(line),
  ]),
)}

## Each minute

${table(
  ["minute", "calls", "failed", "p50, ms", "p99, ms"],
  course.map(({ calls, failed: some, p50, p99: slow }, i) => [
    String(i + 1),
    number(calls),
    whyOf(some),
    p50.toFixed(1),
    slow.toFixed(1),
  ]),
)}
`;
}
