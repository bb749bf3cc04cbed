/** The page of a shared visit: when, where and how to get there, without names, money or a way to change it (decision 229). */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { SharedVisit } from "../../../../bff/contract/customer/shared-visit.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { dayAndYear } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { sharedCalendarHref, sharedVisitQuery } from "../../api/shared-visits.ts";
import { useVenue } from "../../format/venue.ts";
import { useLiveBooking } from "../../live/use-live-booking.ts";
import { Ticket } from "../../ui/booking/ticket.tsx";
import "../../ui/booking/on-paper.css";
import { VisitTime } from "../../ui/booking/visit-time.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PhoneLink } from "../../ui/phone-link.tsx";
import { VenueMap } from "../../ui/venue-map.tsx";
import { BookingNotLoaded, BookingSheet, isRefused } from "../own-booking/booking-sheet.tsx";

const route = getRouteApi("/visit/$token");

const HEADINGS: Record<SharedVisit["status"], string> = {
  unconfirmed: "Not confirmed yet",
  confirmed: "See you there",
  cancelled: "This visit is cancelled",
};

export function VisitPage() {
  const { token } = route.useParams();
  const read = useQuery(sharedVisitQuery(token));
  if (isRefused(read.error)) return <LinkDead />;
  if (!read.data) return <BookingNotLoaded title="A visit" read={read} />;
  return <KnownVisit visit={read.data} token={token} onNews={read.refetch} />;
}

interface KnownVisitProps {
  visit: SharedVisit;
  token: string;
  /** Reads the visit again. */
  onNews(): Promise<unknown>;
}

function KnownVisit({ visit, token, onNews }: KnownVisitProps) {
  const venue = useVenue();
  useLiveBooking(visit.roomId, onNews);
  const [startsAt, endsAt] = [new Date(visit.startTime), new Date(visit.endTime)];
  const isOn = visit.status !== "cancelled";
  return (
    <BookingSheet title={HEADINGS[visit.status]}>
      <div className="on-paper grid items-start gap-x-14 gap-y-10 lg:grid-cols-2">
        <Ticket
          ink={inksOf(visit.roomSlug).first}
          title={<span className="block text-4xl">{visit.roomName}</span>}
          rows={[
            { label: "Date", value: dayAndYear(venueDayOf(startsAt, visit.timeZone)), strong: true },
            { label: "Time", value: <VisitTime startsAt={startsAt} endsAt={endsAt} />, strong: true },
          ]}
          stub={<p>{STUBS[visit.status]}</p>}
        />
        {isOn && (
          <section className="grid gap-3">
            <h2 className="poster-type text-3xl">Getting here</h2>
            <address className="not-italic">
              <strong className="block">{venue.name}</strong>
              <a
                href={venue.mapUrl}
                target="_blank"
                rel="noreferrer"
                className="font-semibold underline decoration-2 underline-offset-4 hover:text-action"
              >
                {venue.address.street}, {venue.address.city}
                <span className="sr-only"> (map, opens in a new tab)</span>
              </a>
            </address>
            <p>{venue.directions}.</p>
            <VenueMap className="max-w-md" />
            <p>
              If you cannot find us, call the desk at <PhoneLink />.
            </p>
            <div className="print-none flex flex-wrap gap-x-4 gap-y-3">
              <a
                href={sharedCalendarHref(token)}
                download="visit.ics"
                className={buttonClass({ variant: "outline" })}
              >
                Add to calendar
              </a>
              <Button variant="outline" onClick={() => window.print()}>
                Print
              </Button>
            </div>
          </section>
        )}
      </div>
    </BookingSheet>
  );
}

const STUBS: Record<SharedVisit["status"], string> = {
  unconfirmed: "These hours are held and not paid yet. This page changes once they are.",
  confirmed: "This page shows the time as it is now, also if the visit is moved.",
  cancelled: "Ask the person who shared this link with you.",
};

function LinkDead() {
  return (
    <BookingSheet title="This link no longer works">
      <p role="alert" className="max-w-[60ch] text-lg">
        A shared link is valid until 30 days after the visit. Ask the person who shared it for a new one.
      </p>
      <a href="/" className={buttonClass({ size: "lg", className: "mr-1 justify-self-start" })}>
        Back to Home
      </a>
    </BookingSheet>
  );
}
