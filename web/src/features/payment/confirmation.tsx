/** The confirmation of a paid booking ('Booking Confirmed!'): its perforated ticket, and what the customer needs before the visit. */
import clsx from "clsx";
import type { ReactNode } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import type { Series } from "../../../../bff/contract/series.ts";
import { formatMoney, toCents } from "../../../../core/booking/rules/money.ts";
import { calendarLinks } from "../../../../core/venue/calendar-links.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { isOnAccount, paidByText } from "../../format/on-account.ts";
import { ownCancellationText, seriesTerms } from "../../format/terms/cancellation-terms.ts";
import { useVenue } from "../../format/venue.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import "../../ui/booking/on-paper.css";
import { ShareVisit } from "../../ui/booking/share-visit.tsx";
import { Ticket } from "../../ui/booking/ticket.tsx";
import { PhoneLink } from "../../ui/phone-link.tsx";
import { VenueMap } from "../../ui/venue-map.tsx";
import { bookedRows } from "./booked-rows.tsx";

interface ConfirmationProps {
  booking: OwnBooking;
  /** Set if the booking is a date of a series: the list of all dates, and their sums. */
  series?: (Pick<Series, "totalAmount" | "dueAmount"> & { dates: ReactNode }) | undefined;
  /** The URL of the booking's calendar file. */
  calendarFile: string;
  /** The URL of the page where the booking is moved or cancelled. */
  manage: string;
  /** Who comes, and the way to change it. */
  who: ReactNode;
  /** A further offer: an account, for customers without one. */
  children?: ReactNode;
}

const LINK = "font-semibold underline decoration-2 underline-offset-4 hover:text-action";

export function Confirmation({ booking, series, calendarFile, manage, who, children }: ConfirmationProps) {
  const venue = useVenue();
  const { totalAmount, dueAmount } = series ?? booking;
  const paid = series ? (toCents(totalAmount) ?? 0) - (toCents(dueAmount) ?? 0) : booking.paidAmount;
  const onAccount = isOnAccount(booking);
  const visit = {
    bookingId: booking.id,
    roomName: booking.roomName,
    startsAt: new Date(booking.startTime),
    endsAt: new Date(booking.endTime),
  };
  return (
    <div className="on-paper grid items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,27rem)]">
      <Ticket
        className="lg:order-last lg:sticky lg:top-24"
        ink={inksOf(booking.roomSlug).first}
        title={<span className="block text-4xl">{booking.roomName}</span>}
        lead={series?.dates}
        rows={[
          ...(series ? [] : bookedRows(booking)),
          { label: "Total", value: formatMoney(totalAmount) },
          ...(onAccount
            ? [{ label: "Payment", value: paidByText(booking), strong: true }]
            : [
                { label: "Paid", value: formatMoney(paid) },
                { label: "Due at the venue", value: formatMoney(dueAmount), strong: true },
              ]),
        ]}
        stub={
          <p>
            {series ? "All dates are confirmed. " : "Your booking is confirmed. "}
            {onAccount
              ? accountSentence(booking)
              : `You pay the rest${series ? " of each date" : ""} when you arrive.`}
          </p>
        }
      />
      <div className="grid max-w-2xl gap-9">
        {booking.email !== null && (
          <p className="print-none text-lg">
            We have sent a mail to <strong className="wrap-anywhere">{booking.email}</strong>. Its link opens{" "}
            {series ? "these dates" : "this booking"} on any device.
          </p>
        )}
        <Part title="Who comes">
          {who}
          {series && (
            <p className="print-none text-sm text-muted">A change here is for the first date only.</p>
          )}
        </Part>
        {!series && (
          <Part title="Who comes along" className="print-none">
            <p>A link for the others: when and where, no names, no prices, and no way to change anything.</p>
            <div className="flex flex-wrap gap-x-4 gap-y-3">
              <ShareVisit path={booking.shareUrl} roomName={booking.roomName} />
            </div>
          </Part>
        )}
        <Part title="Add to calendar" className="print-none">
          {series && <p>Our mail has a calendar file with every date.</p>}
          <ul className="flex flex-wrap gap-x-4 gap-y-3">
            {(series ? [] : calendarLinks(visit, venue)).map(({ label, url }) => (
              <li key={label}>
                <a
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  className={buttonClass({ variant: "outline" })}
                >
                  {label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
            {!series && (
              <li>
                <a
                  href={calendarFile}
                  download={`booking-${booking.id}.ics`}
                  className={buttonClass({ variant: "outline" })}
                >
                  Other calendar (.ics)
                </a>
              </li>
            )}
            <li>
              <Button variant="outline" onClick={() => window.print()}>
                Print the ticket
              </Button>
            </li>
          </ul>
        </Part>
        <Part title="Getting here">
          <address className="not-italic">
            <a href={venue.mapUrl} target="_blank" rel="noreferrer" className={LINK}>
              {venue.address.street}, {venue.address.city}
              <span className="sr-only"> (map, opens in a new tab)</span>
            </a>
          </address>
          <p>
            {venue.directions}. At the entrance, give your booking number: #{booking.id}.
          </p>
          <VenueMap className="max-w-md print:max-w-64" />
          <p>
            If you are late or cannot find us, call the desk at{" "}
            <PhoneLink className="decoration-2 hover:text-action" />. Arriving more than 30 minutes late
            counts as a no-show.
          </p>
        </Part>
        <Part title="If plans change">
          <p className="figures">{series ? seriesTerms(booking) : ownCancellationText(booking)}</p>
          <p className="print-none">
            <a href={manage} className={LINK}>
              {series ? "See, move or cancel these dates" : "See, move or cancel this booking"}
            </a>
          </p>
        </Part>
        <div className="print-none grid gap-9">{children}</div>
      </div>
    </div>
  );
}

const accountSentence = ({ paymentStatus }: OwnBooking): string =>
  paymentStatus === "paid"
    ? "Its invoice is paid."
    : "It is on account: your invoice lists it, and nothing is due at the venue.";

function Part({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={clsx("grid gap-3", className)}>
      <h2 className="poster-type text-3xl">{title}</h2>
      {children}
    </section>
  );
}
