/** Owns the words of the mails about a booking. Amounts are integer cents, times are the venue's, labeled with its zone. */

import type { BookingEvent } from "../../../core/booking/booking-events.ts";
import { keptCents, receivedCents } from "../../../core/booking/booking-money.ts";
import type { Booking } from "../../../core/booking/booking-state.ts";
import { dollars } from "../../../core/booking/money.ts";
import { receiptOf } from "../../../core/booking/receipt.ts";
import { cancellationStages } from "../../../core/booking/refund-policy.ts";
import type { Core } from "../../../core/context.ts";
import { calendarLinks } from "../../../core/venue/calendar-links.ts";
import type { House } from "../../../core/venue/house.ts";
import { inksOf } from "../../../core/venue/inks.ts";
import {
  clockTime,
  dayAndYear,
  shortDay,
  shortMoment,
  timeRange,
  zoneAbbreviation,
} from "../../../core/venue/time-format.ts";
import { venueDayOf } from "../../../core/venue/venue-time.ts";
import type { BookingMailKind } from "../../words/mail-kinds.ts";
import { receiptLines } from "../../words/receipt-words.ts";
import type { BookingSummary } from "./booking-summary.ts";
import type { Block, Letter, Row } from "./letter.ts";

/** What every letter about a booking refers to. */
interface LetterContext {
  summary: BookingSummary;
  timeZone: string;
  /** The guest's link: see, pay, move, cancel. */
  link: string;
  house: House;
  roomName: string;
  /** `Rehearsal Room, Sat, Dec 12, 10:00 AM`. */
  visit: string;
  feedbackUrl: string;
  ticket(rows?: readonly Row[]): Block;
}

type Draft = Omit<Letter, "preview"> & { preview?: string };

export function bookingLetter(
  core: Pick<Core, "timeZone" | "links"> & {
    rooms: Pick<Core["rooms"], "byId">;
    house: Pick<Core["house"], "now">;
  },
  kind: BookingMailKind,
  summary: BookingSummary,
): Letter {
  const { timeZone } = core;
  const house = core.house.now();
  const { bookingId, after } = summary;
  const { startsAt, endsAt } = after;
  const room = core.rooms.byId(after.roomId);
  const roomName = room?.name ?? "Room";
  const day = venueDayOf(startsAt, timeZone);
  const context: LetterContext = {
    summary,
    timeZone,
    house,
    roomName,
    link: core.links.guestBooking({ bookingId, reference: after.reference }).url,
    visit: `${roomName}, ${shortDay(day)}, ${clockTime(startsAt, timeZone)}`,
    feedbackUrl: `${house.url}/feedback`,
    ticket: (rows = []) => ({
      kind: "ticket",
      room: roomName,
      inks: inksOf(room?.slug ?? ""),
      rows: [
        ["Date", dayAndYear(day)],
        ["Time", `${timeRange(startsAt, endsAt, timeZone)} ${zoneAbbreviation(timeZone, startsAt)}`],
        ["Booking", String(bookingId)],
        ...rows,
      ],
    }),
  };
  const draft = LETTERS[kind](context);
  return { preview: context.visit, ...draft };
}

const LETTERS: Record<BookingMailKind, (context: LetterContext) => Draft> = {
  "booking-received": received,
  "booking-confirmed": confirmed,
  "booking-cancelled": cancelled,
  "booking-expired": expired,
  "booking-rescheduled": rescheduled,
  "balance-received": balanceReceived,
  "refund-issued": refundIssued,
  receipt,
  reminder,
  "feedback-invitation": feedbackInvitation,
};

const paragraph = (text: string): Block => ({ kind: "words", text });
const small = (text: string): Block => ({ kind: "small", text });
const manage = ({ link }: LetterContext, label = "See, move or cancel it"): Block => ({
  kind: "button",
  label,
  url: link,
});

