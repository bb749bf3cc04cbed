/** Owns what a projection is: a read table whose rows are folded from the events of one stream each. */
import type { RecordedEvent } from "../core/log/read.ts";

/** A row as JSON: timestamps are ISO text. `version` is the stream's last folded one, so that applying twice equals once. */
export interface ProjectedRow {
  version: number;
}

export interface Projection<Row extends ProjectedRow> {
  /** Names the projection and its table. */
  name: string;
  keyColumn: keyof Row & string;
  /** Which row an event touches; null when none. */
  keyOf(event: RecordedEvent): number | null;
  /** What an event makes of its row; null when no row was or is to be. */
  evolve(row: Row | null, event: RecordedEvent): Row | null;
}

const BOOKING_STREAM = /^booking-(\d+)$/;

/** The booking whose stream holds the event; null for other streams. */
export function bookingIdOf(event: Pick<RecordedEvent, "stream">): number | null {
  const match = BOOKING_STREAM.exec(event.stream);
  return match ? Number(match[1]) : null;
}
