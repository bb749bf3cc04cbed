/** Owns the proof files of a stream: each event's own bytes, its place in the tree and the way to the newest signed head (C2SP tlog-proof). */
import { readRawStream } from "../../core/log/read.ts";
import type { Sql } from "../../core/platform/database.ts";
import { entryBytes, entryOf } from "../../core/transparency/entry.ts";
import {
  hashReader,
  leavesOfStream,
  newestCheckpoint,
  withCosignatures,
} from "../../core/transparency/seal-tables.ts";
import { openTree } from "../../core/transparency/tiles.ts";
import { tlogProof } from "../../core/transparency/tlog-proof.ts";

/** `booking-42-1.tlog-proof` and so on, of every event that is sealed. Throws when none is. What the log now says is what they hold: a proof of an altered event does not hold. */
export async function proofsOfStream(sql: Sql, stream: string): Promise<{ name: string; text: string }[]> {
  const head = await newestCheckpoint(sql);
  const events = await readRawStream(sql, stream);
  if (events.length === 0) throw new Error(`There is no stream ${stream}.`);
  const leaves = new Map((await leavesOfStream(sql, stream)).map((leaf) => [leaf.version, leaf.index]));
  const size = head?.size ?? 0;
  const checkpoint = head ? await withCosignatures(sql, head) : "";
  const tree = openTree(size, hashReader(sql));
  const proofs: { name: string; text: string }[] = [];
  for (const event of events) {
    const index = leaves.get(event.version) ?? size;
    if (index >= size) continue;
    const extra = entryBytes(entryOf(event, index));
    const text = tlogProof({ extra, index, inclusion: await tree.inclusion(index), checkpoint });
    proofs.push({ name: `${stream}-${event.version}.tlog-proof`, text });
  }
  if (proofs.length === 0) throw new Error(`No event of ${stream} is sealed yet.`);
  return proofs;
}
