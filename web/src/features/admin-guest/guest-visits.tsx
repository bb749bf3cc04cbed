/** Shows a guest's figures and visits to staff. */

import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { GuestRecord } from "../../../../bff/contract/staff/guest.ts";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney, toAmount, toCents } from "../../../../core/booking/rules/money.ts";
import { shortDay, shortDayAndYear, timeRange } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { count } from "../../format/counts.ts";
import { useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import {
  PaymentBadge,
  SeriesBadge,
  STATUS_LABELS,
  StatusBadge,
  VISIT_LABELS,
} from "../../ui/booking/booking-badges.tsx";
import { Figures } from "../../ui/figures.tsx";
import { EmptyNotice } from "../../ui/state-notice.tsx";
import { visitsBySeries } from "./visits-by-series.ts";

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
  if (guest.bookings.length === 0) return <EmptyNotice title="No bookings yet" />;
  return (
    <ul aria-label="Bookings of this guest" className="grid gap-2">
      {visitsBySeries(guest.bookings).map(({ key, isSeries, bookings }) =>
        isSeries ? <SeriesVisits key={key} bookings={bookings} /> : <Visit key={key} booking={bookings[0]} />,
      )}
    </ul>
  );
}

const LINK = "inline-flex min-h-6 items-center underline decoration-1 underline-offset-4 hover:text-action";

function Visit({ booking }: { booking: StaffBooking }) {
  const zone = useZone();
  return (
    <li className="grid items-center gap-x-5 gap-y-1.5 border border-rule bg-sheet px-4 py-2.5 text-[0.9375rem] sm:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="figures font-medium">
          <Link to="/admin" search={{ booking: booking.id }} className={LINK}>
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
        <SeriesBadge booking={booking} />
      </p>
      <p className="figures font-medium sm:text-right">{formatMoney(booking.totalAmount)}</p>
    </li>
  );
}

/** The dates of a series, once: what they have in common above them, and the state of each. */
function SeriesVisits({ bookings }: { bookings: [StaffBooking, ...StaffBooking[]] }) {
  const zone = useZone();
  const [first] = bookings;
  const kept = bookings.filter(({ status }) => status !== "cancelled");
  const total = kept.reduce((sum, { totalAmount }) => sum + (toCents(totalAmount) ?? 0), 0);
  const day = (booking: StaffBooking) => dayOf(booking.startTime, zone);
  return (
    <li className="grid gap-2 border border-rule bg-sheet px-4 py-2.5 text-[0.9375rem]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5">
        <div className="min-w-0">
          <p className="font-medium">
            <span aria-hidden="true">↻</span> Series of {first.seriesSize ?? bookings.length} dates,{" "}
            {first.roomName}
          </p>
          <p className="figures text-muted">
            {day(first)} – {day(bookings.at(-1) ?? first)},{" "}
            {timeRange(new Date(first.startTime), new Date(first.endTime), zone)}
          </p>
        </div>
        <p className="figures font-medium">{formatMoney(toAmount(total))}</p>
      </div>
      <ol aria-label={`Dates of the series in ${first.roomName}`} className="grid gap-x-5 sm:grid-cols-2">
        {bookings.map((booking) => (
          <li
            key={booking.id}
            className="figures flex min-h-9 flex-wrap items-center justify-between gap-x-2 border-t border-rule"
          >
            <Link to="/admin" search={{ booking: booking.id }} className={LINK}>
              {shortDay(venueDayOf(new Date(booking.startTime), zone))}
            </Link>
            <span className={clsx("text-sm", booking.status === "cancelled" ? "text-muted" : "text-ink")}>
              {stateWords(booking)}
            </span>
          </li>
        ))}
      </ol>
    </li>
  );
}

/** `"Confirmed, $50.00 due"` */
function stateWords({ status, visit, dueAmount }: StaffBooking): string {
  const state = visit === "no-show" ? VISIT_LABELS[visit] : STATUS_LABELS[status];
  return Number(dueAmount) > 0 ? `${state}, ${formatMoney(dueAmount)} due` : state;
}