const moneyRows = (booking: Booking): Row[] => {
  const paid = keptCents(booking);
  return [
    ["Total", dollars(booking.totalCents)],
    ["Paid", dollars(paid)],
    ["Due at the venue", dollars(Math.max(0, booking.totalCents - paid))],
  ];
};

/** Links, beside the file attached, that puts the visit into a calendar and reminds of it. */
function forTheCalendar({ summary, roomName, house }: LetterContext): Block[] {
  const { bookingId, after } = summary;
  return [
    { kind: "heading", text: "Add it to your calendar" },
    { kind: "links", links: calendarLinks({ bookingId, roomName, ...after }, house) },
    small("Or open the file attached. It reminds you a day and two hours before."),
  ];
}

const wayToTheDoor = ({ house }: LetterContext): Block[] => [
  { kind: "heading", text: "How to find us" },
  paragraph(`${house.address.street}, ${house.address.city}\n${house.directions}.`),
  { kind: "links", links: [{ label: "Open the map", url: house.mapUrl }] },
];

/** This booking's own terms from `at` on, in dates and dollars (decision 69). */
function ifPlansChange({ timeZone }: LetterContext, booking: Booking, at: Date): Block[] {
  const { startsAt, downpaymentCents, terms } = booking;
  const stages = cancellationStages(startsAt, keptCents(booking), downpaymentCents, terms);
  const left = stages.filter(({ until }) => until > at);
  if (left.length === 0) return [];
  return [
    { kind: "heading", text: "If your plans change" },
    {
      kind: "facts",
      rows: [
        ...left.map(
          ({ until, refundCents }) =>
            [`Cancel until ${shortMoment(until, timeZone)}`, `${dollars(refundCents)} back`] as const,
        ),
        ["After that", "Nothing comes back"],
      ],
    },
    small("You can move it to another time until 24 hours before it begins."),
  ];
}

function received(context: LetterContext): Draft {
  const { after } = context.summary;
  const payBy = shortMoment(after.holdUntil, context.timeZone);
  return {
    subject: `Booking received: ${context.visit}`,
    heading: "We are holding your time",
    preview: `Please pay ${dollars(after.downpaymentCents)} by ${payBy}`,
    blocks: [
      paragraph(
        `We hold the room for you until ${payBy}. Please pay the downpayment of ${dollars(after.downpaymentCents)} by then; after that the time is free for others again.`,
      ),
      context.ticket([
        ["Total", dollars(after.totalCents)],
        ["Due now", dollars(after.downpaymentCents)],
        ["Due at the venue", dollars(after.totalCents - after.downpaymentCents)],
        ["Pay by", payBy],
      ]),
      manage(context, `Pay ${dollars(after.downpaymentCents)}`),
      small("If you have just paid, there is nothing left to do: the confirmation is on its way."),
    ],
  };
}

function confirmed(context: LetterContext): Draft {
  const { after, at } = context.summary;
  return {
    subject: `Booking confirmed: ${context.visit}`,
    heading: "Your booking is confirmed",
    blocks: [
      paragraph(`The room is yours. Say booking ${context.summary.bookingId} at the door.`),
      context.ticket(moneyRows(after)),
      manage(context),
      ...forTheCalendar(context),
      ...wayToTheDoor(context),
      ...ifPlansChange(context, after, at),
    ],
  };
}

function cancelled(context: LetterContext): Draft {
  const { before, cause, commandEvents } = context.summary;
  const byVenue = cause.type === "BookingCancelled" && cause.data.cancelledBy === "venue";
  const refund = refundGiven(commandEvents);
  const paid = before ? keptCents(before) : 0;
  return {
    subject: `Booking cancelled: ${context.visit}`,
    heading: "Your booking is cancelled",
    blocks: [
      paragraph(
        byVenue
          ? "We are sorry: we had to cancel this booking. The file attached takes it out of your calendar."
          : "This booking has been cancelled as you asked. The file attached takes it out of your calendar.",
      ),
      context.ticket(
        paid > 0
          ? [
              ["Paid", dollars(paid)],
              ["Refund", dollars(refund.toCard + refund.atVenue)],
            ]
          : [],
      ),
      paragraph(refundSentence(refund, paid, byVenue)),
    ],
  };
}

