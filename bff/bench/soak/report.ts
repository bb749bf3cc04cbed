/** Writes the report of a soak: one page of Markdown, the same on the terminal and in the docs. */
import { countOf, type Line, type Minute, type Verdict } from "./verdict.ts";
import { YARDSTICK_HASHES } from "./watch.ts";

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

\`make soak MINUTES=${minutes}\`: the product as \`make run\` starts it took ${number(measured)} calls a second as fast as answers came,
with ${number(sockets)} sockets open, load generator and database on the same machine; then ${number(rate)} a second by the clock. So many sockets stayed open, ${number(openedInAll)} in all,
the oldest closing as others opened. Calls: calendars, rooms, searches, pages; 2 % bookings, nearly as many holds let go, some messages.

**${holds ? "It holds." : "It does not hold."}** ${countOf(failed) === 0 ? "No call failed" : `${number(countOf(failed))} calls failed (${whyOf(failed)})`} of ${number(course.reduce((sum, { calls }) => sum + calls, 0))}.

p99 ${p99.before.toFixed(1)} ms in the first third, ${p99.after.toFixed(1)} ms in the last (aim ≤ 1.3 ×): ${says(p99)}.

The same piece of work (${number(YARDSTICK_HASHES)} hashes) took ${yardsticks.map((ms) => ms.toFixed(1)).join(", ")} ms of a processor in the three thirds:
so quick was the machine itself. The product did ${number(work.before)} such pieces a second in the second third and ${number(work.after)} in the last, for as many
calls (aim ≤ 1.1 ×): ${says(work)}.

## Flat: the last third beside the second (aim ≤ 1.1 ×, or ten more of what is counted)

${table(
  ["", "second third", "last third", "flat"],
  figures.map((line) => [line.what, number(line.before), number(line.after), says(line)]),
)}

## Tables that changed in the last third

What is not of the log, or implied by it, may differ by a tenth and what is under way at a moment. Counts of the last hour and day are not old
enough to go. Jobs: the reminder and the invitation to feedback of each booking wait for its visit, months away here, also of one that lapsed; all
others are counted above.

${table(
  ["table", "rows before", "rows at the end", "MB", "may grow", "as it should"],
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
