/**
 * Seals the log: committed events become leaves in the log's order, and the tree's head is signed. One seal runs at a
 * time, all or nothing, and may be called as often as needed.
 */
import { comparePositions, LOG_START } from "../log/position.ts";
import { readAfterWithHead } from "../log/read.ts";
import type { Sql } from "../platform/database/database.ts";
import { checkpointText, originOf, parseCheckpoint } from "./checkpoint.ts";
import { entryBytes, entryOf } from "./entry.ts";
import { endorse, type LogKey } from "./log-key.ts";
import { leafHash, rootOf } from "./merkle-tree.ts";
import type { Signer } from "./note-keys.ts";
import { SealRefused } from "./seal-refused.ts";
import {
  beginSeal,
  checkpointsOfSize,
  hashReader,
  newestCheckpoint,
  readKeys,
  type SealedLeaf,
  type SealWrite,
  type Subtree,
  writeSealed,
} from "./seal-tables.ts";
import { parseNote, signNote } from "./signed-note.ts";
import { hashesAt, openTree, type ReadHashes, TILE_WIDTH } from "./tiles.ts";
import { originIn, refuseUnvouched, unvouchedKey } from "./vouched-keys.ts";

/** Leaves per transaction: it writes for some tens of milliseconds, and holds followers of the log back for no longer. */
const BATCH_SIZE = 2_000;

/** The least pause between two signed heads, if the caller asks for it or much is sealed at once. */
const SIGN_EVERY_MS = 3_000;

/** When to look again for events that an older transaction holds back. */
const HELD_BACK_MS = 1_000;

export interface SealSettings {
  /** The origin is derived from it once, with the first seal. */
  publicUrl: string;
  logKey: LogKey;
}

export interface SealResult {
  /** How many events are sealed, by this call or before. */
  events: number;
  /**
   * After how many milliseconds there may be more to seal; null if the log's end is under a signed head. Later commits
   * are not included.
   */
  nextAfterMs: number | null;
}

/**
 * Seals all events that are committed and no longer held back by an older transaction. With `paced`, it does nothing
 * while the newest head is younger than three seconds. Throws `SealRefused`.
 */
export async function seal(
  sql: Sql,
  settings: SealSettings,
  options: { paced?: boolean; signal?: AbortSignal; onProgress?: (sealed: number) => void } = {},
): Promise<SealResult> {
  for (let paced = options.paced ?? false; ; paced = false) {
    const sealed = await sealBatch(sql, settings, paced);
    options.onProgress?.(sealed.events);
    if (sealed.nextAfterMs !== 0 || options.signal?.aborted) return sealed;
  }
}

/**
 * Everything is read and hashed before the first write, because a transaction that has written holds back all followers
 * of the log. After a kill at any point, the batch's leaves and head are both there, or neither is.
 */
function sealBatch(sql: Sql, settings: SealSettings, paced: boolean): Promise<SealResult> {
  return sql.begin(async (tx) => {
    const { last, head, keys, now } = await beginSeal(tx);
    const sealed = last ? last.index + 1 : 0;
    const untilNextHead = head
      ? Math.max(0, SIGN_EVERY_MS - Math.abs(now.getTime() - head.signedAt.getTime()))
      : 0;
    if (paced && untilNextHead > 0) return { events: sealed, nextAfterMs: untilNextHead };
    if (last && !last.at) {
      throw new SealRefused(
        `event ${last.index} ${last.stream} v${last.version} is sealed but not in the log`,
      );
    }
    const origin = head ? originIn(head) : originOf(settings.publicUrl);
    const signer = settings.logKey(origin);
    refuseUnvouched(keys, head, signer.vkey, origin);
    const read = remembering(hashReader(tx));
    if (head) await refuseBrokenTree(read, head, sealed);
    const from = last?.at ?? LOG_START;
    const { events, head: logEnd } = await readAfterWithHead(tx, from, BATCH_SIZE);
    const size = sealed + events.length;
    const isFull = events.length === BATCH_SIZE;
    const leaves = events.map(
      (event, i): SealedLeaf => ({
        index: sealed + i,
        stream: event.stream,
        version: event.version,
        hash: leafHash(entryBytes(entryOf(event, sealed + i))),
      }),
    );
    const added = await hashesAdded(read, sealed, leaves);
    const isHead = head?.size === size && head.vkey === signer.vkey;
    const isEarly = isFull && untilNextHead > 0;
    const signed =
      size > 0 && !isHead && !isEarly
        ? await signHead(withAdded(read, sealed, added), { origin, size, signer, isFirst: keys.length === 0 })
        : { key: null, head: null };
    if (leaves.length > 0 || signed.head) {
      await writeSealed(tx, { leaves, subtrees: subtreesOf(sealed, added), ...signed });
    }
    const isAtEnd = logEnd === null || comparePositions(logEnd, events.at(-1)?.at ?? from) <= 0;
    return { events: size, nextAfterMs: isFull ? 0 : isAtEnd ? null : HELD_BACK_MS };
  });
}

