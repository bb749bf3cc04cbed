/** Owns going back to the payment of a booking that is held but not paid: the room's page takes it up where it stopped. */
import type { OwnBooking } from "../../../../bff/contract/customer.ts";
import { goTo } from "../../browser/navigation.ts";
import { rememberPayment } from "./payment-session.ts";

/** Does nothing for a booking that awaits no payment. */
export function payHeldBooking(booking: OwnBooking): void {
  const { holdUntil, email } = booking;
  if (holdUntil === null || email === null) return;
  rememberPayment(booking.roomSlug, {
    booking: {
      id: booking.id,
      paymentRequired: true,
      roomId: booking.roomId,
      roomName: booking.roomName,
      startTime: booking.startTime,
      endTime: booking.endTime,
      status: booking.status,
      paymentStatus: booking.paymentStatus,
      totalAmount: booking.totalAmount,
      downpaymentAmount: booking.downpaymentAmount,
      remainingAmount: booking.remainingAmount,
      holdUntil,
    },
    person: { email, name: [booking.firstName, booking.lastName].filter(Boolean).join(" ") },
  });
  void goTo(`/room/${booking.roomSlug}`);
}
