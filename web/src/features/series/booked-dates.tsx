/** The dates of a series that is booked, each with its hours, state and price. */
import clsx from "clsx";
import type { Series, SeriesBooking } from "../../../../bff/contract/series.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { shortDay, timeRange } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { STATUS_LABELS } from "../../ui/booking/booking-badges.tsx";

interface BookedDatesProps {
  series: Pick<Series, "bookings">;
  /** The room of the page; a date in another one names it. */
  roomId: number;
  /** The venue's zone. */
  zone: string;
  /** The booking on whose page they are listed. */
  currentId?: number;
}

export function BookedDates({ series: { bookings }, roomId, zone, currentId }: BookedDatesProps) {
  return (
    <ol aria-label="Your dates" className="border-b border-rule">
      {bookings.map((booking) => (
        <li
          key={booking.id}
          aria-current={booking.id === currentId || undefined}
          className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2 border-t border-rule py-2"
        >
          <span aria-hidden="true" className="figures text-sm leading-6 text-muted">
            {booking.seriesNumber}
          </span>
          <Visit
            booking={booking}
            zone={zone}
            elsewhere={booking.roomId !== roomId}
            current={booking.id === currentId}
          />
          <span className="figures text-right">
            <span className={clsx("block", booking.status === "cancelled" && "text-muted line-through")}>
              {formatMoney(booking.totalAmount)}
            </span>
            <span
              className={clsx(
                "block text-sm",
                booking.status === "cancelled" ? "font-semibold text-danger" : "text-muted",
              )}
            >
              {booking.status === "pending" ? "Held" : STATUS_LABELS[booking.status]}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

interface VisitProps {
  booking: SeriesBooking;
  zone: string;
  /** In another room than the page says. */
  elsewhere: boolean;
  current: boolean;
}

function Visit({ booking, zone, elsewhere, current }: VisitProps) {
  const [startsAt, endsAt] = [new Date(booking.startTime), new Date(booking.endTime)];
  return (
    <span className="min-w-0">
      <span className="figures block font-semibold">
        {shortDay(venueDayOf(startsAt, zone))}
        {current && <span className="font-normal text-muted"> (this booking)</span>}
      </span>
      <span className="figures block text-sm text-muted">
        {timeRange(startsAt, endsAt, zone)}
        {elsewhere && <strong className="font-semibold text-ink">, {booking.roomName}</strong>}
      </span>
    </span>
  );
}
