/** Shows a booking to its customer: a stub in the room's ink with the day, what was booked, and what is due. */
import type { ReactNode } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import {
  clockTime,
  dayName,
  monthName,
  shortDay,
  zoneName,
} from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { engineerText } from "../../format/engineer-text.ts";
import { isOnAccount, keptOnAccount, ON_ACCOUNT, paidByText } from "../../format/on-account.ts";
import { PaymentBadge, StatusBadge } from "../../ui/booking/booking-badges.tsx";
import { VisitTime } from "../../ui/booking/visit-time.tsx";
import { formatVisitDay } from "./own-booking.ts";

interface BookingCardProps {
  booking: OwnBooking;
  /** Who comes, and the way to change it. */
  who?: ReactNode;
  /** All dates of its series. */
  dates?: ReactNode;
  /** The actions that the booking offers. */
  actions?: ReactNode;
  headingLevel?: 2 | 3;
}

export function BookingCard({ booking, who, dates, actions, headingLevel = 3 }: BookingCardProps) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  const { status } = booking;
  const engineer = engineerText(booking);
  const facts: [string, ReactNode][] = [
    ["Date", formatVisitDay(booking)],
    [
      "Time",
      <VisitTime key="time" startsAt={new Date(booking.startTime)} endsAt={new Date(booking.endTime)} />,
    ],
    ...(engineer === null ? [] : [["Engineer", engineer] satisfies [string, ReactNode]]),
    ["Total", formatMoney(booking.totalAmount)],
    isOnAccount(booking) ? ["Payment", paidByText(booking)] : ["Paid", formatMoney(booking.paidAmount)],
  ];
  return (
    <article
      aria-label={`${booking.roomName}, ${formatVisitDay(booking)}`}
      className="grid bg-sheet sm:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <DayStub booking={booking} />
      <div className="grid min-w-0 content-start gap-4 p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div>
            <Heading className="poster-type text-3xl">{booking.roomName}</Heading>
            <p className="mt-1.5 text-muted">
              {booking.eventType} · Booking #{booking.id}
              {booking.seriesNumber !== undefined &&
                ` · Date ${booking.seriesNumber} of ${booking.seriesSize}`}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <StatusBadge status={status} />
            <PaymentBadge booking={booking} />
          </div>
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 lg:flex lg:flex-wrap lg:justify-between">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="figures font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <Dues booking={booking} />
        {who}
        {dates}
        {actions}
      </div>
    </article>
  );
}

function DayStub({ booking }: { booking: OwnBooking }) {
  const { first } = inksOf(booking.roomSlug);
  const day = venueDayOf(new Date(booking.startTime), booking.timeZone);
  return (
    <div
      aria-hidden="true"
      className="flex items-baseline gap-3 px-5 py-3 sm:grid sm:content-between sm:gap-1 sm:py-5"
      style={{ backgroundColor: first.hex, color: first.text }}
    >
      <span className="font-semibold">{dayName(day).split(",")[0]}</span>
      <span className="poster-type figures text-5xl sm:text-8xl">{Number(day.slice(8))}</span>
      <span className="font-semibold">{monthName(day)}</span>
    </div>
  );
}

/** What is still to pay, and what has been refunded. */
function Dues({ booking }: { booking: OwnBooking }) {
  const { status, paymentStatus, holdUntil, timeZone, refundedAmount } = booking;
  const notice = "border-l-4 py-1 pl-3 font-semibold";
  return (
    <>
      {isOnAccount(booking) && paymentStatus !== "paid" && (
        <p role="note" className={`${notice} border-action`}>
          {status === "cancelled" ? keptOnAccount(booking.receipt.total) : ON_ACCOUNT}
        </p>
      )}
      {paymentStatus === "downpaid" && status !== "cancelled" && (
        <p role="alert" className={`${notice} border-action`}>
          Remaining balance of {formatMoney(booking.remainingAmount)} due at venue
        </p>
      )}
      {holdUntil !== null && (
        <p role="note" className={`${notice} border-danger`}>
          Held for you until {deadline(new Date(holdUntil), timeZone)}. If you have not paid by then, the
          hours become free again.
        </p>
      )}
      {status !== "cancelled" && Number(refundedAmount) > 0 && (
        <p role="note" className={`${notice} border-control`}>
          {formatMoney(refundedAmount)} refunded
        </p>
      )}
    </>
  );
}

/** `"3:28 AM, New York time (EST)"`, after its day unless that is today: an offer of the waitlist is held for longer. */
function deadline(until: Date, zone: string): string {
  const day = venueDayOf(until, zone);
  const clock = `${clockTime(until, zone)}, ${zoneName(zone, until)}`;
  return day === venueDayOf(new Date(), zone) ? clock : `${shortDay(day)}, ${clock}`;
}
