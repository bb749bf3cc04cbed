/** Owns sealing: committed events become leaves in the log's order, and the tree's head is signed. One at a time, all or nothing, and as often as one likes. */
import { LOG_START, type LogPosition } from "../log/position.ts";
import { readAfter } from "../log/read.ts";
import type { Sql, TransactionSql } from "../platform/database.ts";
import { checkpointText, originOf, parseCheckpoint } from "./checkpoint.ts";
import { entryBytes, entryOf } from "./entry.ts";
import { endorse, type LogKey } from "./log-key.ts";
import { leafHash, rootOf } from "./merkle-tree.ts";
import type { Signer } from "./note-keys.ts";
import {
  addCheckpoint,
  addKey,
  addLeaves,
  addSubtrees,
  hashReader,
  newestCheckpoint,
  readKeys,
  type SealedLeaf,
  type Subtree,
} from "./seal-tables.ts";
import { parseNote, signNote } from "./signed-note.ts";
import { hashesAt, openTree, TILE_WIDTH } from "./tiles.ts";

/** "hub seal" in ASCII: whoever seals holds it, and others wait. */
const SEAL_LOCK = 0x6875627365616c;

/** Leaves of a transaction: it writes for some tens of milliseconds, and holds followers of the log back for no longer. */
const BATCH_SIZE = 2_000;

/** While much is sealed at once, a head is signed this often. */
const SIGN_EVERY_MS = 3_000;

export interface SealSettings {
  /** The origin follows it, once and for all with the first seal. */
  publicUrl: string;
  logKey: LogKey;
}

/** What stands in the tables contradicts itself or the log: signing it would bear false witness. `make verify` names what is wrong. */
export class SealRefused extends Error {
  override readonly name = "SealRefused";
}

interface Batch {
  /** How many leaves the tree has. */
  size: number;
  /** Whether the log goes on. */
  more: boolean;
}

/** Seals whatever is committed and no longer held back by an older transaction. Answers how many events are sealed. Throws `SealRefused`. */
export async function seal(
  sql: Sql,
  settings: SealSettings,
  options: { signal?: AbortSignal; onProgress?: (sealed: number) => void } = {},
): Promise<number> {
  for (;;) {
    const { size, more } = await sealBatch(sql, settings);
    options.onProgress?.(size);
    if (!more || options.signal?.aborted) return size;
  }
}

/**
 * Everything is read and hashed before the first write: a transaction that has written holds back everybody who follows the log.
 * A kill at any point leaves the batch's leaves and head, or neither.
 */
