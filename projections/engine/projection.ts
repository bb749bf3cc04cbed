/** Defines the followers of the log: projections, whose read tables can be rebuilt from it, and reactions, which have no rebuild. */
import type { AnyEvent, AnyStream, StreamDefinition } from "../../core/log/stream.ts";
import type { TransactionSql } from "../../core/platform/database/database.ts";
import type { Batch, Step } from "./batch.ts";

/** A follower processes every event of the log once, behind a cursor of its name. */
export interface Follower {
  name: string;
  /**
   * The version of this code, raised whenever the same events make other rows. A worker that starts with a newer version builds the
   * projection's tables again beside the live ones and swaps them; it leaves rows of another version alone.
   */
  version: number;
  /** The categories that it processes; a stream that it cannot process is set aside for it. `all`: all events, as they are in the log. */
  streams: readonly AnyStream[] | "all";
  /** Processes a batch within the transaction that moves the cursor. Other followers write their own tables in the same transaction. */
  process(tx: TransactionSql, batch: Batch): Promise<void>;
}

/** Tables that are filled together, behind one cursor that has the projection's name. */
export interface Projection extends Omit<Follower, "process"> {
  tables: readonly string[];
  /** Folds a batch into the tables that `tableOf` names (a rebuild fills other tables), within the transaction that moves the cursor. */
  fold(tx: TransactionSql, batch: Batch, tableOf: (table: string) => string): Promise<void>;
  /** Queues what the rows of a batch cause, in the same transaction. A rebuild does not call it. */
  queue?(tx: TransactionSql, batch: Batch): Promise<void>;
  /** Counts once over all rows, at the end of a rebuild, what `fold` leaves out while `memory.settlesLater`. */
  settle?(tx: TransactionSql, tableOf: (table: string) => string): Promise<void>;
}

export const followerOf = (projection: Projection): Follower => {
  const { name, version, streams } = projection;
  return {
    name,
    version,
    streams,
    async process(tx, batch) {
      await projection.fold(tx, batch, (table) => table);
      await projection.queue?.(tx, batch);
    },
  };
};

/** Every category that one of the followers subscribes to, without duplicates. */
export function streamsOf(followers: readonly Pick<Follower, "streams">[]): AnyStream[] {
  const all = followers.flatMap(({ streams }) => (streams === "all" ? [] : streams));
  return [...new Map(all.map((stream) => [stream.category, stream])).values()];
}

/** A row as JSON; timestamps are ISO text. `version` is the stream's last folded one, so a step applied twice has no further effect. */
export interface ProjectedRow {
  version: number;
}

/** A table with one row for each stream of a category. */
export interface View<State, Event extends AnyEvent, Row extends ProjectedRow> {
  table: string;
  stream: StreamDefinition<string, State, Event>;
  keyColumn: string;
  /** Columns that are written only with a new row, since another writer may change them later (for example an erasure). */
  insertOnlyColumns?: readonly string[];
  /** The row after a step; null if there is to be none. It does not get the previous row unless `readsRow` is set. */
  rowOf(step: Step<State, Event>, row: Row | null): Row | null;
  /** Whether `rowOf` needs the stored row. */
  readsRow?: boolean;
}

/** The same view; the type of its rows is inferred from `rowOf`. */
export const viewOf = <State, Event extends AnyEvent, Row extends ProjectedRow>(
  view: View<State, Event, Row>,
): View<State, Event, Row> => view;
