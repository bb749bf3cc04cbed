/** Owns what follows the log: a projection, whose read tables are folded from it and can be rebuilt, or a reaction, which cannot. */
import type { AnyEvent, AnyStream, StreamDefinition } from "../../core/log/stream.ts";
import type { TransactionSql } from "../../core/platform/database.ts";
import type { Batch, Step } from "./batch.ts";

/** Whoever takes every event of the log once, with a cursor of its name. */
export interface Follower {
  name: string;
  /**
   * Of this code: one more whenever the same events make other rows. A worker that starts with a newer one builds a projection's
   * tables anew beside the live ones and swaps them in; rows of another version are left alone.
   */
  version: number;
  /** Whose events it takes; a stream that it cannot take is set aside for it. `all`: whatever is in the log, as it lies there. */
  streams: readonly AnyStream[] | "all";
  /** Takes a batch within the transaction that moves the cursor. Others write in the same one at the same time, each its own tables. */
  take(tx: TransactionSql, batch: Batch): Promise<void>;
}

/** Tables that are filled together, with one cursor, which has the projection's name. */
export interface Projection extends Omit<Follower, "take"> {
  tables: readonly string[];
  /** Folds a batch into the tables as `tableOf` names them (a rebuild fills others), within the transaction that moves the cursor. */
  fold(tx: TransactionSql, batch: Batch, tableOf: (table: string) => string): Promise<void>;
  /** What a rebuild counts once over all rows, where `fold` leaves it out while `memory.settlesLater`. */
  settle?(tx: TransactionSql, tableOf: (table: string) => string): Promise<void>;
}

export const followerOf = (projection: Projection): Follower => {
  const { name, version, streams } = projection;
  return {
    name,
    version,
    streams,
    take: (tx, batch) => projection.fold(tx, batch, (table) => table),
  };
};

/** Every category that one of them subscribes to, once. */
export function streamsOf(followers: readonly Pick<Follower, "streams">[]): AnyStream[] {
  const all = followers.flatMap(({ streams }) => (streams === "all" ? [] : streams));
  return [...new Map(all.map((stream) => [stream.category, stream])).values()];
}

/** A row as JSON: timestamps are ISO text. `version` is the stream's last folded one, so that applying twice equals once. */
export interface ProjectedRow {
  version: number;
}

/** A table with one row for each stream of a category. */
export interface View<State, Event extends AnyEvent, Row extends ProjectedRow> {
  table: string;
  stream: StreamDefinition<string, State, Event>;
  keyColumn: keyof Row & string;
  /** Columns that are written with a new row and never again: something else may change them (an erasure, say). */
  setOnce?: readonly (keyof Row & string)[];
  /** What the row says after a step; null when none is to be. Does not know the row before, unless `readsRow`. */
  rowOf(step: Step<State, Event>, row: Row | null): Row | null;
  /** Whether `rowOf` counts on from the stored row. */
  readsRow?: boolean;
}
