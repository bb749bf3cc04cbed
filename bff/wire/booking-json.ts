/** Writes a booking for the caller who made it. */
import { downpaymentAskedOf, dueCents, paidCents, remainingCents } from "../../core/booking/booking-money.ts";
import type { Booking } from "../../core/booking/booking-state.ts";
import { toAmount } from "../../core/booking/money.ts";
import type { RoomDirectory } from "../../core/venue/rooms.ts";
import type { BookingCreated, BookingOutline } from "../contract/booking.ts";

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
    remainingAmount: toAmount(remainingCents(booking)),
    downpaymentDueAmount: toAmount(downpaymentAskedOf(booking, paidCents(booking))),
    dueAmount: toAmount(dueCents(booking)),
  };
}

/** A new booking, or a hold that has just been changed, until it is paid. */
export const heldUntilPaidJson = (rooms: RoomDirectory, id: number, booking: Booking): BookingCreated => ({
  ...bookingJson(rooms, id, booking),
  paymentRequired: booking.downpaymentCents > 0,
  holdUntil: booking.holdUntil.toISOString(),
});
