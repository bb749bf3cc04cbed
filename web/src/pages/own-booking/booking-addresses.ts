/** The addresses of the pages of one booking: by its number for the person who made it here, by the guest link for everyone who has it. */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";

export const payAddress = (bookingId: number): string => `/booking/${bookingId}/pay`;

export interface BookingAddresses {
  pay: string;
  confirmed: string;
  /** The page for other hours before it is paid; null if this access does not allow it. */
  change: string | null;
  /** The guest link's token, if that is the access. */
  token: string | undefined;
}

export const holderAddresses = (bookingId: number): BookingAddresses => ({
  pay: payAddress(bookingId),
  confirmed: `/booking/${bookingId}/confirmed`,
  change: `/booking/${bookingId}/change`,
  token: undefined,
});

export const guestAddresses = (token: string): BookingAddresses => {
  const page = `/guest/${encodeURIComponent(token)}`;
  return { pay: `${page}/pay`, confirmed: `${page}/confirmed`, change: null, token };
};

/** The choice on the room's calendar that corresponds to a booking. */
export function choiceOfBooking(booking: OwnBooking): BookingChoice {
  const startsAt = new Date(booking.startTime);
  return {
    day: venueDayOf(startsAt, booking.timeZone),
    startHour: venueClockOf(startsAt, booking.timeZone).hour,
    duration: booking.bookingDuration,
    hourCount: booking.hourCount,
  };
}

/** How far a booking is. `held`: unpaid, and its hold is open or has not been ended yet. `over`: cancelled, released or expired. */
export type BookingStage = "held" | "paid" | "over";

export function stageOf({ status, paymentStatus }: OwnBooking): BookingStage {
  if (status === "cancelled") return "over";
  const paid = status !== "pending" || paymentStatus === "downpaid" || paymentStatus === "paid";
  return paid ? "paid" : "held";
}