function sealBatch(sql: Sql, settings: SealSettings): Promise<Batch> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SEAL_LOCK}), set_config('synchronous_commit', 'on', true)`;
    const last = await lastLeaf(tx);
    const sealed = last ? last.index + 1 : 0;
    const head = await newestCheckpoint(tx);
    if (head) await refuseBrokenTree(tx, head, sealed);
    const events = await readAfter(tx, last?.at ?? LOG_START, BATCH_SIZE);
    const size = sealed + events.length;
    const more = events.length === BATCH_SIZE;
    const origin = head ? originIn(head.note) : originOf(settings.publicUrl);
    const signer = settings.logKey(origin);
    const leaves = events.map(
      (event, i): SealedLeaf => ({
        index: sealed + i,
        stream: event.stream,
        version: event.version,
        hash: leafHash(entryBytes(entryOf(event, sealed + i))),
      }),
    );
    const subtrees = await completedSubtrees(tx, sealed, leaves);
    if (leaves.length > 0) {
      await addLeaves(tx, leaves);
      await addSubtrees(tx, subtrees);
    }
    const isHead = head?.size === size && head.vkey === signer.vkey;
    const isEarly = more && head !== null && Date.now() - head.signedAt.getTime() < SIGN_EVERY_MS;
    if (size > 0 && !isHead && !isEarly) await signHead(tx, { origin, size, signer });
    return { size, more };
  });
}

/** Where sealing goes on: after the event of the last leaf, wherever in the log that now lies. */
async function lastLeaf(tx: TransactionSql): Promise<{ index: number; at: LogPosition } | null> {
  const [row] = await tx<
    {
      index: number;
      stream: string;
      version: number;
      epoch: number | null;
      xid: bigint | null;
      position: number | null;
    }[]
  >`
    select l.index, l.stream, l.version, e.epoch, e.xid, e.position
    from (select index, stream, version from log_leaves order by index desc limit 1) l
    left join events e using (stream, version)`;
  if (!row) return null;
  const { index, stream, version, epoch, xid, position } = row;
  if (epoch === null || xid === null || position === null) {
    throw new SealRefused(`event ${index} ${stream} v${version} is sealed and is not in the log`);
  }
  return { index, at: { epoch, xid, position } };
}

/** The tree of the newest head must still be the one that was signed. */
async function refuseBrokenTree(
  tx: TransactionSql,
  head: { size: number; note: string },
  sealed: number,
): Promise<void> {
  const checkpoint = parseCheckpoint(parseNote(head.note)?.text ?? "");
  if (head.size > sealed || checkpoint?.size !== head.size) {
    throw new SealRefused(`checkpoint ${head.size} is signed and the tree has ${sealed} leaves`);
  }
  const root = await openTree(head.size, hashReader(tx))
    .root()
    .catch(() => null);
  if (!root?.equals(checkpoint.root)) {
    throw new SealRefused(`checkpoint ${head.size} is not the head of the tree that is stored`);
  }
}

function originIn(note: string): string {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? "");
  if (!checkpoint) throw new SealRefused("the newest checkpoint cannot be read");
  return checkpoint.origin;
}

/** Heads of the full trees that these leaves complete. */
async function completedSubtrees(
  tx: TransactionSql,
  sealed: number,
  leaves: readonly SealedLeaf[],
): Promise<Subtree[]> {
  const completed: Subtree[] = [];
  const read = hashReader(tx);
  let added: readonly Buffer[] = leaves.map(({ hash }) => hash);
  for (let level = 0; added.length > 0; level += 1) {
    const had = hashesAt(level, sealed);
    const open = had % TILE_WIDTH;
    const hashes = [...(await read(level, had - open, open)), ...added];
    const heads: Buffer[] = [];
    for (let i = 0; i + TILE_WIDTH <= hashes.length; i += TILE_WIDTH) {
      heads.push(rootOf(hashes.slice(i, i + TILE_WIDTH)));
    }
    const first = (had - open) / TILE_WIDTH;
    completed.push(...heads.map((hash, i) => ({ level: level + 1, index: first + i, hash })));
    added = heads;
  }
  return completed;
}

async function signHead(
  tx: TransactionSql,
  { origin, size, signer }: { origin: string; size: number; signer: Signer },
): Promise<void> {
  const known = (await readKeys(tx)).map(({ vkey }) => vkey);
  if (known[0] !== signer.vkey) {
    await addKey(tx, { vkey: signer.vkey, endorsement: endorse(signer, origin, known) });
  }
  const root = await openTree(size, hashReader(tx)).root();
  const note = signNote(checkpointText({ origin, size, root }), signer);
  await addCheckpoint(tx, { size, note, vkey: signer.vkey });
}

/** Whether the newest event of the log is under a signed head. */
export async function isSealedToTheEnd(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ sealed: boolean }[]>`
    select l.index < coalesce((select max(size) from log_checkpoints), 0) as sealed
    from (select stream, version from events order by epoch desc, xid desc, position desc limit 1) newest
    left join log_leaves l using (stream, version)`;
  return row === undefined || row.sealed === true;
}

export interface SealLag {
  /** Events under the newest signed head; 0 before the first. */
  size: number;
  /** When that head was signed, a UTC instant; null before the first. */
  signedAt: Date | null;
  /** Committed events that no signed head covers yet. */
  events: number;
  /** Seconds since the oldest of them was decided; 0 when everything is sealed. */
  seconds: number;
}

/** How far the seal is behind the log; for `make status` and the metrics. `now` is a UTC instant. */
export async function sealLag(sql: Sql, now: Date): Promise<SealLag> {
  const [[row], head] = await Promise.all([
    sql<{ events: number; since: Date | null }[]>`
    with last as (
      select e.epoch, e.xid, e.position
      from (select stream, version from log_leaves
        where index < (select max(size) from log_checkpoints) order by index desc limit 1) l
      join events e using (stream, version)
    )
    select count(*) as events, min(occurred_at) as since from events e
    where (e.epoch, e.xid, e.position) > (
      coalesce((select epoch from last), 0), coalesce((select xid from last), '0'::xid8),
      coalesce((select position from last), 0))`,
    newestCheckpoint(sql),
  ]);
  const since = row?.since ?? null;
  return {
    size: head?.size ?? 0,
    signedAt: head?.signedAt ?? null,
    events: row?.events ?? 0,
    seconds: since ? Math.max(0, (now.getTime() - since.getTime()) / 1_000) : 0,
  };
}
