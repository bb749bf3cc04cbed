/** Owns one step of a projection: fold a batch's streams by the core's `evolve`, and write their rows in one set-based statement. */
import { readBeginnings } from "../../core/log/read.ts";
import {
  type AnyEvent,
  eventsOf,
  type RawEvent,
  type RecordedEvent,
  type StreamDefinition,
  StreamGap,
} from "../../core/log/stream.ts";
import type { TransactionSql } from "../../core/platform/database.ts";
import type { ProjectedRow, Projection, StateMemory, Step, View } from "./projection.ts";

/** The oldest is forgotten first: a stream is mostly written to within hours of its beginning. */
const MAX_REMEMBERED = 50_000;

interface Folded<State> {
  state: State;
  version: number;
  begunAt: Date;
}

/** Every step that the batch's events of this category make. What came before the batch is read from the log, or remembered. */
async function foldStreams<State, Event extends AnyEvent>(
  tx: TransactionSql,
  stream: StreamDefinition<string, State, Event>,
  batch: readonly RawEvent[],
  memory?: StateMemory,
): Promise<Step<State, Event>[]> {
  const events = eventsOf(stream, batch);
  const folded = new Map<string, Folded<State>>();

  function step(event: RecordedEvent<Event>): Step<State, Event> {
    const { stream: name, version, id } = event;
    const before = folded.get(name) ?? { state: stream.initial, version: 0, begunAt: event.occurredAt };
    if (version !== before.version + 1) throw new StreamGap(event, before.version + 1);
    const after = { state: stream.evolve(before.state, event), version, begunAt: before.begunAt };
    folded.set(name, after);
    return { id, before: before.state, after: after.state, event, begunAt: before.begunAt };
  }

  const beginnings: { stream: string; before: number }[] = [];
  const begun = new Set<string>();
  for (const { stream: name, version } of events) {
    if (begun.has(name)) continue;
    begun.add(name);
    if (version === 1) continue;
    const known = memory?.get(name);
    // A category's streams are remembered by nobody else: what is found under the name is its state.
    if (known?.version === version - 1) folded.set(name, known as Folded<State>);
    else beginnings.push({ stream: name, before: version });
  }
  for (const event of eventsOf(stream, await readBeginnings(tx, beginnings))) step(event);
  const steps = events.map(step);
  if (memory) remember(memory, folded);
  return steps;
}

function remember<State>(memory: StateMemory, folded: ReadonlyMap<string, Folded<State>>): void {
  for (const [name, state] of folded) memory.set(name, state);
  for (const oldest of memory.keys()) {
    if (memory.size <= MAX_REMEMBERED) return;
    memory.delete(oldest);
  }
}

/**
 * Folds the batch into `table` (the view's own, or the one that a rebuild fills); returns how many rows changed.
 * `onChange` hears of each step that was new to its row, in the log's order.
 */
export async function foldRows<State, Event extends AnyEvent, Row extends ProjectedRow>(
  tx: TransactionSql,
  view: View<State, Event, Row>,
  table: string,
  batch: readonly RawEvent[],
  options: {
    memory?: StateMemory | undefined;
    onChange?: (before: Row | null, after: Row, event: RecordedEvent<Event>) => void;
  } = {},
): Promise<number> {
  const { memory, onChange } = options;
  const steps = await foldStreams(tx, view.stream, batch, memory);
  if (steps.length === 0) return 0;
  const changed = new Map<number, Row>();
  if (!view.readsRow && !onChange) {
    // Each stream's last step says it all.
    for (const step of new Map(steps.map((one) => [one.id, one])).values()) {
      const row = view.rowOf(step, null);
      if (row) changed.set(step.id, row);
    }
    return changed.size > 0 ? upsert(tx, table, view, [...changed.values()]) : 0;
  }
  const rows: Map<number, Row | null> = await readRows(tx, view, table, new Set(steps.map(({ id }) => id)));
  for (const step of steps) {
    const before = rows.get(step.id) ?? null;
    if (before && before.version >= step.event.version) continue;
    const after = view.rowOf(step, before);
    rows.set(step.id, after);
    if (!after) continue;
    changed.set(step.id, after);
    onChange?.(before, after, step.event);
  }
  return changed.size > 0 ? upsert(tx, table, view, [...changed.values()]) : 0;
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

/** A row that is as far already stays as it is. */
async function upsert<Row extends ProjectedRow>(
  tx: TransactionSql,
  table: string,
  view: { keyColumn: string; setOnce?: readonly string[] },
  rows: Row[],
): Promise<number> {
  const { keyColumn } = view;
  const fixed = new Set([keyColumn, ...(view.setOnce ?? [])]);
  const columns = Object.keys(rows[0] ?? {});
  const assignments = columns
    .filter((column) => !fixed.has(column))
    .map((column, i) => tx`${i > 0 ? tx`, ` : tx``}${tx(column)} = excluded.${tx(column)}`);
  const written = await tx`
    insert into ${tx(table)} as stored (${tx(columns)})
    select ${tx(columns)} from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(rows as never)})
    on conflict (${tx(keyColumn)}) do update set ${assignments} where stored.version < excluded.version`;
  return written.count;
}

/** A projection of one table whose rows each follow one stream. */
export function projectionOf<State, Event extends AnyEvent, Row extends ProjectedRow>(
  view: View<State, Event, Row>,
): Projection {
  const { table: name } = view;
  return {
    name,
    tables: [name],
    async fold(tx, events, tableOf, memory) {
      await foldRows(tx, view, tableOf(name), events, { memory });
    },
  };
}
