/** The Series tab of a booking: all dates of its series with their states, and further dates. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Series, SeriesBooking } from "../../../../../bff/contract/series.ts";
import type { StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { countText } from "../../../../../core/text/count-text.ts";
import { dateAndTime, shortDayAndYear, timeRange } from "../../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../../core/venue/time/venue-time.ts";
import { seriesQuery } from "../../../api/staff-series.ts";
import { ruleName } from "../../../format/series/repeat-choice.ts";
import { useZone } from "../../../format/venue.ts";
import { StatusBadge, seriesText } from "../../../ui/booking/booking-badges.tsx";
import { Button } from "../../../ui/button.tsx";
import { QueryPlaceholder } from "../../../ui/state-notice.tsx";
import { AddDatesForm } from "./add-dates-form.tsx";

export function SeriesPanel({ booking }: { booking: StaffBooking }) {
  const fetched = useQuery({
    ...seriesQuery(booking.seriesId ?? 0),
    enabled: booking.seriesId !== undefined,
  });
  return fetched.data ? (
    <DatesOfSeries series={fetched.data} booking={booking} />
  ) : (
    <QueryPlaceholder of={fetched} failed="Failed to fetch the series" className="h-112" />
  );
}

function DatesOfSeries({ series, booking }: { series: Series; booking: StaffBooking }) {
  const zone = useZone();
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const { bookings, totalAmount, dueAmount, holdUntil } = series;
  const kept = bookings.filter(({ status }) => status !== "cancelled").length;
  const close = () => {
    // The button can take the focus only once it is shown again.
    flushSync(() => setAdding(false));
    add.current?.focus();
  };
  return (
    <div className="grid gap-4">
      <div className="border-l-4 border-ink bg-sheet px-4 py-2.5">
        <h3 className="figures text-lg font-semibold">
          {seriesText(booking)}, {repeatName(series, zone).toLowerCase()}
        </h3>
        <p className="figures">
          {kept === bookings.length
            ? countText(kept, "date")
            : `${kept} of ${bookings.length} dates not cancelled`}
          : {formatMoney(totalAmount)}
          {Number(dueAmount) > 0 && `, ${formatMoney(dueAmount)} due`}
        </p>
        {holdUntil && (
          <p className="figures">All are held until {dateAndTime(new Date(holdUntil), zone)}, unless paid.</p>
        )}
      </div>
      <ol aria-label="Dates of the series" className="border-t border-rule">
        {bookings.map((each) => (
          <DateOfSeries key={each.id} date={each} isThis={each.id === booking.id} room={booking.roomId} />
        ))}
      </ol>
      <p className="text-sm text-muted">
        To move or cancel several dates, choose Move or Cancel Booking under Actions: it asks which.
      </p>
      {adding ? (
        <AddDatesForm series={series} isOnAccount={booking.accountId !== undefined} onDone={close} />
      ) : (
        <Button ref={add} density="dense" className="justify-self-start" onClick={() => setAdding(true)}>
          Add Further Dates
        </Button>
      )}
    </div>
  );
}

function DateOfSeries({ date, isThis, room }: { date: SeriesBooking; isThis: boolean; room: number }) {
  const zone = useZone();
  const [startsAt, endsAt] = [new Date(date.startTime), new Date(date.endTime)];
  const day = shortDayAndYear(venueDayOf(startsAt, zone));
  const isOff = date.status === "cancelled";
  return (
    <li
      aria-current={isThis ? "true" : undefined}
      className={clsx(
        "figures grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-b border-l-4 border-rule py-1.5 pl-2.5 text-[0.9375rem] sm:grid-cols-[1.75rem_minmax(0,1fr)_minmax(0,1fr)_5.5rem_auto]",
        isThis ? "border-l-ink bg-sheet" : "border-l-transparent",
      )}
    >
      <span className="text-muted">{date.seriesNumber}.</span>
      {isThis ? (
        <span className="font-semibold">{day} (this)</span>
      ) : (
        <Link
          to="."
          replace
          search={(old: object) => ({ ...old, booking: date.id })}
          className={clsx(
            "inline-flex min-h-6 items-center justify-self-start decoration-1 underline-offset-4 hover:text-action",
            isOff ? "text-muted line-through" : "underline",
          )}
        >
          {day}
        </Link>
      )}
      <span className="max-sm:order-last max-sm:col-span-2 max-sm:col-start-2">
        {timeRange(startsAt, endsAt, zone)}
        {date.roomId !== room && `, ${date.roomName}`}
      </span>
      <span className="text-right max-sm:hidden">{isOff ? "" : formatMoney(date.totalAmount)}</span>
      <span className="min-w-24 text-right">
        <StatusBadge status={date.status} />
      </span>
    </li>
  );
}

function repeatName({ repeat, bookings }: Series, zone: string): string {
  const first = venueDayOf(new Date(bookings[0]?.startTime ?? 0), zone);
  const { every = 1, monthly } = repeat;
  return ruleName(monthly ? "monthly" : (`${every}` as const), first);
}
