/** What followers and rebuilds remember between batches, and how much of it. */
import { type BoundedMap, createBoundedMap } from "../../core/platform/bounded-map.ts";

/** For following the growing log: older streams are read again from their beginning, which is rare. */
export const FOLLOWER_MEMORY_SIZE = 4_000;

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
