/** Collects the proof of an entry's place: its own events and every offer that was made while it was open, each as a sealed leaf (decision 278). */
import { WAITLIST_ID, waitlistStream } from "../booking/waitlist/waitlist.ts";
import type { WaitlistEvent } from "../booking/waitlist/waitlist-events.ts";
import { readEventsBetween, readEventsWith } from "../log/read.ts";
import type { RawEvent } from "../log/stream.ts";
import type { Sql } from "../platform/database/database.ts";
import { entryOf, type LogEntry } from "../transparency/entry.ts";
import { hashReader, indexesOf, newestCheckpoint, withCosignatures } from "../transparency/seal-tables.ts";
import { openTree } from "../transparency/tiles.ts";

export interface OrderProof {
  /** The newest head, with its cosignatures. */
  checkpoint: string;
  /** In the order of the log. `proof`: the inclusion proof's hashes, base64. */
  events: { index: number; entry: LogEntry; proof: string[] }[];
  /** How many events the head does not cover yet. */
  unsealed: number;
}

const stream = waitlistStream.nameOf(WAITLIST_ID);

const JOINED: WaitlistEvent["type"] = "WaitlistJoined";
const OFFERED: WaitlistEvent["type"] = "HoursOffered";
const ENDS: ReadonlySet<string> = new Set<WaitlistEvent["type"]>([
  "OfferClaimed",
  "OfferDeclined",
  "WaitlistLeft",
]);

/** Null before the log's first seal. An entry that does not exist has no events. */
export async function readOrderProof(sql: Sql, entryId: number): Promise<OrderProof | null> {
  const head = await newestCheckpoint(sql);
  if (!head) return null;
  const events = await eventsAbout(sql, entryId);
  const versions = events.map(({ version }) => version);
  const [checkpoint, indexes] = await Promise.all([
    withCosignatures(sql, head),
    indexesOf(sql, stream, versions),
  ]);
  const tree = openTree(head.size, hashReader(sql));
  const proven: OrderProof["events"] = [];
  for (const event of events) {
    const index = indexes.get(event.version);
    if (index === undefined || index >= head.size) continue;
    const proof = (await tree.inclusion(index)).map((hash) => hash.toString("base64"));
    proven.push({ index, entry: entryOf(event, index), proof });
  }
  return { checkpoint, events: proven, unsealed: events.length - proven.length };
}

/**
 * Offers are found by when they were made and not by whether they list the entry: one that leaves the entry out must be in the proof, too.
 * What happened to other entries is left out, because its actor can be another person.
 */
async function eventsAbout(sql: Sql, entryId: number): Promise<RawEvent[]> {
  const own = await readEventsWith(sql, stream, { entryId });
  const joined = own.find(({ type }) => type === JOINED);
  if (!joined) return [];
  const end = own.find(({ type }) => ENDS.has(type));
  const offers = await readEventsBetween(
    sql,
    { stream, type: OFFERED },
    { after: joined.version, before: end?.version ?? null },
  );
  const byVersion = new Map([...own, ...offers].map((event) => [event.version, event]));
  return [...byVersion.values()].sort((a, b) => a.version - b.version);
}
