/** Owns what a booking's states, person and length are called on the dashboard (SPEC §2 admin). */
import type { StaffBooking } from "../../../../bff/contract/staff-booking.ts";
import { counted } from "../../format/desk-words.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

interface StateWords {
  label: string;
  tone: BadgeTone;
}

/** Colours: SPEC §4. */
export const STATUS_WORDS: Record<StaffBooking["status"], StateWords> = {
  pending: { label: "Pending", tone: "yellow" },
  confirmed: { label: "Confirmed", tone: "green" },
  completed: { label: "Completed", tone: "blue" },
  cancelled: { label: "Cancelled", tone: "red" },
};

export const PAYMENT_WORDS: Record<StaffBooking["paymentStatus"], StateWords> = {
  pending: { label: "Payment Pending", tone: "yellow" },
  downpaid: { label: "Downpaid", tone: "blue" },
  paid: { label: "Fully Paid", tone: "green" },
  failed: { label: "Payment Failed", tone: "red" },
};

const DURATION_WORDS: Record<StaffBooking["bookingDuration"], string> = {
  hourly: "Hourly",
  "half-day": "Half Day",
  "full-day": "Full Day",
};

/** `"Half Day (4 hours)"` */
export const durationWords = ({ bookingDuration, hourCount }: StaffBooking): string =>
  `${DURATION_WORDS[bookingDuration]} (${counted(hourCount, "hour", "hours")})`;

export function customerName({ firstName, lastName }: Pick<StaffBooking, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || "Name erased";
}

/** Why a cancelled booking is cancelled. */
export function cancellationWords(booking: StaffBooking): string | null {
  if (booking.status !== "cancelled") return null;
  if (booking.expired) return "Expired: its hold ran out unpaid";
  return booking.cancelledBy === "customer" ? "Cancelled by the customer" : "Cancelled by the venue";
}
