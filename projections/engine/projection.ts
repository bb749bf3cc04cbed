/** Owns what a projection is: read tables that are folded from the log, most of them one row per stream. */
import type { AnyEvent, RawEvent, RecordedEvent, StreamDefinition } from "../../core/log/stream.ts";
import type { TransactionSql } from "../../core/platform/database.ts";
import type { PacedFollower } from "./wake.ts";

/** A category of streams, whatever its states and events are. */
type AnyStream = StreamDefinition<string, unknown, AnyEvent>;

/** Tables that are filled together, with one cursor, which has the projection's name. */
export interface Projection extends PacedFollower {
  /**
   * Of this code: one more whenever the same events make other rows. A worker that starts with a newer one builds the tables
   * anew beside the live ones and swaps them in.
   */
  version: number;
  tables: readonly string[];
  /** Whose events it takes; `all` also those that this code does not know. */
  streams: readonly AnyStream[] | "all";
  /**
   * Folds a batch, within the transaction that moves the cursor, into the tables as `tableOf` names them (a rebuild
   * fills others). Throws `UndecodableEvent` or `StreamGap` at an event that it needs and cannot take.
   */
  fold(
    tx: TransactionSql,
    events: readonly RawEvent[],
    tableOf: (table: string) => string,
    memory?: FoldMemory,
  ): Promise<void>;
  /** What a rebuild counts once over all rows, where `fold` leaves it out while `memory.settlesLater`. */
  settle?(tx: TransactionSql, tableOf: (table: string) => string): Promise<void>;
}

/** A row as JSON: timestamps are ISO text. `version` is the stream's last folded one, so that applying twice equals once. */
export interface ProjectedRow {
  version: number;
}

/** One event with the state of its stream before and after, by the core's own `evolve`. */
export interface Step<State, Event> {
  id: number;
  before: State;
  after: State;
  event: RecordedEvent<Event>;
  /** UTC instant of the stream's first event. */
  begunAt: Date;
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

/** A stream as far as it has been folded. */
export interface Folded<State> {
  state: State;
  version: number;
  begunAt: Date;
}

/** What a rebuild remembers from batch to batch, so that several projections read and fold the log once. */
export interface FoldMemory {
  /** States of streams by their names; bounded. */
  states: Bounded<string, Folded<unknown>>;
  /** What a batch makes of a category's streams: whoever asks second is given the same. */
  stepsOf<State, Event extends AnyEvent>(
    batch: readonly RawEvent[],
    stream: StreamDefinition<string, State, Event>,
    make: () => Promise<Step<State, Event>[]>,
  ): Promise<Step<State, Event>[]>;
  /** Rows of a table by their keys, as they were last written; bounded. */
  rowsOf<Row extends ProjectedRow>(table: string): Bounded<number, Row>;
  /** While true, what a projection's `settle` counts once at the end need not be counted batch by batch. */
  settlesLater: boolean;
}

/** A map whose oldest entries are forgotten first. */
export interface Bounded<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}
