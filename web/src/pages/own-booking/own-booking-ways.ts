/** Owns where the pages of one's own booking are: by its number for whoever made it here, by the mailed link for anybody who has it. */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { venueClockOf, venueDayOf } from "../../../../core/venue/venue-time.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";

export const payAddress = (bookingId: number): string => `/booking/${bookingId}/pay`;

export interface BookingWays {
  pay: string;
  confirmed: string;
  /** Other hours before it is paid; null where this page's right does not reach so far. */
  change: string | null;
  /** The mailed link's token, where that is the right. */
  token: string | undefined;
}

export const holdersWays = (bookingId: number): BookingWays => ({
  pay: payAddress(bookingId),
  confirmed: `/booking/${bookingId}/confirmed`,
  change: `/booking/${bookingId}/change`,
  token: undefined,
});

export const guestsWays = (token: string): BookingWays => {
  const page = `/guest/${encodeURIComponent(token)}`;
  return { pay: `${page}/pay`, confirmed: `${page}/confirmed`, change: null, token };
};

/** The choice on the room's calendar that a booking stands for. */
export function bookedChoice(booking: OwnBooking): BookingChoice {
  const startsAt = new Date(booking.startTime);
  return {
    day: venueDayOf(startsAt, booking.timeZone),
    startHour: venueClockOf(startsAt, booking.timeZone).hour,
    duration: booking.bookingDuration,
    hourCount: booking.hourCount,
  };
}

/** How far a booking is. `held`: unpaid, and its hold runs or has not been given up yet. `over`: cancelled, or let go, or expired. */
export type BookingStage = "held" | "paid" | "over";

export function stageOf({ status, paymentStatus }: OwnBooking): BookingStage {
  if (status === "cancelled") return "over";
  const paid = status !== "pending" || paymentStatus === "downpaid" || paymentStatus === "paid";
  return paid ? "paid" : "held";
}
