/** Owns the rows every ticket of a booking has: its number, day, and time on the venue's clock (UI 11). */
import type { BookingCreated } from "../../../../bff/contract/booking.ts";
import { dayName, venueDayOf } from "../../../../bff/contract/venue-time.ts";
import { VisitTime } from "../../ui/visit-time.tsx";

type BookedTime = Pick<BookingCreated, "id" | "startTime" | "endTime">;

/** Without a zone nothing is said of the time: the visitor's own clock would be the wrong one. */
export function bookedRows(booking: BookedTime, zone: string | undefined) {
  const number = { label: "Booking", value: `#${booking.id}` };
  if (zone === undefined) return [number];
  const startsAt = new Date(booking.startTime);
  return [
    number,
    { label: "Date", value: dayName(venueDayOf(startsAt, zone), new Date().getFullYear()) },
    {
      label: "Time",
      value: <VisitTime startsAt={startsAt} endsAt={new Date(booking.endTime)} zone={zone} />,
    },
  ];
}
