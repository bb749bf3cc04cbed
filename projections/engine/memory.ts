/** Remembers values between batches, up to a fixed number, and forgets the oldest first. */

/** For folding a whole log batch by batch: most events of a stream come within hours of its first one. */
const OF_A_LOG = 20_000;
/** For following the growing log: older streams are read again from their beginning, which is rare. */
export const FOLLOWER_MEMORY_SIZE = 4_000;

export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/**
 * `most`: the largest number of values. They are kept in two halves: when the newer half is full, the older one is dropped as a whole,
 * which costs less than finding the oldest value each time.
 */
export function createBoundedMap<Key, Value>(most = OF_A_LOG): BoundedMap<Key, Value> {
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

/** What a rebuild or replay of one projection remembers in addition to states; no other process writes its rows. */
export interface RebuildMemory {
  /** Rows of a table by their keys, as they were last written. */
  rowsOf<Row>(table: string): BoundedMap<number, Row>;
  /** While true, counts that a projection's `settle` makes once at the end are left out of each batch. */
  settlesLater: boolean;
}

export function createRebuildMemory(): RebuildMemory {
  const rows = new Map<string, BoundedMap<number, unknown>>();
  return {
    settlesLater: true,
    rowsOf<Row>(table: string) {
      const kept = rows.get(table) ?? createBoundedMap<number, unknown>();
      rows.set(table, kept);
      return kept as BoundedMap<number, Row>; // one projection writes one table's rows
    },
  };
}
