/** Owns the rebuild of a projection from the log: a new table is filled beside each old one and swapped in, in one short transaction. */
import { LOG_START, type LogPosition } from "../../core/log/position.ts";
import { readAfter } from "../../core/log/read.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import type { Sql, TransactionSql } from "../../core/platform/database.ts";
import { notifyProjected } from "./notify.ts";
import type { Projection, StateMemory } from "./projection.ts";

const BATCH_SIZE = 5_000;

export interface RebuildProgress {
  /** Events folded so far, of `total` that the log held at the start. */
  done: number;
  total: number;
}

/**
 * Rebuilds a projection: needs the owner's connection, since it makes and swaps tables; readers see the old rows until the
 * swap. Answers how many events it folded. Reactions have no rebuild: no mail or refund happens here. A projection that is
 * parked goes on after it: what could not be taken before has been.
 */
export async function rebuildProjection(
  sql: Sql,
  projection: Projection,
  onProgress: (progress: RebuildProgress) => void,
): Promise<number> {
  const freshOf = (table: string): string => `${table}_rebuild`;
  const memory: StateMemory = new Map();
  const [count] = await sql<{ total: number }[]>`select count(*) as total from events`;
  const total = count?.total ?? 0;
  onProgress({ done: 0, total });
  for (const table of projection.tables) await createFresh(sql, table, freshOf(table));
  const indexes = await setIndexesAside(sql, projection.tables.map(freshOf));
  let cursor: LogPosition = LOG_START;
  let done = 0;

  const fold = async (tx: TransactionSql, events: readonly RawEvent[]): Promise<void> => {
    await projection.fold(tx, events, freshOf, memory);
    cursor = events.at(-1)?.at ?? cursor;
    done += events.length;
    onProgress({ done, total: Math.max(total, done) });
  };

  for (let next = readAfter(sql, cursor, BATCH_SIZE); ; ) {
    const events = await next;
    const last = events.at(-1);
    if (!last) break;
    // Read ahead: the log does not change, so the next batch can come while this one is folded.
    next = readAfter(sql, last.at, BATCH_SIZE);
    await sql.begin(async (tx) => {
      // A crash means starting anew, so nothing here waits for the disk; the swap does.
      await tx`set local synchronous_commit = off`;
      await fold(tx, events);
    });
  }
  for (const definition of indexes) await sql.unsafe(definition);

  await sql.begin(async (tx) => {
    await tx`select from projection_cursors where name = ${projection.name} for update`;
    for (;;) {
      const events = await readAfter(tx, cursor, BATCH_SIZE);
      if (events.length === 0) break;
      await fold(tx, events);
    }
    for (const table of projection.tables) await swap(tx, table, freshOf(table));
    await tx`
      update projection_cursors
      set epoch = ${cursor.epoch}, xid = ${String(cursor.xid)}::xid8, position = ${cursor.position}, updated_at = now(),
        state = 'running', parked_stream = null, parked_version = null, parked_error = null, parked_at = null
      where name = ${projection.name}`;
    await notifyProjected(tx, { projection: projection.name, position: cursor });
  });
  return done;
}

async function createFresh(sql: Sql, live: string, fresh: string): Promise<void> {
  await sql`drop table if exists ${sql(fresh)}`;
  await sql`create table ${sql(fresh)} (like ${sql(live)} including all)`;
}

/** Drops the indexes that only readers need and answers their definitions: built once over all rows, they cost a fraction. */
async function setIndexesAside(sql: Sql, tables: readonly string[]): Promise<string[]> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select c.relname as name, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any (${[...tables]}::text[]::regclass[]) and not i.indisunique`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  return indexes.map((index) => index.definition);
}

async function swap(tx: TransactionSql, live: string, fresh: string): Promise<void> {
  await tx`drop table ${tx(live)}`;
  await tx`alter table ${tx(fresh)} rename to ${tx(live)}`;
  const indexes = await tx<{ name: string }[]>`
    select indexname as name from pg_indexes where tablename = ${live} and indexname like ${`${fresh}%`}`;
  for (const { name } of indexes) {
    await tx`alter index ${tx(name)} rename to ${tx(name.replace(fresh, live))}`;
  }
  await tx`grant select, insert, update, delete on ${tx(live)} to hub_runtime`;
}
