/**
 * Writes the proof files of events: each event's own bytes, its index in the tree and the path to the newest signed head
 * (C2SP tlog-proof).
 */
import { readRawStream } from "../log/read.ts";
import type { Sql } from "../platform/database/database.ts";
import { entryBytes, entryOf, type LogEntry } from "./entry.ts";
import { hashReader, leavesOfStream, newestCheckpoint, withCosignatures } from "./seal-tables.ts";
import { readSealedEvents } from "./sealed-events.ts";
import { openTree } from "./tiles.ts";

export interface ProofFile {
  /** For example `booking-42-1.tlog-proof`. */
  name: string;
  index: number;
  version: number;
  text: string;
}

/** Writes proofs up to the newest head. They contain the events as they are in the log now, so a proof of an altered event is invalid. */
async function openProofs(sql: Sql): Promise<{ size: number; proofOf(entry: LogEntry): Promise<ProofFile> }> {
  const head = await newestCheckpoint(sql);
  const size = head?.size ?? 0;
  const checkpoint = head ? await withCosignatures(sql, head) : "";
  const tree = openTree(size, hashReader(sql));
  return {
    size,
    async proofOf(entry) {
      const { stream, version, index } = entry;
      const inclusion = await tree.inclusion(index);
      const text = [
        "c2sp.org/tlog-proof@v1",
        // The entry's own bytes; the reader hashes them.
        `extra ${entryBytes(entry).toString("base64")}`,
        `index ${index}`,
        ...inclusion.map((hash) => hash.toString("base64")),
        "",
        checkpoint,
      ].join("\n");
      return { name: `${stream}-${version}.tlog-proof`, index, version, text };
    },
  };
}

/**
 * Proofs of every event of a stream that is under a signed head, and the versions of those that are not yet. Both are
 * empty if there is no such stream.
 */
export async function proofsOfStream(
  sql: Sql,
  stream: string,
): Promise<{ proofs: ProofFile[]; unsealed: number[] }> {
  const { size, proofOf } = await openProofs(sql);
  const events = await readRawStream(sql, stream);
  const leaves = new Map((await leavesOfStream(sql, stream)).map((leaf) => [leaf.version, leaf.index]));
  const proofs: ProofFile[] = [];
  const unsealed: number[] = [];
  for (const event of events) {
    const index = leaves.get(event.version) ?? size;
    if (index < size) proofs.push(await proofOf(entryOf(event, index)));
    else unsealed.push(event.version);
  }
  return { proofs, unsealed };
}

/** The proof of the event at an index of the tree; null beyond the newest head, and if the event is no longer in the log. */
export async function proofAt(sql: Sql, index: number): Promise<ProofFile | null> {
  const { size, proofOf } = await openProofs(sql);
  const [sealed] = await readSealedEvents(sql, { first: index, size, limit: 1 });
  return sealed?.entry?.index === index ? proofOf(sealed.entry) : null;
}
