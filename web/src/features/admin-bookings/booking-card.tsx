/** Shows one booking in the list: what staff need at a glance, and the button that opens its details. */

import clsx from "clsx";
import { useId } from "react";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { shortDayAndYear, timeRange } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { customerName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import {
  balanceTexts,
  PaymentBadge,
  SeriesMark,
  StatusBadge,
  UnreadableBadge,
  VisitBadge,
} from "../../ui/booking/booking-badges.tsx";
import { Button } from "../../ui/button.tsx";

interface BookingCardProps {
  booking: StaffBooking;
  /** The room's; it decides the ink on the card's edge. */
  slug: string;
  onOpen(): void;
}

/** Lines below each other; on a phone side by side, because height is scarce there. */
const LINES = "flex min-w-0 flex-wrap gap-x-4 sm:block";

export function BookingCard({ booking, slug, onOpen }: BookingCardProps) {
  const zone = useZone();
  const nameId = useId();
  const startsAt = new Date(booking.startTime);
  return (
    <li
      className="grid items-center gap-x-5 gap-y-1.5 border border-l-4 border-rule bg-sheet px-4 py-2.5 text-[0.9375rem] sm:grid-cols-2 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)_auto] sm:gap-y-3 xl:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)_minmax(0,0.85fr)_minmax(0,1fr)_minmax(0,1.45fr)_auto]"
      style={{ borderLeftColor: inksOf(slug).first.hex }}
    >
      <div className="min-w-0">
        <h3 id={nameId} className="flex gap-2 text-base font-semibold">
          <span className="truncate">
            <span className="figures font-normal text-muted">#{booking.id}</span> {customerName(booking)}
          </span>
          <SeriesMark booking={booking} />
        </h3>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <StatusBadge status={booking.status} />
          <PaymentBadge booking={booking} />
          <VisitBadge visit={booking.visit} />
          <UnreadableBadge unreadable={booking.unreadable} />
        </p>
      </div>
      <p className={clsx("figures", LINES)}>
        <span className="sm:block">{shortDayAndYear(venueDayOf(startsAt, zone))}</span>
        <span className="text-muted sm:block">{timeRange(startsAt, new Date(booking.endTime), zone)}</span>
      </p>
      <div className="min-w-0 xl:contents">
        <div className={LINES}>
          <p className="truncate">{booking.roomName || "Unknown Room"}</p>
          {balanceTexts(booking).map((words) => (
            <p key={words} className="figures font-semibold">
              {words}
            </p>
          ))}
        </div>
        <p className={clsx("figures", LINES)}>
          <Amount label="Total" amount={booking.totalAmount} />
          {booking.accountId === undefined && (
            <Amount label="Downpayment" amount={booking.downpaymentAmount} />
          )}
        </p>
      </div>
      <p className={LINES}>
        <span className="max-w-full truncate sm:block" title={booking.email ?? undefined}>
          {booking.email}
        </span>
        <span className="figures text-muted sm:block">{booking.phone}</span>
      </p>
      <Button
        density="dense"
        aria-describedby={nameId}
        className="mt-1 justify-self-start sm:mt-0 lg:justify-self-end"
        onClick={onOpen}
      >
        View Details
      </Button>
    </li>
  );
}

function Amount({ label, amount }: { label: string; amount: string }) {
  return (
    <span className="sm:block">
      <span className="text-sm text-muted">{label}</span> {formatMoney(amount)}
    </span>
  );
}
