/** Plans an import: what has to be asked first, and what would become of each line; a dry run is this and nothing more (decision 308). */
import type { Core } from "../context.ts";
import { countResults, type LineResult } from "./line-result.ts";
import { bookingMaker, customerMaker, type Making, makeLines } from "./make-lines.ts";
import { planBookings } from "./plan-bookings.ts";
import { planCustomers } from "./plan-customers.ts";
import type { Unreadable } from "./read-csv.ts";
import { type FileAnswers, type ReadImport, readBookings, readCustomers } from "./read-file.ts";

export interface PlannedImport {
  ok: true;
  read: ReadImport;
  /** Of every line that is not blank; none while something has to be asked. */
  results: LineResult[];
  /** What each line is, by its number; nothing of it is kept. */
  words: ReadonlyMap<number, string>;
  counts: { made: number; notMade: number };
  /** Makes the lines that would be made; returns the results of all lines as they turned out. */
  make(making: Making, onTried: (done: number, total: number) => void): Promise<LineResult[]>;
}

export async function planImport(
  core: Core,
  bytes: Uint8Array,
  answers: FileAnswers,
): Promise<PlannedImport | Unreadable> {
  await core.venue.refreshIfExpired();
  if (answers.kind === "customers") {
    const read = readCustomers(bytes, answers);
    if (!read.ok) return read;
    const { made, ...told } = await planCustomers(core, read.lines);
    return planned(read, told, async (making, onTried) =>
      makeLines(core, await customerMaker(core, making), made, (done) => onTried(done, made.length)),
    );
  }
  const read = readBookings(bytes, answers, core.timeZone);
  if (!read.ok) return read;
  const { made, ...told } = await planBookings(core, read.lines);
  return planned(read, told, (making, onTried) =>
    makeLines(core, bookingMaker(core, making), made, (done) => onTried(done, made.length)),
  );
}

function planned(
  read: ReadImport,
  { results, words }: Pick<PlannedImport, "results" | "words">,
  makeAll: PlannedImport["make"],
): PlannedImport {
  return {
    ok: true,
    read,
    results,
    words,
    counts: countResults(results),
    async make(making, onTried) {
      const others = new Map((await makeAll(making, onTried)).map((result) => [result.line, result]));
      return results.map((result) => others.get(result.line) ?? result);
    },
  };
}
