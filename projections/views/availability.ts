/** Owns the `availability` read table: which hours of which room are taken, and whether only by an unpaid hold. Names nobody. */
import type { BookingEvent } from "../../core/booking/booking-events.ts";
import { type BookingState, heldUntil } from "../../core/booking/booking-state.ts";
import { bookingStream } from "../../core/booking/booking-stream.ts";
import type { BookingStatus } from "../../core/booking/statuses.ts";
import type { Sql } from "../../core/platform/database.ts";
import { projectionOf } from "../engine/fold.ts";
import type { ProjectedRow, View } from "../engine/projection.ts";
import { PROMPT } from "../engine/wake.ts";

export interface AvailabilityRow extends ProjectedRow {
  booking_id: number;
  room_id: number;
  starts_at: string;
  ends_at: string;
  status: BookingStatus;
  /** While it is an unpaid hold: until when. */
  held_until: string | null;
}

const availabilityView: View<BookingState, BookingEvent, AvailabilityRow> = {
  table: "availability",
  stream: bookingStream,
  keyColumn: "booking_id",
  rowOf: ({ id, after, event }) =>
    after.exists
      ? {
          booking_id: id,
          version: event.version,
          room_id: after.roomId,
          starts_at: after.startsAt.toISOString(),
          ends_at: after.endsAt.toISOString(),
          status: after.status,
          held_until: heldUntil(after)?.toISOString() ?? null,
        }
      : null,
};

export const availability = { ...projectionOf(availabilityView, { version: 1 }), pace: PROMPT };

/** A taken span of a room, UTC instants; `heldUntil` is set while it is an unpaid hold. */
export interface TakenSpan {
  roomId: number;
  startsAt: Date;
  endsAt: Date;
  heldUntil: Date | null;
}

/** The taken spans that overlap [from, to), by start; of one room or, with null, of all. */
export function takenSpans(sql: Sql, roomId: number | null, from: Date, to: Date): Promise<TakenSpan[]> {
  return sql<TakenSpan[]>`
    select room_id as "roomId", starts_at as "startsAt", ends_at as "endsAt", held_until as "heldUntil"
    from availability
    where status <> 'cancelled' and (${roomId}::int is null or room_id = ${roomId})
      and starts_at < ${to} and starts_at > ${from}::timestamptz - interval '1 day' and ends_at > ${from}
    order by starts_at, room_id`;
}
