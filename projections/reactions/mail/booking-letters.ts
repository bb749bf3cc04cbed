/** Owns the words of the mails about a booking. Amounts are integer cents, times are the venue's, labelled with its zone. */

import type { BookingEvent } from "../../../core/booking/booking-events.ts";
import { keptCents, receivedCents } from "../../../core/booking/booking-money.ts";
import type { Booking } from "../../../core/booking/booking-state.ts";
import { dollars } from "../../../core/booking/money.ts";
import type { Core } from "../../../core/context.ts";
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
import type { BookingSummary } from "./booking-summary.ts";
import type { Block, Letter, Row } from "./letter.ts";
import type { BookingMailKind } from "./mail-validity.ts";

/** What every letter about a booking refers to. */
interface LetterContext {
  summary: BookingSummary;
  timeZone: string;
  /** The guest's link: see, pay, move, cancel. */
  link: string;
  /** `Rehearsal Room, Sat, Dec 12, 10:00 AM`. */
  visit: string;
  feedbackUrl: string;
  ticket(rows?: readonly Row[]): Block;
}

type Draft = Omit<Letter, "preview"> & { preview?: string };

export function bookingLetter(
  core: Pick<Core, "rooms" | "house" | "timeZone" | "links">,
  kind: BookingMailKind,
  summary: BookingSummary,
): Letter {
  const { timeZone } = core;
  const { bookingId, after } = summary;
  const { startsAt, endsAt } = after;
  const room = core.rooms.byId(after.roomId);
  const roomName = room?.name ?? "Room";
  const day = venueDayOf(startsAt, timeZone);
  const context: LetterContext = {
    summary,
    timeZone,
    link: core.links.guestBooking({ bookingId, reference: after.reference }).url,
    visit: `${roomName}, ${shortDay(day)}, ${clockTime(startsAt, timeZone)}`,
    feedbackUrl: `${core.house.url}/feedback`,
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
  "refund-issued": refundIssued,
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

/** Money that the venue has of this booking. */

const moneyRows = (booking: Booking): Row[] => {
  const paid = keptCents(booking);
  return [
    ["Total", dollars(booking.totalCents)],
    ["Paid", dollars(paid)],
    ["Due at the venue", dollars(Math.max(0, booking.totalCents - paid))],
  ];
};

const POLICY =
  "If your plans change: up to 24 hours before, the downpayment comes back less a 10% fee; 12 to 24 hours before, half of it; later, nothing. You can move a booking until 24 hours before it begins.";

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
  return {
    subject: `Booking confirmed: ${context.visit}`,
    heading: "Your booking is confirmed",
    blocks: [
      paragraph("The room is yours. The file attached puts it into your calendar."),
      context.ticket(moneyRows(context.summary.after)),
      manage(context),
      small(POLICY),
    ],
  };
}

function cancelled(context: LetterContext): Draft {
  const { before, cause, commandEvents } = context.summary;
  const byVenue = cause.type === "BookingCancelled" && cause.data.cancelledBy === "venue";
  return {
    subject: `Booking cancelled: ${context.visit}`,
    heading: "Your booking is cancelled",
    blocks: [
      paragraph(
        byVenue
          ? "We are sorry: we had to cancel this booking. The file attached takes it out of your calendar."
          : "This booking has been cancelled as you asked. The file attached takes it out of your calendar.",
      ),
      context.ticket(),
      paragraph(refundSentence(commandEvents, before ? keptCents(before) : 0, byVenue)),
    ],
  };
}

function refundSentence(
  commandEvents: readonly BookingEvent[],
  hadPaidCents: number,
  byVenue: boolean,
): string {
  let [toCard, atVenue] = [0, 0];
  for (const event of commandEvents) {
    if (event.type === "RefundRequested") toCard += event.data.amountCents;
    if (event.type === "RefundIssued" && event.data.via === "venue") atVenue += event.data.amountCents;
  }
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
  return {
    subject: `Booking moved: ${context.visit}`,
    heading: "Your booking has moved",
    blocks: [
      paragraph(
        `It was ${from}, and is now at the time below. ${unpaid ? `Please still pay by ${shortMoment(after.holdUntil, context.timeZone)}.` : "What you have paid goes along."} The file attached moves it in your calendar.`,
      ),
      context.ticket(moneyRows(after)),
      manage(context, unpaid ? `Pay ${dollars(after.downpaymentCents)}` : undefined),
    ],
  };
}

const REFUND_REASONS = {
  "late-payment": "Your payment arrived after the hold had ended, and the time was no longer available. ",
  "duplicate-payment": "This booking was paid twice. ",
  "wrong-amount": "The payment was not of the amount that was asked for, so all of it goes back. ",
  cancelled: "",
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
      manage(context),
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
