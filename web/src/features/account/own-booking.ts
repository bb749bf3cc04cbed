/** Owns what a customer's booking is called: its badges (SPEC §4), when it is, and whether it lies ahead. */
import type { OwnBooking } from "../../../../bff/contract/customer.ts";
import { venueDayOf } from "../../../../bff/contract/venue-time.ts";
import { dayAndTime, dayName } from "../../format/time-words.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

interface Look {
  label: string;
  tone: BadgeTone;
}

export const STATUS_LOOKS: Record<OwnBooking["status"], Look> = {
  pending: { label: "Pending", tone: "yellow" },
  confirmed: { label: "Confirmed", tone: "green" },
  completed: { label: "Completed", tone: "blue" },
  cancelled: { label: "Cancelled", tone: "red" },
};

export const PAYMENT_LOOKS: Record<OwnBooking["paymentStatus"], Look> = {
  pending: { label: "Payment Pending", tone: "yellow" },
  downpaid: { label: "Downpaid", tone: "blue" },
  paid: { label: "Fully Paid", tone: "green" },
  failed: { label: "Payment Failed", tone: "red" },
};

type Visit = Pick<OwnBooking, "startTime" | "endTime" | "timeZone">;

/** `"Saturday 12 December"` at the venue; another year than this one is said. */
export const visitDay = ({ startTime, timeZone }: Visit): string =>
  dayName(venueDayOf(new Date(startTime), timeZone), new Date().getFullYear());

/** `"Saturday 12 December, 9:00 AM – 11:00 AM"` at the venue. */
export const visitWords = ({ startTime, endTime, timeZone }: Visit): string =>
  dayAndTime(new Date(startTime), new Date(endTime), timeZone);

/** Upcoming is what starts after now, the soonest first; past is the rest, the latest first (SPEC §4). */
export function splitByTime(
  bookings: readonly OwnBooking[],
  now: Date,
): { upcoming: OwnBooking[]; past: OwnBooking[] } {
  const startOf = (booking: OwnBooking) => Date.parse(booking.startTime);
  const ahead = (booking: OwnBooking) => startOf(booking) > now.getTime();
  return {
    upcoming: bookings.filter(ahead).sort((a, b) => startOf(a) - startOf(b)),
    past: bookings.filter((booking) => !ahead(booking)).sort((a, b) => startOf(b) - startOf(a)),
  };
}
