/** Builds the parts that several mails about a booking share: references, rows of money, calendar, directions and terms. */

import { pricedOf } from "../../../core/booking/payment/receipt.ts";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { cancellationStages } from "../../../core/booking/rules/refund-policy.ts";
import { dueCents, keptCents } from "../../../core/booking/state/booking-money.ts";
import type { Booking } from "../../../core/booking/state/booking-state.ts";
import { calendarLinks } from "../../../core/venue/calendar-links.ts";
import type { VenueDetails } from "../../../core/venue/settings.ts";
import {
  clockTime,
  dayAndYear,
  shortDateAndTime,
  shortDay,
  timeRange,
  zoneAbbreviation,
} from "../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../core/venue/time/venue-time.ts";
import type { BookingSummary } from "./booking-summary.ts";
import {
  button,
  type ContentBlock,
  type ContentRow,
  type MailContent,
  paragraph,
  small,
} from "./mail-content.ts";
import { isOnAccount, ON_ACCOUNT_ROW, owedRows } from "./on-account-words.ts";

/** What every mail about a booking refers to. */
export interface BookingMailContext {
  summary: BookingSummary;
  timeZone: string;
  /** The guest link, to see, pay, move and cancel the booking. */
  link: string;
  venue: VenueDetails;
  roomName: string;
  /** As `visitText` writes it. */
  visit: string;
  feedbackUrl: string;
  /** The room's page, to book another time. */
  roomUrl: string;
  /** Why the booking was cancelled, if its guest is told. */
  toldReason: string | null;
  /** Whether the same change lowers an invoice that the booking is on. */
  isCredited: boolean;
  ticket(rows?: readonly ContentRow[]): ContentBlock;
}

export type BookingMailContent = Omit<MailContent, "preview"> & { preview?: string };

export const bookingButton = ({ link }: BookingMailContext, label = "See, move or cancel it"): ContentBlock =>
  button(label, link);

/** `Rehearsal Room, Sat, Dec 12, 10:00 AM`. */
export const visitText = (roomName: string, startsAt: Date, timeZone: string): string =>
  `${roomName}, ${shortDay(venueDayOf(startsAt, timeZone))}, ${clockTime(startsAt, timeZone)}`;

export const visitRows = (
  { startsAt, endsAt }: Pick<Booking, "startsAt" | "endsAt">,
  timeZone: string,
): ContentRow[] => [
  ["Date", dayAndYear(venueDayOf(startsAt, timeZone))],
  ["Time", `${timeRange(startsAt, endsAt, timeZone)} ${zoneAbbreviation(timeZone, startsAt)}`],
];

/** What the engineer costs, as a part of the total; an agreed price does not name the part. */
export function engineerRows(booking: Booking): ContentRow[] {
  if (!booking.engineerRequired) return [];
  const { engineerCents } = pricedOf({ ...booking, status: "confirmed" }, 0);
  return [["Engineer", engineerCents > 0 ? `+${formatMoney(engineerCents)}` : "Included"]];
}

export const moneyRows = (booking: Booking): ContentRow[] => [
  ["Total", formatMoney(booking.totalCents)],
  ...(isOnAccount(booking)
    ? [ON_ACCOUNT_ROW]
    : [
        ["Paid", formatMoney(keptCents(booking))] as const,
        ["Due at the venue", formatMoney(dueCents(booking))] as const,
      ]),
];

/** Links that put the visit into a calendar with a reminder, in addition to the attached file. */
export function calendarBlocks({ summary, roomName, venue }: BookingMailContext): ContentBlock[] {
  const { bookingId, after } = summary;
  return [
    { kind: "heading", text: "Add it to your calendar" },
    { kind: "links", links: calendarLinks({ bookingId, roomName, ...after }, venue) },
    small("Or open the attached file. It reminds you one day and two hours before."),
  ];
}

export const directionBlocks = ({ venue }: Pick<BookingMailContext, "venue">): ContentBlock[] => [
  { kind: "heading", text: "How to find us" },
  paragraph(`${venue.address.street}, ${venue.address.city}\n${venue.directions}.`),
  { kind: "links", links: [{ label: "Open the map", url: venue.mapUrl }] },
];

/** The terms of this booking from `at` on, in dates and amounts (decision 69). */
export function cancellationBlocks(
  { timeZone }: BookingMailContext,
  booking: Booking,
  at: Date,
): ContentBlock[] {
  const rows = isOnAccount(booking)
    ? owedRows(booking, { at, timeZone })
    : refundRows(booking, { at, timeZone });
  if (rows.length === 0) return [];
  return [
    { kind: "heading", text: "If your plans change" },
    { kind: "facts", rows },
    small("You can move it to another time until 24 hours before it begins."),
  ];
}

function refundRows(booking: Booking, { at, timeZone }: { at: Date; timeZone: string }): ContentRow[] {
  const { startsAt, downpaymentCents, terms } = booking;
  const stages = cancellationStages(startsAt, keptCents(booking), downpaymentCents, terms);
  const left = stages.filter(({ until }) => until > at);
  if (left.length === 0) return [];
  return [
    ...left.map(
      ({ until, refundCents }): ContentRow => [
        `Cancel until ${shortDateAndTime(until, timeZone)}`,
        `${formatMoney(refundCents)} refund`,
      ],
    ),
    ["After that", "No refund"],
  ];
}
