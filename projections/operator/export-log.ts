/** Owns the export of the log: a line per sealed event, the signed head beside it, and what lets a checker name the line that was altered. */
import { once } from "node:events";
import { createWriteStream, rmSync, writeFileSync } from "node:fs";
import { finished } from "node:stream/promises";
import type { Sql } from "../../core/platform/database.ts";
import { exportLine, isWhole } from "../../core/transparency/export-lines.ts";
import { hashReader, newestCheckpoint, withCosignatures } from "../../core/transparency/seal-tables.ts";
import { readSealedEvents, type Selection } from "../../core/transparency/sealed-events.ts";
import { openTree } from "../../core/transparency/tiles.ts";

const PAGE = 2_000;

/**
 * Writes `file`, `file.checkpoint` and, of the whole log, `file.hashes` (the leaves' hashes in their order, 32 bytes each). A part has
 * a proof on each line instead. Of one snapshot; answers how many events were written. Throws when nothing is sealed yet.
 */
export function exportLog(
  sql: Sql,
  file: string,
  selection: Selection,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
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
        // What is gone leaves a gap, which a checker names.
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
