/** Owns going back to the payment of a booking that is held but not paid: the room's page takes it up where it stopped. */
import { BookingCreated } from "../../../../bff/contract/booking.ts";
import type { OwnBooking } from "../../../../bff/contract/customer.ts";
import { goTo } from "../../browser/navigation.ts";
import { rememberPayment } from "./payment-session.ts";

/** Does nothing for a booking that awaits no payment. */
export function payHeldBooking(booking: OwnBooking): void {
  const { holdUntil, email } = booking;
  if (holdUntil === null || email === null) return;
  rememberPayment(booking.roomSlug, {
    booking: BookingCreated.parse({ ...booking, paymentRequired: true }),
    person: { email, name: [booking.firstName, booking.lastName].filter(Boolean).join(" ") },
  });
  void goTo(`/room/${booking.roomSlug}`);
}
