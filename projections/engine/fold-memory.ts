/** Owns what a rebuild remembers from batch to batch, so that several projections read and fold the log once. */
import type { RawEvent } from "../../core/log/stream.ts";
import type { Bounded, FoldMemory, ProjectedRow } from "./projection.ts";

/** A stream is mostly written to within hours of its beginning. */
const MAX_REMEMBERED = 20_000;

export function createFoldMemory(): FoldMemory {
  const steps = new WeakMap<readonly RawEvent[], Map<unknown, Promise<unknown>>>();
  const rows = new Map<string, Bounded<number, ProjectedRow>>();
  return {
    states: createBounded(),
    settlesLater: true,
    stepsOf(batch, stream, make) {
      const known = steps.get(batch) ?? new Map<unknown, Promise<unknown>>();
      steps.set(batch, known);
      // Kept under the stream's own definition: what is found there was made with its types.
      const made = (known.get(stream) as ReturnType<typeof make> | undefined) ?? make();
      known.set(stream, made);
      return made;
    },
    rowsOf<Row extends ProjectedRow>(table: string) {
      const kept = rows.get(table) ?? createBounded<number, ProjectedRow>();
      rows.set(table, kept);
      return kept as Bounded<number, ProjectedRow> as Bounded<number, Row>; // one view writes one table's rows
    },
  };
}

/** In two halves: when the younger is full, the older is forgotten as a whole, which costs less than to look for the oldest each time. */
function createBounded<Key, Value>(): Bounded<Key, Value> {
  let younger = new Map<Key, Value>();
  let older = new Map<Key, Value>();
  return {
    get: (key) => younger.get(key) ?? older.get(key),
    set(key, value) {
      younger.set(key, value);
      if (younger.size < MAX_REMEMBERED / 2) return;
      older = younger;
      younger = new Map();
    },
  };
}