/** What goes back by this command, cents. */
interface RefundGiven {
  toCard: number;
  atVenue: number;
}

function refundGiven(commandEvents: readonly BookingEvent[]): RefundGiven {
  const refund = { toCard: 0, atVenue: 0 };
  for (const event of commandEvents) {
    if (event.type === "RefundRequested") refund.toCard += event.data.amountCents;
    if (event.type === "RefundIssued" && event.data.via === "venue") refund.atVenue += event.data.amountCents;
  }
  return refund;
}

function refundSentence({ toCard, atVenue }: RefundGiven, hadPaidCents: number, byVenue: boolean): string {
  const parts = [
    ...(toCard > 0
      ? [`${dollars(toCard)} goes back to your card${byVenue ? " within 5 business days" : ""}`]
      : []),
    ...(atVenue > 0 ? [`${dollars(atVenue)} is given back at the venue`] : []),
  ];
  if (parts.length > 0) return `Your refund: ${parts.join(", and ")}.`;
  return hadPaidCents > 0
    ? "By the cancellation policy nothing is refunded this close to the visit."
    : "Nothing had been paid, so there is nothing to refund.";
}

function expired(context: LetterContext): Draft {
  return {
    subject: `Booking expired: ${context.visit}`,
    heading: "The hold on your booking has ended",
    blocks: [
      paragraph(
        `No payment reached us by ${shortMoment(context.summary.after.holdUntil, context.timeZone)}, so the time is free again. Nothing has been charged.`,
      ),
      context.ticket(),
      small(
        "Should a payment of yours still arrive, it confirms the booking if the time is free, and else is refunded in full.",
      ),
    ],
  };
}

function rescheduled(context: LetterContext): Draft {
  const { before, after } = context.summary;
  const from = before ? shortMoment(before.startsAt, context.timeZone) : "its earlier time";
  const unpaid = after.status === "pending" && receivedCents(after) === 0;
  const newRoom = before && before.roomId !== after.roomId ? ` in the room ${context.roomName}` : "";
  const newPrice =
    before && before.totalCents !== after.totalCents
      ? ` The total was ${dollars(before.totalCents)} and is now ${dollars(after.totalCents)}.`
      : "";
  return {
    subject: `Booking moved: ${context.visit}`,
    heading: "Your booking has moved",
    blocks: [
      paragraph(
        `It was ${from}, and is now at the time below${newRoom}.${newPrice} ${unpaid ? `Please still pay by ${shortMoment(after.holdUntil, context.timeZone)}.` : "What you have paid goes along."} The file attached moves it in your calendar.`,
      ),
      context.ticket(moneyRows(after)),
      manage(context, unpaid ? `Pay ${dollars(after.downpaymentCents)}` : undefined),
      ...forTheCalendar(context),
      ...ifPlansChange(context, after, context.summary.at),
    ],
  };
}

function balanceReceived(context: LetterContext): Draft {
  const { cause, after, at } = context.summary;
  if (cause.type !== "BalanceReceived") throw new Error(`A balance's mail was caused by ${cause.type}`);
  const amount = dollars(cause.data.amountCents);
  return {
    subject: `Paid in full: ${context.visit}`,
    heading: "Everything is paid",
    preview: `We received ${amount}`,
    blocks: [
      paragraph(`We received ${amount} by card, so nothing is due when you arrive.`),
      context.ticket(moneyRows(after)),
      { kind: "button", label: "See the receipt", url: `${context.link}?receipt=true` },
      ...ifPlansChange(context, after, at),
    ],
  };
}

const REFUND_REASONS = {
  "late-payment": "Your payment arrived after the hold had ended, and the time was no longer available. ",
  "duplicate-payment": "This booking was paid twice. ",
  moved: "Your visit costs less since it was moved. ",
  "wrong-amount": "The payment was not of the amount that was asked for, so all of it goes back. ",
  cancelled: "",
  "by-staff": "",
} as const;

