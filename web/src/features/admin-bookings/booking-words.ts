/** Names a booking's person, length and cancellation on the dashboard. */
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { hoursText } from "../../format/counts.ts";

const DURATION_WORDS: Record<StaffBooking["bookingDuration"], string> = {
  hourly: "Hourly",
  "half-day": "Half Day",
  "full-day": "Full Day",
};

/** `"Half Day (4 hours)"` */
export const durationWords = ({ bookingDuration, hourCount }: StaffBooking): string =>
  `${DURATION_WORDS[bookingDuration]} (${hoursText(hourCount)})`;

/** Why a booking was cancelled; null if it was not. */
export function cancellationWords(booking: StaffBooking): string | null {
  if (booking.status !== "cancelled") return null;
  if (booking.expired) return "Expired: not paid before the hold ended";
  const by = booking.cancelledBy === "customer" ? "Cancelled by the customer" : "Cancelled by the venue";
  return booking.cancellationReason ? `${by}: ${booking.cancellationReason}` : by;
}
