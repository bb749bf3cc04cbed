/** Says in words which visit a line of an invoice is for (decision 263). Only the venue's own words, never a person's. */
import type { Core } from "../../context.ts";
import { shortDayAndTime } from "../../venue/time/time-format.ts";
import { isNoShow } from "../rules/statuses.ts";
import type { Booking } from "../state/booking-state.ts";

/** `"Rehearsal Room, Tue, Dec 8, 2026, 6:00 PM – 8:00 PM"`; `", no-show"` or `", late cancellation"` if it is that. */
export function visitText({ rooms, timeZone }: Pick<Core, "rooms" | "timeZone">, booking: Booking): string {
  const visit = `${rooms.nameOf(booking.roomId)}, ${shortDayAndTime(booking.startsAt, booking.endsAt, timeZone)}`;
  if (isNoShow(booking)) return `${visit}, no-show`;
  return booking.status === "cancelled" ? `${visit}, late cancellation` : visit;
}
