/** Reads a series with its bookings. */
import type { Core } from "../../context.ts";
import { loadStreams } from "../../log/load-streams.ts";
import { comparePositions, type LogPosition } from "../../log/position.ts";
import { load } from "../../log/transact.ts";
import type { Booking } from "../state/booking-state.ts";
import { bookingStream } from "../state/booking-stream.ts";
import { type Series, seriesStream } from "./series.ts";

export interface SeriesBooking {
  id: number;
  booking: Booking;
}

/** A series with those of its bookings that the caller may see, by number. */
export interface LoadedSeries {
  id: number;
  series: Series;
  version: number;
  bookings: SeriesBooking[];
  /** The last position of what was read. */
  at: LogPosition | null;
}

/** The whole series, as staff see it; null if there is none. */
export async function loadSeries(core: Pick<Core, "sql">, id: number): Promise<LoadedSeries | null> {
  const { state: series, version, at } = await load(core.sql, seriesStream, id);
  if (!series.exists) return null;
  const ids = series.dates.map(({ bookingId }) => bookingId);
  const loaded = await loadStreams(core.sql, bookingStream, ids);
  const bookings = loaded.flatMap(({ id: bookingId, state }) =>
    state.exists ? [{ id: bookingId, booking: state }] : [],
  );
  return { id, series, version, bookings, at: latest([at, ...loaded.map((one) => one.at)]) };
}

const latest = (positions: readonly (LogPosition | null)[]): LogPosition | null =>
  positions.reduce((last, at) => (at && (!last || comparePositions(last, at) < 0) ? at : last), null);
