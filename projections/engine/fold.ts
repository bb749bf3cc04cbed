/** Folds a batch's steps into rows of a projection and writes them in one set-based statement. */
import type { AnyEvent, RecordedEvent } from "../../core/log/stream.ts";
import type { TransactionSql } from "../../core/platform/database/database.ts";
import type { Batch, Step } from "./batch.ts";
import type { RebuildMemory } from "./memory.ts";
import type { ProjectedRow, Projection, View } from "./projection.ts";
import { copyRows, upsertRows } from "./write-rows.ts";

/**
 * Folds the batch into `table` (the live table, or the one that a rebuild fills); returns how many rows changed. `onChange` is called for
 * each step that was new to its row, in the log's order.
 */
export async function foldRows<State, Event extends AnyEvent, Row extends ProjectedRow>(
  tx: TransactionSql,
  view: View<State, Event, Row>,
  table: string,
  batch: Batch,
  onChange?: (before: Row | null, after: Row, event: RecordedEvent<Event>) => void,
): Promise<number> {
  const { memory } = batch;
  const steps = batch.stepsOf(view.stream);
  if (steps.length === 0) return 0;
  const changed = new Map<number, Row>();
  if (!view.readsRow && !onChange) {
    // The last step of each stream contains the final state.
    for (const step of new Map(steps.map((one) => [one.id, one])).values()) {
      const row = view.rowOf(step, null);
      if (row) changed.set(step.id, row);
    }
    return writeRows(tx, view, table, { changed, steps, memory });
  }
  const rows = await rowsBefore(tx, view, table, steps, memory);
  for (const step of steps) {
    const before = rows.get(step.id) ?? null;
    if (before && before.version >= step.event.version) continue;
    const after = view.rowOf(step, before);
    rows.set(step.id, after);
    if (!after) continue;
    changed.set(step.id, after);
    onChange?.(before, after, step.event);
  }
  const remembered = memory?.rowsOf<Row>(table);
  for (const [key, row] of changed) remembered?.set(key, row);
  return writeRows(tx, view, table, { changed, steps, memory });
}

/** For a rebuild, which processes each event once: the row of a stream that begins in this batch does not exist yet. */
async function writeRows<State, Event extends AnyEvent, Row extends ProjectedRow>(
  tx: TransactionSql,
  view: View<State, Event, Row>,
  table: string,
  {
    changed,
    steps,
    memory,
  }: { changed: Map<number, Row>; steps: readonly Step<State, Event>[]; memory: RebuildMemory | undefined },
): Promise<number> {
  const begun: Row[] = [];
  if (memory) {
    for (const { id, event } of steps) {
      const row = event.version === 1 ? changed.get(id) : undefined;
      if (!row) continue;
      begun.push(row);
      changed.delete(id);
    }
    await copyRows(tx, table, begun);
  }
  return begun.length + (await upsertRows(tx, table, view, [...changed.values()]));
}

/** The rows before these steps. A rebuild processes each event once: it has no row of a stream that begins, and remembers the others. */
async function rowsBefore<State, Event extends AnyEvent, Row extends ProjectedRow>(
  tx: TransactionSql,
  view: View<State, Event, Row>,
  table: string,
  steps: readonly Step<State, Event>[],
  memory: RebuildMemory | undefined,
): Promise<Map<number, Row | null>> {
  const rows = new Map<number, Row | null>();
  const unknown = new Set<number>();
  const remembered = memory?.rowsOf<Row>(table);
  for (const { id, event } of steps) {
    if (rows.has(id) || unknown.has(id)) continue;
    const known = remembered?.get(id) ?? (memory && event.version === 1 ? null : undefined);
    if (known === undefined) unknown.add(id);
    else rows.set(id, known);
  }
  if (unknown.size > 0) {
    for (const [id, row] of await readRows<Row>(tx, view, table, unknown)) rows.set(id, row);
  }
  return rows;
}

async function readRows<Row extends ProjectedRow>(
  tx: TransactionSql,
  { keyColumn }: { keyColumn: string },
  table: string,
  keys: ReadonlySet<number>,
): Promise<Map<number, Row>> {
  const stored = await tx<{ key: number; row: Row }[]>`
    select ${tx(keyColumn)} as key, to_jsonb(stored) as row from ${tx(table)} stored
    where ${tx(keyColumn)} = any(${[...keys]}::bigint[])`;
  return new Map(stored.map(({ key, row }) => [key, row]));
}

/** A projection of one table whose rows each follow one stream; `version` is the version of its code. */
export function projectionOf<State, Event extends AnyEvent, Row extends ProjectedRow>(
  view: View<State, Event, Row>,
  { version }: { version: number },
): Projection {
  const { table: name } = view;
  return {
    name,
    version,
    tables: [name],
    streams: [view.stream],
    async fold(tx, batch, tableOf) {
      await foldRows(tx, view, tableOf(name), batch);
    },
  };
}
