/**
 * Reads and writes the tables of the seal: leaves, subtrees, checkpoints, keys and cosignatures. Rows are written once
 * and never changed.
 */
import type { LogPosition } from "../log/position.ts";
import type { Sql, TransactionSql } from "../platform/database/database.ts";
import type { ReadHashes } from "./tiles.ts";

type Db = Sql | TransactionSql;

export interface SealedLeaf {
  index: number;
  stream: string;
  version: number;
  hash: Buffer;
}

/** How many events are sealed, whether signed yet or not. */
export async function countLeaves(sql: Db): Promise<number> {
  const [row] = await sql<{ size: number }[]>`select coalesce(max(index) + 1, 0) as size from log_leaves`;
  return row?.size ?? 0;
}

/** The leaves of a stream, in its order. */
export async function leavesOfStream(sql: Db, stream: string): Promise<SealedLeaf[]> {
  return sql<SealedLeaf[]>`
    select index, stream, version, hash from log_leaves where stream = ${stream} order by version`;
}

/** The index of each of these versions of a stream that is sealed. */
export async function indexesOf(
  sql: Db,
  stream: string,
  versions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<Pick<SealedLeaf, "index" | "version">[]>`
    select index, version from log_leaves where stream = ${stream} and version = any(${[...versions]}::int[])`;
  return new Map(rows.map(({ index, version }) => [version, index]));
}

/** At most `limit` leaves from this index on. */
export async function leavesFrom(sql: Db, index: number, limit: number): Promise<SealedLeaf[]> {
  return sql<SealedLeaf[]>`
    select index, stream, version, hash from log_leaves where index >= ${index} order by index limit ${limit}`;
}

/** Reads the hashes that tiles are made of. */
export const hashReader =
  (sql: Db): ReadHashes =>
  async (level, first, count) => {
    if (count <= 0) return [];
    const rows = await (level === 0
      ? sql<{ hash: Buffer }[]>`
          select hash from log_leaves where index >= ${first} and index < ${first + count} order by index`
      : sql<{ hash: Buffer }[]>`
          select hash from log_subtrees
          where level = ${level} and index >= ${first} and index < ${first + count} order by index`);
    return rows.map(({ hash }) => hash);
  };

export interface Subtree {
  level: number;
  index: number;
  hash: Buffer;
}

export interface StoredCheckpoint {
  number: number;
  size: number;
  note: string;
  vkey: string;
  signedAt: Date;
}

/** The current head: the largest, and of several of one size the one signed last. Null before the first seal. */
export async function newestCheckpoint(sql: Db): Promise<StoredCheckpoint | null> {
  const [row] = await sql<StoredCheckpoint[]>`
    select number, size, note, vkey, signed_at as "signedAt" from log_checkpoints
    order by size desc, number desc limit 1`;
  return row ?? null;
}

/** Heads of exactly this size. */
export const checkpointsOfSize = (sql: Db, size: number): Promise<StoredCheckpoint[]> =>
  sql<StoredCheckpoint[]>`
    select number, size, note, vkey, signed_at as "signedAt" from log_checkpoints where size = ${size}
    order by number`;

export interface StoredKey {
  vkey: string;
  /** A note that names the earlier keys, signed by this one. */
  endorsement: string;
}

/** Every key that has signed, the newest first; a key that was used again is listed twice. */
export const readKeys = (sql: Db): Promise<StoredKey[]> =>
  sql<StoredKey[]>`select vkey, endorsement from log_keys order by number desc`;

/** The state before a seal. */
export interface SealState {
  /** The last leaf, and the log position of its event; null if the event is no longer in the log. */
  last: (Pick<SealedLeaf, "index" | "stream" | "version"> & { at: LogPosition | null }) | null;
  head: StoredCheckpoint | null;
  /** Every key that has signed, the newest first. */
  keys: StoredKey[];
  /** By the database's clock, as `signedAt` of the head. */
  now: Date;
}

