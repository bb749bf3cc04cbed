/**
 * Writes the lines of an export of the log: one per sealed event, with the path to the signed head if the export is only
 * a part of the log.
 */
import type { Sql, TransactionSql } from "../platform/database/database.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { LogEntry } from "./entry.ts";
import { hashReader } from "./seal-tables.ts";
import { readSealedEvents, type Selection } from "./sealed-events.ts";
import { openTree, type Tree } from "./tiles.ts";

/** An export of the whole log needs no proofs, because the tree can be computed from it. */
export const isWhole = ({ from, to, stream }: Selection): boolean =>
  from === null && to === null && stream === null;

/** `{"index":12,"entry":{…}}`, with `"proof":[base64…]` if a tree is given; ends with a line end. */
export async function exportLine(entry: LogEntry, tree: Tree | null): Promise<string> {
  const { index } = entry;
  const line = `{"index":${index},"entry":${canonicalJson({ ...entry })}`;
  if (!tree) return `${line}}\n`;
  const proof = (await tree.inclusion(index)).map((hash) => hash.toString("base64"));
  return `${line},"proof":${JSON.stringify(proof)}}\n`;
}

const PAGE = 500;

/** The lines under the head of this size, some hundred at a time. Sealed events do not change, so the pages need no common snapshot. */
export async function* exportLines(
  sql: Sql | TransactionSql,
  size: number,
  selection: Selection,
): AsyncGenerator<string, void, undefined> {
  const tree = isWhole(selection) ? null : openTree(size, hashReader(sql));
  for (let first = 0; ; ) {
    const sealed = await readSealedEvents(sql, { first, size, limit: PAGE }, selection);
    const last = sealed.at(-1);
    if (!last) return;
    const lines: string[] = [];
    for (const { entry } of sealed) if (entry) lines.push(await exportLine(entry, tree));
    yield lines.join("");
    first = last.index + 1;
  }
}
