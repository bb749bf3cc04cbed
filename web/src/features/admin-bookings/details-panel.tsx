/** The Details tab of a booking: who, for what, and when. */

import { Link } from "@tanstack/react-router";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { clockTime, dateAndTime, dayName, zoneName } from "../../../../core/venue/time/time-format.ts";
import { HOUR_MS, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { hoursText } from "../../format/counts.ts";
import { customerName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import { Facts } from "../../ui/facts.tsx";
import { cancellationWords, durationWords } from "./booking-words.ts";

const NOT_SPECIFIED = "Not specified";
const LINK = "underline decoration-1 underline-offset-4 hover:text-action";

export function DetailsPanel({ booking }: { booking: StaffBooking }) {
  const zone = useZone();
  const startsAt = new Date(booking.startTime);
  const endsAt = new Date(booking.endTime);
  const hours = (endsAt.getTime() - startsAt.getTime()) / HOUR_MS;
  const { email, phone } = booking;
  const cancellation = cancellationWords(booking);
  // Staff book by the first name alone; once erased, that is gone too.
  const otherwise = booking.firstName === null ? "Erased" : NOT_SPECIFIED;
  return (
    <Facts
      facts={[
        {
          label: "Customer Name",
          value: email ? (
            <Link to="/admin/guests/$guest" params={{ guest: booking.guestId }} className={LINK}>
              {customerName(booking)}
            </Link>
          ) : (
            customerName(booking)
          ),
        },
        { label: "Email", value: <Contact scheme="mailto" text={email} otherwise={otherwise} /> },
        { label: "Phone", value: <Contact scheme="tel" text={phone} otherwise={otherwise} /> },
        { label: "Attendees", value: booking.attendees ?? NOT_SPECIFIED },
        { label: "Room", value: booking.roomName || "Unknown Room" },
        { label: "Event Type", value: booking.eventType || NOT_SPECIFIED },
        { label: "Duration", value: durationWords(booking) },
        { label: "Engineer Required", value: booking.engineerRequired ? "Yes" : "No" },
        { label: "Date", value: dayName(venueDayOf(startsAt, zone), new Date().getFullYear()) },
        { label: "Total Hours", value: hoursText(hours) },
        { label: "Start Time", value: clockTime(startsAt, zone) },
        { label: "End Time", value: clockTime(endsAt, zone) },
        booking.status === "pending" &&
          booking.paymentStatus !== "downpaid" &&
          booking.paymentStatus !== "paid" && {
            label: "Held Until",
            value: dateAndTime(new Date(booking.holdUntil), zone),
            wide: true,
          },
        cancellation && { label: "Cancellation", value: cancellation, wide: true },
        booking.specialRequirements && {
          label: "Special Requirements",
          value: <span className="whitespace-pre-wrap">{booking.specialRequirements}</span>,
          wide: true,
        },
        { label: "Times are", value: zoneName(zone, startsAt), wide: true },
      ]}
    />
  );
}

interface ContactProps {
  scheme: "mailto" | "tel";
  text: string | null;
  /** What is shown without an address. */
  otherwise: string;
}

/** A link for the customer's mail program or phone, as long as their data is not erased. */
function Contact({ scheme, text, otherwise }: ContactProps) {
  if (!text) return otherwise;
  const address = scheme === "tel" ? text.replace(/[^\d+]/g, "") : text;
  return (
    <a href={`${scheme}:${address}`} className={LINK}>
      {text}
    </a>
  );
}
