/** Remembers values up to a fixed number, and forgets the oldest first. */

/** For folding a whole log batch by batch: most events of a stream come within hours of its first one. */
const OF_A_LOG = 20_000;

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
