/** Exports the log: a line per sealed event, the signed head, and the hashes by which a checker names an altered line. */
import { once } from "node:events";
import { closeSync, createWriteStream, openSync, rmSync, writeFileSync } from "node:fs";
import { finished } from "node:stream/promises";
import type { Sql } from "../core/platform/database/database.ts";
import { exportLine, isWhole } from "../core/transparency/export-lines.ts";
import { hashReader, newestCheckpoint, withCosignatures } from "../core/transparency/seal-tables.ts";
import { readSealedEvents, type Selection } from "../core/transparency/sealed-events.ts";
import { openTree } from "../core/transparency/tiles.ts";

const PAGE = 2_000;

/** Throws before anything is made if the file cannot be written. */
function assertWritable(file: string): void {
  try {
    closeSync(openSync(file, "a"));
  } catch (error) {
    throw new Error(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Writes `file`, `file.checkpoint` and, for the whole log, `file.hashes` (the hashes of the leaves in their order, 32 bytes each). In a
 * part of the log, each line has a proof instead. Reads one snapshot; returns how many events were written. Throws if nothing is sealed
 * yet.
 */
export function exportLog(
  sql: Sql,
  file: string,
  selection: Selection,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  assertWritable(file);
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const head = await newestCheckpoint(tx);
    if (!head) throw new Error("Nothing is sealed yet.");
    const whole = isWhole(selection);
    const tree = whole ? null : openTree(head.size, hashReader(tx));
    const out = createWriteStream(file);
    const hashes = whole ? createWriteStream(`${file}.hashes`) : null;
    let written = 0;
    for (let first = 0; ; ) {
      const rows = await readSealedEvents(tx, { first, size: head.size, limit: PAGE }, selection);
      const last = rows.at(-1);
      if (!last) break;
      for (const { hash, entry } of rows) {
        if (hashes && !hashes.write(hash)) await once(hashes, "drain");
        // A missing event leaves a gap, which a checker names.
        if (!entry) continue;
        written += 1;
        if (!out.write(await exportLine(entry, tree))) await once(out, "drain");
      }
      onProgress(last.index, head.size);
      first = last.index + 1;
    }
    await Promise.all([out, hashes].map((stream) => stream && finished(stream.end())));
    if (!hashes) rmSync(`${file}.hashes`, { force: true });
    writeFileSync(`${file}.checkpoint`, await withCosignatures(tx, head));
    onProgress(head.size, head.size);
    return written;
  });
}
