/** Owns the rows every ticket of a booking has: its number, day, and time on the venue's clock (UI 11). */
import type { BookingCreated } from "../../../../bff/contract/booking.ts";
import { venueDayOf } from "../../../../bff/contract/venue-time.ts";
import { clocksDiffer, dayName, timeRange, visitorZone, zoneName } from "../../format/time-words.ts";

type BookedTime = Pick<BookingCreated, "id" | "startTime" | "endTime">;

/** Without a zone nothing is said of the time: the visitor's own clock would be the wrong one. */
export function bookedRows(booking: BookedTime, zone: string | undefined) {
  const number = { label: "Booking", value: `#${booking.id}` };
  if (zone === undefined) return [number];
  const startsAt = new Date(booking.startTime);
  return [
    number,
    { label: "Date", value: dayName(venueDayOf(startsAt, zone), new Date().getFullYear()) },
    { label: "Time", value: <Times startsAt={startsAt} endsAt={new Date(booking.endTime)} zone={zone} /> },
  ];
}

function Times({ startsAt, endsAt, zone }: { startsAt: Date; endsAt: Date; zone: string }) {
  const own = visitorZone();
  return (
    <span className="grid">
      <time dateTime={startsAt.toISOString()}>{timeRange(startsAt, endsAt, zone)}</time>
      <span className="text-sm text-muted">{zoneName(zone, startsAt)}</span>
      {clocksDiffer(startsAt, zone, own) && (
        <span className="text-sm text-muted">{timeRange(startsAt, endsAt, own)} where you are</span>
      )}
    </span>
  );
}

/** A wire amount as a price tag: `"1234.50"` → `"$1,234.50"`. */
export const priceTag = (amount: string): string => `$${amount.replace(/\B(?=(\d{3})+\.)/g, ",")}`;
