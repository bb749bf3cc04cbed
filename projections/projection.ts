/** Owns what a projection is: a read table whose rows are folded from the events of one stream each, or several such tables kept together. */
import type { RecordedEvent } from "../core/log/read.ts";
import type { TransactionSql } from "../core/platform/database.ts";

/** A row as JSON: timestamps are ISO text. `version` is the stream's last folded one, so that applying twice equals once. */
export interface ProjectedRow {
  version: number;
}

export interface Projection<Row extends ProjectedRow> {
  /** Names the projection and its table. */
  name: string;
  keyColumn: keyof Row & string;
  /** Columns that are written with a new row and never again: something else may change them (an erasure, say). */
  setOnce?: readonly (keyof Row & string)[];
  /** Which row an event touches; null when none. */
  keyOf(event: RecordedEvent): number | null;
  /** What an event makes of its row; null when no row was or is to be. */
  evolve(row: Row | null, event: RecordedEvent): Row | null;
}

/** Tables that are filled together, with one cursor: what one table for one kind of stream cannot hold. */
export interface ReadModel {
  /** Names the model and its cursor. */
  name: string;
  tables: readonly string[];
  /** Folds a batch, within the transaction that moves the cursor, into the tables as `tableOf` names them (a rebuild fills others). */
  fold(
    tx: TransactionSql,
    events: readonly RecordedEvent[],
    tableOf: (table: string) => string,
  ): Promise<void>;
}

const BOOKING_STREAM = /^booking-(\d+)$/;
const INQUIRY_STREAM = /^inquiry-(\d+)$/;

/** The booking whose stream holds the event; null for other streams. */
export function bookingIdOf(event: Pick<RecordedEvent, "stream">): number | null {
  const match = BOOKING_STREAM.exec(event.stream);
  return match ? Number(match[1]) : null;
}

/** The inquiry whose stream holds the event; null for other streams. */
export function inquiryIdOf(event: Pick<RecordedEvent, "stream">): number | null {
  const match = INQUIRY_STREAM.exec(event.stream);
  return match ? Number(match[1]) : null;
}
