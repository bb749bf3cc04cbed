/** Compares a live table with a replayed one, row by row, for any number of rows. */
import type { Sql, TransactionSql } from "../core/platform/database/database.ts";
import { keyColumnsOf } from "../projections/engine/compare.ts";

export type RowDifference =
  | { kind: "only live" | "only replay"; key: string }
  /** Values as JSON. */
  | { kind: "differs"; key: string; column: string; live: string; replay: string };

interface KeyedRow {
  key: string;
  row: string;
}

const CHUNK = 1_000;

/** A table's rows as JSON, ordered by their keys. */
export async function* rowsByKey(
  sql: Sql | TransactionSql,
  table: string,
  keys: readonly string[],
): AsyncGenerator<KeyedRow> {
  const chunks = sql<KeyedRow[]>`
    select concat_ws('/', ${sql([...keys])}) as key, to_jsonb(t)::text as row from ${sql(table)} t
    order by concat_ws('/', ${sql([...keys])}) collate "C"`.cursor(CHUNK);
  for await (const rows of chunks) yield* rows;
}

/** Reads both sides in parallel, ordered by their keys. */
export async function* differencesBetween(
  live: { sql: Sql | TransactionSql; table: string },
  replay: { sql: Sql | TransactionSql; table: string },
): AsyncGenerator<RowDifference> {
  const keys = await keyColumnsOf(live.sql, live.table);
  const lives = rowsByKey(live.sql, live.table, keys);
  const replays = rowsByKey(replay.sql, replay.table, keys);
  let [a, b] = await Promise.all([lives.next(), replays.next()]);
  while (!a.done || !b.done) {
    if (!a.done && (b.done || a.value.key < b.value.key)) {
      yield { kind: "only live", key: a.value.key };
      a = await lives.next();
    } else if (!b.done && (a.done || b.value.key < a.value.key)) {
      yield { kind: "only replay", key: b.value.key };
      b = await replays.next();
    } else if (!a.done && !b.done) {
      if (a.value.row !== b.value.row) yield* differingColumns(a.value.key, a.value.row, b.value.row);
      [a, b] = await Promise.all([lives.next(), replays.next()]);
    }
  }
}

function* differingColumns(key: string, live: string, replay: string): Generator<RowDifference> {
  // `to_jsonb` makes an object of a row.
  const [was, is] = [JSON.parse(live), JSON.parse(replay)] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  for (const column of Object.keys({ ...was, ...is })) {
    const [a, b] = [JSON.stringify(was[column]), JSON.stringify(is[column])];
    if (a !== b) yield { kind: "differs", key, column, live: a ?? "", replay: b ?? "" };
  }
}
