/** Owns the rebuild of a projection from the log: a new table is filled beside each old one and swapped in, in one short transaction. */
import { LOG_START, type LogPosition } from "../core/log/position.ts";
import { readAfter } from "../core/log/read.ts";
import type { Sql, TransactionSql } from "../core/platform/database.ts";
import { readModelOf } from "./fold.ts";
import { notifyProjected } from "./notify.ts";
import type { ProjectedRow, Projection, ReadModel } from "./projection.ts";

const BATCH_SIZE = 5_000;

export interface RebuildProgress {
  /** Events folded so far, of `total` that the log held at the start. */
  done: number;
  total: number;
}

export type Rebuild = (sql: Sql, onProgress: (progress: RebuildProgress) => void) => Promise<number>;

/**
 * Gives a projection's rebuild: needs the owner's connection, since it makes and swaps a table; readers see the old
 * rows until the swap. Answers how many events it folded. Reactions have no rebuild: no mail or refund happens here.
 */
export function rebuildProjection<Row extends ProjectedRow>(
  projection: Projection<Row> | ReadModel,
): Rebuild {
  const model = readModelOf(projection);
  const freshOf = (table: string): string => `${table}_rebuild`;

  return async (sql, onProgress) => {
    const [count] = await sql<{ total: number }[]>`select count(*) as total from events`;
    const total = count?.total ?? 0;
    for (const table of model.tables) {
      await sql`drop table if exists ${sql(freshOf(table))}`;
      await sql`create table ${sql(freshOf(table))} (like ${sql(table)} including all)`;
    }
    let cursor: LogPosition = LOG_START;
    let done = 0;

    const fold = async (tx: TransactionSql): Promise<number> => {
      const events = await readAfter(tx, cursor, BATCH_SIZE);
      await model.fold(tx, events, freshOf);
      cursor = events.at(-1)?.at ?? cursor;
      done += events.length;
      onProgress({ done, total: Math.max(total, done) });
      return events.length;
    };
    while ((await sql.begin(fold)) === BATCH_SIZE);

    await sql.begin(async (tx) => {
      await tx`select from projection_cursors where name = ${model.name} for update`;
      while ((await fold(tx)) === BATCH_SIZE);
      for (const table of model.tables) await swap(tx, table, freshOf(table));
      await tx`
        update projection_cursors
        set epoch = ${cursor.epoch}, xid = ${String(cursor.xid)}::xid8, position = ${cursor.position}, updated_at = now()
        where name = ${model.name}`;
      await notifyProjected(tx, { projection: model.name, position: cursor });
    });
    return done;
  };
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
