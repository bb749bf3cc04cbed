/** Owns the export of the log: a line per sealed event, the signed head beside it, and what lets a checker name the line that was altered. */
import { once } from "node:events";
import { createWriteStream, rmSync, writeFileSync } from "node:fs";
import { finished } from "node:stream/promises";
import type { EventMeta } from "../../core/log/append-request.ts";
import type { Sql, TransactionSql } from "../../core/platform/database.ts";
import { canonicalJson } from "../../core/transparency/canonical-json.ts";
import { entryOf } from "../../core/transparency/entry.ts";
import { hashReader, newestCheckpoint, withCosignatures } from "../../core/transparency/seal-tables.ts";
import { openTree, type Tree } from "../../core/transparency/tiles.ts";

const PAGE = 2_000;

export interface Selection {
  /** UTC instants by when events were decided, both inclusive. */
  from: Date | null;
  to: Date | null;
  stream: string | null;
}

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
    const isWhole = selection.from === null && selection.to === null && selection.stream === null;
    const tree = isWhole ? null : openTree(head.size, hashReader(tx));
    const out = createWriteStream(file);
    const hashes = isWhole ? createWriteStream(`${file}.hashes`) : null;
    let written = 0;
    for await (const rows of pages(tx, head.size, selection)) {
      for (const row of rows) {
        if (hashes && !hashes.write(row.hash)) await once(hashes, "drain");
        // What is gone leaves a gap, which a checker names.
        if (row.type === null) continue;
        written += 1;
        if (!out.write(await lineOf(row, tree))) await once(out, "drain");
      }
      onProgress(rows.at(-1)?.index ?? 0, head.size);
    }
    await Promise.all([out, hashes].map((stream) => stream && finished(stream.end())));
    if (!hashes) rmSync(`${file}.hashes`, { force: true });
    writeFileSync(`${file}.checkpoint`, await withCosignatures(tx, head));
    onProgress(head.size, head.size);
    return written;
  });
}

/** An event at the place where it was sealed; its type is null when it is not in the log any more. */
interface SealedRow {
  index: number;
  hash: Buffer;
  stream: string;
  version: number;
  type: string | null;
  schemaVersion: number;
  data: unknown;
  meta: EventMeta;
  commandId: string;
  occurredAt: Date;
}

async function* pages(
  tx: TransactionSql,
  size: number,
  { from, to, stream }: Selection,
): AsyncGenerator<SealedRow[]> {
  for (let next = 0; ; ) {
    const rows = await tx<SealedRow[]>`
      select l.index, l.hash, l.stream, l.version, e.type, e.schema_version as "schemaVersion", e.data, e.meta,
        e.command_id as "commandId", e.occurred_at as "occurredAt"
      from log_leaves l left join events e using (stream, version)
      where l.index >= ${next} and l.index < ${size}
        ${stream === null ? tx`` : tx`and l.stream = ${stream}`}
        ${from === null ? tx`` : tx`and e.occurred_at >= ${from}`}
        ${to === null ? tx`` : tx`and e.occurred_at <= ${to}`}
      order by l.index limit ${PAGE}`;
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    next = last.index + 1;
  }
}

async function lineOf({ index, type, ...row }: SealedRow, tree: Tree | null): Promise<string> {
  const entry = canonicalJson({ ...entryOf({ ...row, type: type ?? "" }, index) });
  if (!tree) return `{"index":${index},"entry":${entry}}\n`;
  const proof = (await tree.inclusion(index)).map((hash) => hash.toString("base64"));
  return `{"index":${index},"entry":${entry},"proof":${JSON.stringify(proof)}}\n`;
}