function refundIssued(context: LetterContext): Draft {
  const { cause, earlierEvents } = context.summary;
  if (cause.type !== "RefundIssued" && cause.type !== "RefundRecorded") {
    throw new Error(`A refund's mail was caused by ${cause.type}`);
  }
  const { refundId, amountCents } = cause.data;
  const atVenue = cause.type === "RefundIssued" && cause.data.via === "venue";
  const amount = dollars(amountCents);
  const requested = earlierEvents.find(
    (event) => event.type === "RefundRequested" && event.data.refundId === refundId,
  );
  const why = requested?.type === "RefundRequested" ? REFUND_REASONS[requested.data.reason] : "";
  return {
    subject: `Refund of ${amount}: ${context.visit}`,
    heading: `We have refunded ${amount}`,
    preview: amount,
    blocks: [
      paragraph(
        atVenue
          ? `${why}${amount} is given back at the venue, where it was paid.`
          : `${why}${amount} is on its way back to your card. Banks take 5 to 10 business days to show it.`,
      ),
      context.ticket([["Refund", amount]]),
    ],
  };
}

/** As the booking stood when it was asked for. */
function receipt(context: LetterContext): Draft {
  const { after, bookingId } = context.summary;
  const sums = receiptOf(after);
  const { taxCents, totalCents, receivedCents: received, returnedCents, disputedCents, balanceCents } = sums;
  const rows: Row[] = [
    ...receiptLines(after, sums, context).map(({ text, cents }): Row => [text, dollars(cents)]),
    ["Total", dollars(totalCents)],
    ...(taxCents > 0 ? [["Tax, contained in the total", dollars(taxCents)] as const] : []),
    ["Received", dollars(received)],
    ...(returnedCents > disputedCents
      ? [["Given back", dollars(disputedCents - returnedCents)] as const]
      : []),
    ...(disputedCents > 0 ? [["Away for a dispute", dollars(-disputedCents)] as const] : []),
    [balanceCents < 0 ? "To be given back" : "Due", dollars(Math.abs(balanceCents))],
  ];
  return {
    subject: `Receipt: ${context.visit}`,
    heading: "Your receipt",
    preview: `Booking ${bookingId}, ${dollars(totalCents)}`,
    blocks: [
      context.ticket(),
      { kind: "facts", rows },
      { kind: "button", label: "See or print the receipt", url: `${context.link}?receipt=true` },
      small(`As of ${shortMoment(context.summary.at, context.timeZone)}. Amounts in US dollars.`),
    ],
  };
}

function reminder(context: LetterContext): Draft {
  const { current } = context.summary;
  const due = Math.max(0, current.totalCents - keptCents(current));
  return {
    subject: `Reminder: ${context.visit}`,
    heading: "See you soon",
    blocks: [
      paragraph(
        due > 0
          ? `Your visit is a day away. The remaining balance of ${dollars(due)} is due when you arrive.`
          : "Your visit is a day away. Everything is paid.",
      ),
      context.ticket(moneyRows(current)),
      manage(context, due > 0 ? `Pay ${dollars(due)} now, move or cancel it` : undefined),
      ...wayToTheDoor(context),
      small(
        "Please be on time: more than 30 minutes late counts as not having come, and nothing is refunded.",
      ),
    ],
  };
}

function feedbackInvitation(context: LetterContext): Draft {
  return {
    subject: `How was your visit? ${context.visit}`,
    heading: "How was your visit?",
    blocks: [
      paragraph(
        "Thank you for coming. Five ratings and, if you like, a few words help us to make the rooms better, and earn you loyalty points.",
      ),
      context.ticket(),
      { kind: "button", label: "Leave feedback", url: context.feedbackUrl },
      small(
        "Sign in with the email address that this mail was sent to. Feedback is open for 30 days after the visit.",
      ),
    ],
  };
}
