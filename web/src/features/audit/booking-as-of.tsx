/** Shows a booking as of an instant: its state, money and hours, and the events up to then. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AuditBooking, BookingAsOf } from "../../../../bff/contract/auditor/audit.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { dayAndTime } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { saveProofs } from "../../api/audit/proof-files.ts";
import { auditBookingQuery } from "../../api/audit/staff-audit.ts";
import { RequestError } from "../../api/request.ts";
import { hoursText, peopleText } from "../../format/counts.ts";
import { useZone } from "../../format/venue.ts";
import { PaymentBadge, StatusBadge } from "../../ui/booking/booking-badges.tsx";
import { Button } from "../../ui/button.tsx";
import { Figures } from "../../ui/figures.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { exactMoment } from "./date-time-field.ts";
import { EventDetails } from "./event-row.tsx";
import { SealBadge } from "./seal-badge.tsx";
import { stopsOf } from "./slider-stops.ts";
import { TimeSlider } from "./time-slider.tsx";
import { useProofDownload } from "./use-proof-download.ts";

interface BookingAsOfViewProps {
  id: number;
  at: string | undefined;
  onAt(at: string | undefined): void;
}

export function BookingAsOfView({ id, at, onAt }: BookingAsOfViewProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(auditBookingQuery(id, at));
  if (error) {
    return error instanceof RequestError && error.status === 404 ? (
      <EmptyNotice title="Booking not found">No booking has had this number.</EmptyNotice>
    ) : (
      <FailureNotice title="The booking could not be fetched" onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return (
      <div className="grid gap-5">
        <p role="status" className="sr-only">
          Loading the booking...
        </p>
        <Skeleton className="h-44" />
        <Skeleton className="h-72" />
      </div>
    );
  }
  const stops = stopsOf(
    data.events.map(({ occurredAt, text }) => ({ at: occurredAt, text: ownWords(text) })),
    "Before it was made",
  );
  return (
    <div className="grid gap-5">
      <TimeSlider stops={stops} at={at} onAt={onAt} />
      <div aria-busy={isPlaceholderData} className="grid gap-5">
        {data.booking ? (
          <BookingState booking={data.booking} at={data.at} />
        ) : (
          <EmptyNotice title="The booking did not exist yet" />
        )}
      </div>
      <History audited={data} onAt={onAt} />
    </div>
  );
}

/** On the booking's own page its events need not name the booking. */
function ownWords(text: string): string {
  const own = text.replace(/^Booking \d+: /, "");
  return own.charAt(0).toUpperCase() + own.slice(1);
}

const MONEY = [
  ["Total", "totalAmount"],
  ["Downpayment", "downpaymentAmount"],
  ["Received", "receivedAmount"],
  ["Refunded", "refundedAmount"],
  ["Refund under way", "refundUnderWayAmount"],
  ["Disputed", "disputedAmount"],
  ["Still due", "dueAmount"],
] as const;

/** These amounts are shown even if they are zero; others are left out. */
const ALWAYS = new Set<string>(["totalAmount", "downpaymentAmount", "receivedAmount", "dueAmount"]);

function BookingState({ booking, at }: { booking: BookingAsOf; at: string }) {
  const zone = useZone();
  const { roomId, startTime, endTime, hourCount, attendees, engineerRequired } = booking;
  const starts = new Date(startTime);
  const facts = [
    `${hoursText(hourCount)}, ${booking.bookingDuration.replace("-", " ")}`,
    attendees === null ? null : peopleText(attendees),
    engineerRequired ? "with an engineer" : null,
  ].filter(Boolean);
  return (
    <section aria-labelledby="state" className="grid gap-4">
      <h2 id="state" className="sr-only">
        Its state
      </h2>
      <div className="grid gap-2">
        <p className="flex flex-wrap gap-1.5">
          <StatusBadge status={booking.status} />
          <PaymentBadge booking={booking} />
        </p>
        <p className="text-lg font-medium">{booking.text}</p>
        <p className="figures">
          <Link
            to="/audit/room/$roomId"
            params={{ roomId: String(roomId) }}
            search={{ day: venueDayOf(starts, zone), at }}
            className="font-semibold text-action underline underline-offset-4"
          >
            {booking.roomName}
          </Link>
          , {dayAndTime(starts, new Date(endTime), zone)}
        </p>
        <p className="text-muted">{facts.join(" · ")}</p>
      </div>
      <Figures
        className="grid-cols-2 max-sm:[&>:last-child:nth-child(odd)]:col-span-2 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
        figures={MONEY.filter(([, name]) => ALWAYS.has(name) || Number(booking[name]) > 0).map(
          ([label, name]) => ({ label, value: formatMoney(booking[name]) }),
        )}
      />
    </section>
  );
}

function History({ audited: { events, stream }, onAt }: { audited: AuditBooking; onAt(at: string): void }) {
  const zone = useZone();
  const proofs = useProofDownload(() => saveProofs(stream));
  return (
    <section aria-labelledby="its-events" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="its-events" className="text-lg font-semibold">
          Its events
        </h2>
        <Button density="dense" busy={proofs.isPending} onClick={() => proofs.mutate()}>
          Download Proofs
        </Button>
      </div>
      <ol aria-label="Its events" className="border border-rule">
        {events.map((event) => (
          <li
            key={event.version}
            className="border-b border-l-4 border-rule bg-sheet px-4 py-3 last:border-b-0 data-counted:border-l-ink"
            data-counted={event.counted || undefined}
          >
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
              <p className={event.counted ? "font-medium wrap-anywhere" : "text-muted wrap-anywhere"}>
                {!event.counted && <span className="italic">Not yet: </span>}
                {ownWords(event.text)}
              </p>
              <SealBadge {...event} />
            </div>
            <p className="figures flex flex-wrap gap-x-2 text-sm text-muted">
              <button
                type="button"
                className="underline decoration-control underline-offset-4 hover:text-action"
                onClick={() => onAt(event.occurredAt)}
              >
                <span className="sr-only">As of </span>
                {exactMoment(event.occurredAt, zone)}
              </button>
              <span aria-hidden="true">·</span>
              <span>{event.actor.name}</span>
            </p>
            <EventDetails event={event} />
          </li>
        ))}
      </ol>
    </section>
  );
}
