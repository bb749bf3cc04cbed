/** Owns what the answers of writes have in common: the log position they carry, the event's meta they begin with, a booking on the wire. */

import type { Booking } from "../../core/booking/booking-state.ts";
import { toAmount } from "../../core/booking/money.ts";
import type { EventMeta } from "../../core/log/append-request.ts";
import { formatPosition, type LogPosition } from "../../core/log/position.ts";
import type { RoomDirectory } from "../../core/venue/rooms.ts";
import { LOG_POSITION_HEADER } from "../contract/wire.ts";
import type { AnsweringContext } from "../http/hono-env.ts";

/** Whoever calls without signing in. */
export function visitorMeta(c: AnsweringContext): EventMeta {
  return { actor: { kind: "visitor" }, requestId: c.get("requestId") };
}

/** `Log-Position` of a write's answer; none when nothing was written. */
export function writtenAt(position: LogPosition | null): Record<string, string> {
  return position ? { [LOG_POSITION_HEADER]: formatPosition(position) } : {};
}

/** What the wire says of a booking to the one who made it. */
export function bookingOnTheWire(rooms: RoomDirectory, id: number, booking: Booking) {
  return {
    id,
    roomId: booking.roomId,
    roomName: rooms.byId(booking.roomId)?.name ?? "",
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    totalAmount: toAmount(booking.totalCents),
    downpaymentAmount: toAmount(booking.downpaymentCents),
    remainingAmount: toAmount(booking.totalCents - booking.downpaymentCents),
  };
}