/** Refuses if the tree of the newest head is no longer the one that was signed. */
async function refuseBrokenTree(
  read: ReadHashes,
  head: { size: number; note: string },
  sealed: number,
): Promise<void> {
  const checkpoint = parseCheckpoint(parseNote(head.note)?.text ?? "");
  if (head.size > sealed || checkpoint?.size !== head.size) {
    throw new SealRefused(`checkpoint ${head.size} is signed and the tree has ${sealed} leaves`);
  }
  const root = await openTree(head.size, read)
    .root()
    .catch(() => null);
  if (!root?.equals(checkpoint.root)) {
    throw new SealRefused(`checkpoint ${head.size} is not the head of the tree that is stored`);
  }
}

/** Reads each range of hashes once. */
function remembering(read: ReadHashes): ReadHashes {
  const known = new Map<string, ReturnType<ReadHashes>>();
  return (level, first, count) => {
    const run = `${level}/${first}+${count}`;
    const found = known.get(run) ?? read(level, first, count);
    known.set(run, found);
    return found;
  };
}

/** The hashes that these leaves add to each level, beginning with the leaves: above them the roots of the full trees that they complete. */
async function hashesAdded(
  read: ReadHashes,
  sealed: number,
  leaves: readonly SealedLeaf[],
): Promise<readonly (readonly Buffer[])[]> {
  const levels: Buffer[][] = [];
  let added = leaves.map(({ hash }) => hash);
  for (let level = 0; added.length > 0; level += 1) {
    levels.push(added);
    const had = hashesAt(level, sealed);
    const open = had % TILE_WIDTH;
    const hashes = [...(await read(level, had - open, open)), ...added];
    added = [];
    for (let i = 0; i + TILE_WIDTH <= hashes.length; i += TILE_WIDTH) {
      added.push(rootOf(hashes.slice(i, i + TILE_WIDTH)));
    }
  }
  return levels;
}

const subtreesOf = (sealed: number, added: readonly (readonly Buffer[])[]): Subtree[] =>
  added.flatMap((hashes, level) =>
    level === 0 ? [] : hashes.map((hash, i) => ({ level, index: hashesAt(level, sealed) + i, hash })),
  );

/** Reads as if the added hashes were stored already. */
const withAdded =
  (read: ReadHashes, sealed: number, added: readonly (readonly Buffer[])[]): ReadHashes =>
  async (level, first, count) => {
    const had = hashesAt(level, sealed);
    const stored = await read(level, first, Math.min(count, Math.max(0, had - first)));
    const more = (added[level] ?? []).slice(Math.max(0, first - had), Math.max(0, first + count - had));
    return [...stored, ...more];
  };

async function signHead(
  read: ReadHashes,
  given: { origin: string; size: number; signer: Signer; isFirst: boolean },
): Promise<Pick<SealWrite, "key" | "head">> {
  const { origin, size, signer, isFirst } = given;
  const { vkey } = signer;
  const key = isFirst ? { vkey, endorsement: endorse(signer, origin, []) } : null;
  const root = await openTree(size, read).root();
  return { key, head: { size, note: signNote(checkpointText({ origin, size, root }), signer), vkey } };
}

export interface SealLag {
  /** Events under the newest signed head; 0 before the first. */
  size: number;
  /** The UTC instant at which that head was signed; null before the first. */
  signedAt: Date | null;
  /** Committed events that no signed head covers yet. */
  events: number;
  /** Seconds since the oldest of them was decided; 0 if everything is sealed. */
  seconds: number;
  /** The log's newest key, if it has signed no head: nothing is sealed until the operator has looked. Otherwise null. */
  unvouchedKey: string | null;
}

/** How far the seal is behind the log, for `make status` and the metrics. `now` is a UTC instant. */
export async function sealLag(sql: Sql, now: Date): Promise<SealLag> {
  const [[row], head, [newest]] = await Promise.all([
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
    readKeys(sql),
  ]);
  const heads = head ? await checkpointsOfSize(sql, head.size) : [];
  const since = row?.since ?? null;
  return {
    size: head?.size ?? 0,
    signedAt: head?.signedAt ?? null,
    events: row?.events ?? 0,
    seconds: since ? Math.max(0, (now.getTime() - since.getTime()) / 1_000) : 0,
    unvouchedKey: unvouchedKey(newest, heads),
  };
}
