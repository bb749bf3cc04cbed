/** Shows a guest's figures and visits to staff. */

import { Link } from "@tanstack/react-router";
import type { GuestRecord } from "../../../../bff/contract/staff/guest.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { shortDayAndYear, timeRange } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { count } from "../../format/counts.ts";
import { useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import { PaymentBadge, StatusBadge } from "../../ui/booking/booking-badges.tsx";
import { Figures } from "../../ui/figures.tsx";
import { EmptyNotice } from "../../ui/state-notice.tsx";

const dayOf = (instant: string, zone: string) => shortDayAndYear(venueDayOf(new Date(instant), zone));

export function GuestFigures({ guest }: { guest: GuestRecord }) {
  const zone = useZone();
  return (
    <Figures
      className="grid-cols-2 sm:grid-cols-4"
      figures={[
        { label: "Visits", value: count(guest.visits) },
        { label: "Last visit", value: guest.lastVisit ? dayOf(guest.lastVisit, zone) : "None yet" },
        { label: "Upcoming", value: count(guest.upcoming) },
        { label: "No-shows", value: count(guest.noShows) },
        { label: "Cancellations", value: count(guest.cancellations) },
        { label: "Received", value: formatMoney(guest.receivedAmount) },
        { label: "Refunded", value: formatMoney(guest.refundedAmount) },
        { label: "Due", value: formatMoney(guest.dueAmount) },
      ]}
    />
  );
}

export function GuestVisits({ guest }: { guest: GuestRecord }) {
  const zone = useZone();
  if (guest.bookings.length === 0) return <EmptyNotice title="No bookings yet" />;
  return (
    <ul aria-label="Bookings of this guest" className="grid gap-2">
      {guest.bookings.map((booking) => (
        <li
          key={booking.id}
          className="grid items-center gap-x-5 gap-y-1.5 border border-rule bg-sheet px-4 py-2.5 text-[0.9375rem] sm:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_auto]"
        >
          <div className="min-w-0">
            <p className="figures font-medium">
              <Link
                to="/admin"
                search={{ booking: booking.id }}
                className="inline-flex min-h-6 items-center underline decoration-1 underline-offset-4 hover:text-action"
              >
                #{booking.id} {booking.roomName}
              </Link>
            </p>
            <p className="figures text-muted">
              {dayOf(booking.startTime, zone)},{" "}
              {timeRange(new Date(booking.startTime), new Date(booking.endTime), zone)}
            </p>
          </div>
          <p className="flex flex-wrap gap-1.5">
            <StatusBadge status={booking.status} />
            <PaymentBadge booking={booking} />
            {booking.visit === "no-show" && <Badge tone="red">No-show</Badge>}
          </p>
          <p className="figures font-medium sm:text-right">{formatMoney(booking.totalAmount)}</p>
        </li>
      ))}
    </ul>
  );
}
