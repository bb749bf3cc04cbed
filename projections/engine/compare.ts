/** Compares a projection's live rows with rebuilt ones, as far as both have processed the same events. */
import type { LogPosition } from "../../core/log/position.ts";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import type { Projection } from "./projection.ts";
import { rebuildTableOf } from "./rebuild-state.ts";

/** How the rebuilt rows of a table differ from the live ones. */
export interface Comparison {
  table: string;
  /** The number of rebuilt rows. */
  rows: number;
  /** The number of rows that differ or that only one side has; null if the sides are at different log positions and cannot be compared. */
  differing: number | null;
}

/** The columns that identify a table's rows, in their order. */
export async function keyColumnsOf(sql: Sql | TransactionSql, table: string): Promise<string[]> {
  const rows = await sql<{ column: string }[]>`
    select a.attname as column
    from pg_index i, unnest(i.indkey) with ordinality as key (attnum, nth), pg_attribute a
    where i.indrelid = ${table}::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = key.attnum
    order by key.nth`;
  return rows.map(({ column }) => column);
}

/** Compares in one snapshot. If the live rows are behind or ahead, it compares the rows that have the same version of their stream. */
export function compareRebuilt(sql: Sql, { name, tables }: Projection): Promise<Comparison[]> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const cursors = await tx<LogPosition[]>`
      select epoch, xid, position from projection_cursors where name = ${name}
      union select epoch, xid, position from projection_rebuilds where name = ${name}`;
    const together = cursors.length === 1;
    const compared: Comparison[] = [];
    for (const table of tables) compared.push(await compareTable(tx, table, together));
    return compared;
  });
}

async function compareTable(tx: TransactionSql, table: string, together: boolean): Promise<Comparison> {
  const [live, fresh] = [`public.${table}`, rebuildTableOf(table)];
  const [known] = await tx<{ rows: number; versioned: boolean }[]>`
    select (select count(*) from ${tx(fresh)}) as rows, exists (
      select from pg_attribute where attrelid = ${live}::regclass and attname = 'version') as versioned`;
  const rows = known?.rows ?? 0;
  if (!together && !known?.versioned) return { table, rows, differing: null };
  const keys = await keyColumnsOf(tx, live);
  const [found] = await tx<{ differing: number }[]>`
    select count(*) as differing
    from ${tx(live)} live full join ${tx(fresh)} fresh using (${tx(keys)})
    where live is distinct from fresh ${together ? tx`` : tx`and live.version = fresh.version`}`;
  return { table, rows, differing: found?.differing ?? 0 };
}
