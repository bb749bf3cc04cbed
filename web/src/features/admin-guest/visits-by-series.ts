/** Puts a guest's bookings of one series together, so that they are shown once. Pure. */
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";

/** The dates of a series by their start, or one booking of none. */
export interface ShownVisits<Visit> {
  key: string;
  isSeries: boolean;
  bookings: [Visit, ...Visit[]];
}

/** In the order of the first booking of each. A series of which only one date is listed is shown as a booking. */
export function visitsBySeries<Visit extends Pick<StaffBooking, "id" | "seriesId" | "startTime">>(
  bookings: readonly Visit[],
): ShownVisits<Visit>[] {
  const shown = new Map<string, ShownVisits<Visit>>();
  for (const booking of bookings) {
    const key = booking.seriesId === undefined ? `booking ${booking.id}` : `series ${booking.seriesId}`;
    const known = shown.get(key);
    if (known) known.bookings.push(booking);
    else shown.set(key, { key, isSeries: false, bookings: [booking] });
  }
  return [...shown.values()].map((visits) => ({
    ...visits,
    isSeries: visits.bookings.length > 1,
    bookings: visits.bookings.sort((a, b) => a.startTime.localeCompare(b.startTime)),
  }));
}