/** "hub seal" in ASCII: the process that seals holds this lock, and others wait. */
const SEAL_LOCK = 0x6875627365616c;

/** Waits until no other process seals, and locks the others out until the transaction ends. */
export async function beginSeal(tx: TransactionSql): Promise<SealState> {
  const [row] = await tx<
    (Partial<LogPosition> & {
      leaf: Pick<SealedLeaf, "index" | "stream" | "version"> | null;
      head: (Omit<StoredCheckpoint, "signedAt"> & { signedAt: string }) | null;
      keys: StoredKey[];
      now: Date;
    })[]
  >`select *, clock_timestamp() as now from begin_seal(${SEAL_LOCK})`;
  if (!row) throw new Error("begin_seal answers a row");
  const { leaf, head, keys, now, epoch, xid, position } = row;
  const at = epoch == null || xid == null || position == null ? null : { epoch, xid, position };
  return {
    last: leaf && { ...leaf, at },
    head: head && { ...head, signedAt: new Date(head.signedAt) },
    keys,
    now,
  };
}

export interface SealWrite {
  leaves: readonly SealedLeaf[];
  subtrees: readonly Subtree[];
  /** For the log's first head only; null afterward. */
  key: StoredKey | null;
  /** Null if no head is signed yet. */
  head: Pick<StoredCheckpoint, "size" | "note" | "vkey"> | null;
}

/** Only the owner's login may do this. */
export async function addKey(tx: TransactionSql, { vkey, endorsement }: StoredKey): Promise<void> {
  await tx`insert into log_keys (vkey, endorsement) values (${vkey}, ${endorsement})`;
}

/** Writes a seal in one statement, except for the log's first key. If the key has signed this same head before, no head is added. */
export async function writeSealed(tx: TransactionSql, sealed: SealWrite): Promise<void> {
  const { leaves, subtrees } = sealed;
  const heads = sealed.head ? [sealed.head] : [];
  if (sealed.key) await tx`select first_log_key(${sealed.key.vkey}, ${sealed.key.endorsement})`;
  await tx`
    with leaves as (
      insert into log_leaves (index, stream, version, hash)
      select index, stream, version, decode(hash, 'hex')
      from unnest(${leaves.map(({ index }) => index)}::bigint[], ${leaves.map(({ stream }) => stream)}::text[],
        ${leaves.map(({ version }) => version)}::int[], ${leaves.map(({ hash }) => hash.toString("hex"))}::text[])
        as sealed (index, stream, version, hash)
    ), subtrees as (
      insert into log_subtrees (level, index, hash)
      select level, index, decode(hash, 'hex')
      from unnest(${subtrees.map(({ level }) => level)}::int[], ${subtrees.map(({ index }) => index)}::bigint[],
        ${subtrees.map(({ hash }) => hash.toString("hex"))}::text[]) as completed (level, index, hash)
    )
    insert into log_checkpoints (size, note, vkey)
    select * from unnest(${heads.map(({ size }) => size)}::bigint[], ${heads.map(({ note }) => note)}::text[],
      ${heads.map(({ vkey }) => vkey)}::text[])
    on conflict do nothing`;
}

/** Signature lines of witnesses under the head of this size, the oldest first. */
async function cosignaturesOf(sql: Db, size: number): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select line from log_cosignatures where size = ${size} order by added_at, vkey`;
  return rows.map(({ line }) => line);
}

/** Only the first cosignature of each witness counts. */
export async function addCosignature(
  sql: Db,
  { size, vkey, line }: { size: number; vkey: string; line: string },
): Promise<void> {
  await sql`
    insert into log_cosignatures (size, vkey, line) values (${size}, ${vkey}, ${line}) on conflict do nothing`;
}

/** A head as it is published: with its cosignatures. */
export const withCosignatures = async (sql: Db, { note, size }: StoredCheckpoint): Promise<string> =>
  note + (await cosignaturesOf(sql, size)).join("");
