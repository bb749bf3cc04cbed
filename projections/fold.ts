/** Owns one step of a projection: load the rows a batch touches, fold in memory, write them back in one set-based statement. */
import type { RecordedEvent } from "../core/log/read.ts";
import type { Sql, TransactionSql } from "../core/platform/database.ts";
import type { ProjectedRow, Projection, ReadModel } from "./projection.ts";

/** A projection's one table as a read model. */
export function readModelOf<Row extends ProjectedRow>(projection: Projection<Row> | ReadModel): ReadModel {
  if ("fold" in projection) return projection;
  const { name } = projection;
  return {
    name,
    tables: [name],
    async fold(tx, events, tableOf) {
      await foldBatch(tx, projection, tableOf(name), events);
    },
  };
}

/**
 * Folds the batch into `table` (the projection's own, or the one a rebuild fills); returns how many rows changed.
 * `onChange` hears of each event that was new to its row, in the log's order.
 */
export async function foldBatch<Row extends ProjectedRow>(
  tx: TransactionSql,
  projection: Projection<Row>,
  table: string,
  events: readonly RecordedEvent[],
  onChange?: (before: Row | null, after: Row, event: RecordedEvent) => void,
): Promise<number> {
  const keys = new Set<number>();
  for (const event of events) {
    const key = projection.keyOf(event);
    if (key !== null) keys.add(key);
  }
  if (keys.size === 0) return 0;

  const rows = new Map<number, Row | null>();
  const keyColumn: string = projection.keyColumn;
  const stored = await tx<{ key: number; row: Row }[]>`
    select ${tx(keyColumn)} as key, to_jsonb(stored) as row from ${tx(table)} stored
    where ${tx(keyColumn)} = any(${[...keys]}::bigint[])`;
  for (const { key, row } of stored) rows.set(key, row);

  const changed = new Map<number, Row>();
  for (const event of events) {
    const key = projection.keyOf(event);
    if (key === null) continue;
    const before = rows.get(key) ?? null;
    if (before && before.version >= event.version) continue;
    const after = projection.evolve(before, event);
    rows.set(key, after);
    if (!after) continue;
    changed.set(key, after);
    onChange?.(before, after, event);
  }
  if (changed.size > 0) await upsert(tx, table, projection, [...changed.values()]);
  return changed.size;
}

async function upsert<Row extends ProjectedRow>(
  tx: TransactionSql,
  table: string,
  projection: Pick<Projection<Row>, "keyColumn" | "setOnce">,
  rows: Row[],
): Promise<void> {
  const keyColumn: string = projection.keyColumn;
  const fixed = new Set<string>([keyColumn, ...(projection.setOnce ?? [])]);
  const columns = Object.keys(rows[0] ?? {});
  const assignments = columns
    .filter((column) => !fixed.has(column))
    .map((column, i) => tx`${i > 0 ? tx`, ` : tx``}${tx(column)} = excluded.${tx(column)}`);
  await tx`
    insert into ${tx(table)} (${tx(columns)})
    select ${tx(columns)} from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(rows as never)})
    on conflict (${tx(keyColumn)}) do update set ${assignments}`;
}

/** Whether the log holds committed events after the cursor, seen or still held back by an older transaction. */
export async function hasMore(sql: Sql, projection: string): Promise<boolean> {
  const [row] = await sql<{ more: boolean }[]>`
    select exists (
      select from events e, projection_cursors c
      where c.name = ${projection} and (e.epoch, e.xid, e.position) > (c.epoch, c.xid, c.position)
    ) as more`;
  return row?.more ?? false;
}
