/** Owns what the wire says of a booking to the one who made it. */
import type { Booking } from "../../core/booking/booking-state.ts";
import { toAmount } from "../../core/booking/money.ts";
import type { RoomDirectory } from "../../core/venue/rooms.ts";
import type { BookingOutline } from "../contract/booking.ts";

export function bookingJson(rooms: RoomDirectory, id: number, booking: Booking): BookingOutline {
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
