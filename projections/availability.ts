/** Owns the `availability` read table: which hours of which room are taken, and whether only by an unpaid hold. Names nobody. */
import type { BookingEvent } from "../core/booking/booking-events.ts";
import type { RecordedEvent } from "../core/log/read.ts";
import type { Sql } from "../core/platform/database.ts";
import { bookingIdOf, type ProjectedRow, type Projection } from "./projection.ts";

interface AvailabilityRow extends ProjectedRow {
  booking_id: number;
  room_id: number;
  starts_at: string;
  ends_at: string;
  status: "pending" | "confirmed" | "completed" | "cancelled";
  paid: boolean;
  hold_until: string;
}

export const availability: Projection<AvailabilityRow> = {
  name: "availability",
  keyColumn: "booking_id",
  keyOf: bookingIdOf,
  evolve(row, recorded) {
    const event = recorded as Pick<RecordedEvent, "type" | "data"> as BookingEvent; // keyOf lets booking streams pass only
    const { version } = recorded;
    if (event.type === "BookingRequested") {
      const { roomId, startsAt, endsAt, holdUntil } = event.data;
      return {
        booking_id: bookingIdOf(recorded) ?? 0,
        version,
        room_id: roomId,
        starts_at: startsAt,
        ends_at: endsAt,
        status: "pending",
        paid: false,
        hold_until: holdUntil,
      };
    }
    if (!row) return null;
    switch (event.type) {
      case "DownpaymentReceived":
        return { ...row, version, paid: true };
      case "PaymentMarked":
        return { ...row, version, paid: event.data.paymentStatus !== "failed" };
      case "BookingConfirmed":
        return { ...row, version, status: "confirmed" };
      case "BookingCompleted":
        return { ...row, version, status: "completed" };
      case "BookingExpired":
      case "BookingCancelled":
        return { ...row, version, status: "cancelled" };
      case "BookingRescheduled":
        return { ...row, version, starts_at: event.data.startsAt, ends_at: event.data.endsAt };
      case "PaymentIntentOpened":
      case "PaymentFailed":
      case "UnexpectedPaymentReceived":
      case "RefundRecorded":
      case "DisputeOpened":
      case "DisputeClosed":
      case "RefundRequested":
      case "RefundIssued":
      case "RefundFailed":
      case "RefundRetried":
        return { ...row, version };
      default:
        return event satisfies never;
    }
  },
};

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
    select room_id as "roomId", starts_at as "startsAt", ends_at as "endsAt",
      case when status = 'pending' and not paid then hold_until end as "heldUntil"
    from availability
    where status <> 'cancelled' and (${roomId}::int is null or room_id = ${roomId})
      and starts_at < ${to} and starts_at > ${from}::timestamptz - interval '1 day' and ends_at > ${from}
    order by starts_at, room_id`;
}
