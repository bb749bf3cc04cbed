/** Owns what is remembered from batch to batch: so many things at most, of which the oldest are forgotten first. */

/** Of a whole log that is folded batch by batch: a stream is mostly written to within hours of its beginning. */
const OF_A_LOG = 20_000;
/** Of a log that is followed as it grows: of what is older, its beginning is read again, and rarely. */
export const OF_A_FOLLOWER = 4_000;

export interface Bounded<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/**
 * `most`: how many at most. In two halves: when the younger is full, the older is forgotten as a whole, which costs less than to look for
 * the oldest each time.
 */
export function createBounded<Key, Value>(most = OF_A_LOG): Bounded<Key, Value> {
  let younger = new Map<Key, Value>();
  let older = new Map<Key, Value>();
  return {
    get: (key) => younger.get(key) ?? older.get(key),
    set(key, value) {
      younger.set(key, value);
      if (younger.size < most / 2) return;
      older = younger;
      younger = new Map();
    },
  };
}

/** What a rebuild or a replay of one projection remembers beside states: nobody else writes its rows. */
export interface RebuildMemory {
  /** Rows of a table by their keys, as they were last written. */
  rowsOf<Row>(table: string): Bounded<number, Row>;
  /** While true, what a projection's `settle` counts once at the end need not be counted batch by batch. */
  settlesLater: boolean;
}

export function createRebuildMemory(): RebuildMemory {
  const rows = new Map<string, Bounded<number, unknown>>();
  return {
    settlesLater: true,
    rowsOf<Row>(table: string) {
      const kept = rows.get(table) ?? createBounded<number, unknown>();
      rows.set(table, kept);
      return kept as Bounded<number, Row>; // one view writes one table's rows
    },
  };
}
