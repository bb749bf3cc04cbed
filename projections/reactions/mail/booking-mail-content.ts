/** Writes the text of the mails about a booking. Amounts are integer cents; times are the venue's, labeled with its zone. */

import { formatMoney } from "../../../core/booking/rules/money.ts";
import {
  dueCents,
  keptCents,
  owedCents,
  receivedCents,
  remainingCents,
} from "../../../core/booking/state/booking-money.ts";
import type { Core } from "../../../core/context.ts";
import { inksOf } from "../../../core/venue/rooms/inks.ts";
import { clockTime, shortDateAndTime } from "../../../core/venue/time/time-format.ts";
import type { BookingMailKind } from "../../words/mail-kinds.ts";
import {
  type BookingMailContent,
  type BookingMailContext,
  bookingButton,
  calendarBlocks,
  cancellationBlocks,
  directionBlocks,
  engineerRows,
  moneyRows,
  visitRows,
  visitText,
} from "./booking-mail-parts.ts";
import type { BookingSummary } from "./booking-summary.ts";
import { button, type MailContent, paragraph, small } from "./mail-content.ts";
import { balanceReceivedContent, receiptContent, refundIssuedContent } from "./money-mail-content.ts";
import { isOnAccount, owedSentence } from "./on-account-words.ts";
import { refundGiven, refundSentence } from "./refund-words.ts";
import type { SeriesOfMail } from "./series-events.ts";
import { placeBlocks } from "./series-mail-parts.ts";

export function bookingMailContent(
  core: Pick<Core, "timeZone" | "links"> & {
    rooms: Pick<Core["rooms"], "byId">;
    settings: Pick<Core["settings"], "now">;
  },
  kind: BookingMailKind,
  summary: BookingSummary,
  {
    toldReason = null,
    isCredited = false,
    series = null,
  }: Partial<Pick<BookingMailContext, "toldReason" | "isCredited">> & {
    /** The series that it is a date of, if the mail says so. */
    series?: SeriesOfMail | null;
  } = {},
): MailContent {
  const { timeZone } = core;
  const venue = core.settings.now();
  const { bookingId, after, current } = summary;
  const { startsAt } = after;
  const room = core.rooms.byId(after.roomId);
  const roomName = room?.name ?? "Room";
  const context: BookingMailContext = {
    summary,
    toldReason,
    isCredited,
    timeZone,
    venue,
    roomName,
    link: core.links.guestBooking({ bookingId, personId: current.personId }).url,
    visit: visitText(roomName, startsAt, timeZone),
    feedbackUrl: `${venue.url}/feedback`,
    roomUrl: `${venue.url}/room/${room?.slug ?? ""}`,
    ticket: (rows = []) => ({
      kind: "ticket",
      room: roomName,
      inks: inksOf(room?.slug ?? ""),
      rows: [...visitRows(after, timeZone), ["Booking", String(bookingId)], ...engineerRows(after), ...rows],
    }),
  };
  const draft = LETTERS[kind](context);
  const [first, ...others] = draft.blocks;
  const blocks = [...(first ? [first] : []), ...placeBlocks(kind, summary, series), ...others];
  return { preview: context.visit, ...draft, blocks };
}

const LETTERS: Record<BookingMailKind, (context: BookingMailContext) => BookingMailContent> = {
  "booking-received": received,
  "booking-confirmed": confirmed,
  "booking-cancelled": cancelled,
  "booking-expired": expired,
  "booking-rescheduled": rescheduled,
  "balance-received": balanceReceivedContent,
  "refund-issued": refundIssuedContent,
  receipt: receiptContent,
  reminder,
  "feedback-invitation": feedbackInvitation,
};

function received(context: BookingMailContext): BookingMailContent {
  const { after } = context.summary;
  const payBy = shortDateAndTime(after.holdUntil, context.timeZone);
  return {
    subject: `Booking received: ${context.visit}`,
    heading: "We are holding your time",
    preview: `Please pay ${formatMoney(after.downpaymentCents)} by ${payBy}`,
    blocks: [
      paragraph(
        `We hold the room for you until ${payBy}. Please pay the downpayment of ${formatMoney(after.downpaymentCents)} by then. After that, others can book the time.`,
      ),
      context.ticket([
        ["Total", formatMoney(after.totalCents)],
        ["Due now", formatMoney(after.downpaymentCents)],
        ["Due at the venue", formatMoney(remainingCents(after))],
        ["Pay by", payBy],
      ]),
      bookingButton(context, `Pay ${formatMoney(after.downpaymentCents)}`),
      small("If you have just paid, you need to do nothing else. We are sending the confirmation."),
    ],
  };
}

function confirmed(context: BookingMailContext): BookingMailContent {
  const { after, at } = context.summary;
  return {
    subject: `Booking confirmed: ${context.visit}`,
    heading: "Your booking is confirmed",
    blocks: [
      paragraph(
        `The room is yours. Please give booking number ${context.summary.bookingId} when you arrive.`,
      ),
      context.ticket(moneyRows(after)),
      bookingButton(context),
      ...calendarBlocks(context),
      ...directionBlocks(context),
      ...cancellationBlocks(context, after, at),
    ],
  };
}

function cancelled(context: BookingMailContext): BookingMailContent {
  const { before, after, cause, commandEvents } = context.summary;
  const byVenue = cause.type === "BookingCancelled" && cause.data.cancelledBy === "venue";
  const byClosure = cause.type === "BookingCancelled" && cause.data.byClosure === true;
  const refund = refundGiven(commandEvents);
  const paid = before && !isOnAccount(before) ? keptCents(before) : 0;
  return {
    subject: `Booking cancelled: ${context.visit}`,
    heading: "Your booking is cancelled",
    blocks: [
      paragraph(
        byClosure
          ? "We are sorry, but we had to close the room at this time, so we had to cancel this booking. The attached file removes it from your calendar."
          : byVenue
            ? "We are sorry, but we had to cancel this booking. The attached file removes it from your calendar."
            : "This booking has been cancelled as you asked. The attached file removes it from your calendar.",
      ),
      ...(context.toldReason ? [paragraph(`The reason: ${context.toldReason}`)] : []),
      context.ticket(
        paid > 0
          ? [
              ["Paid", formatMoney(paid)],
              ["Refund", formatMoney(refund.toCard + refund.atVenue)],
            ]
          : [],
      ),
      paragraph(
        isOnAccount(after)
          ? owedSentence(owedCents(after), context.isCredited)
          : refundSentence(refund, paid, byVenue),
      ),
      button("Choose another time", context.roomUrl),
    ],
  };
}

function expired(context: BookingMailContext): BookingMailContent {
  return {
    subject: `Booking expired: ${context.visit}`,
    heading: "The hold on your booking has ended",
    blocks: [
      paragraph(
        `No payment reached us by ${shortDateAndTime(context.summary.after.holdUntil, context.timeZone)}, so the time is free again. Nothing has been charged.`,
      ),
      context.ticket(),
      button("Choose another time", context.roomUrl),
      small(
        "If your payment still arrives, it confirms the booking if the time is free. Otherwise it is refunded in full.",
      ),
    ],
  };
}

function rescheduled(context: BookingMailContext): BookingMailContent {
  const { before, after } = context.summary;
  const from = before ? shortDateAndTime(before.startsAt, context.timeZone) : "its earlier time";
  const unpaid = after.status === "pending" && receivedCents(after) === 0;
  const newRoom = before && before.roomId !== after.roomId ? ` in the room ${context.roomName}` : "";
  const newPrice =
    before && before.totalCents !== after.totalCents
      ? ` The total was ${formatMoney(before.totalCents)} and is now ${formatMoney(after.totalCents)}.`
      : "";
  const money = unpaid
    ? `Please still pay by ${shortDateAndTime(after.holdUntil, context.timeZone)}.`
    : "What you have paid counts for it.";
  const onAccount = context.isCredited ? " It was on an invoice, so a credit note follows." : "";
  const what = changeOf(context.summary);
  const was =
    what === "moved"
      ? `It was ${from} and is now at the time below${newRoom}.`
      : `It now ends at ${clockTime(after.endsAt, context.timeZone)}${before ? ` instead of ${clockTime(before.endsAt, context.timeZone)}` : ""}.`;
  return {
    subject: `Booking ${what}: ${context.visit}`,
    heading: CHANGED[what],
    blocks: [
      paragraph(
        `${was}${newPrice}${isOnAccount(after) ? onAccount : ` ${money}`} The attached file changes it in your calendar.`,
      ),
      context.ticket(moneyRows(after)),
      bookingButton(context, unpaid ? `Pay ${formatMoney(after.downpaymentCents)}` : undefined),
      ...calendarBlocks(context),
      ...cancellationBlocks(context, after, context.summary.at),
    ],
  };
}

const CHANGED = {
  moved: "Your booking has moved",
  extended: "Your booking is extended",
  shortened: "Your booking is shortened",
} as const;

/** A visit that only ends at another time has not moved. */
function changeOf({ before, after }: BookingMailContext["summary"]): keyof typeof CHANGED {
  const stays = before?.roomId === after.roomId && before.startsAt.getTime() === after.startsAt.getTime();
  if (!before || !stays || before.endsAt.getTime() === after.endsAt.getTime()) return "moved";
  return after.endsAt > before.endsAt ? "extended" : "shortened";
}

function reminder(context: BookingMailContext): BookingMailContent {
  const { current } = context.summary;
  const due = dueCents(current);
  const money =
    due > 0
      ? ` The remaining balance of ${formatMoney(due)} is due when you arrive.`
      : isOnAccount(current)
        ? ""
        : " Everything is paid.";
  return {
    subject: `Reminder: ${context.visit}`,
    heading: "See you soon",
    blocks: [
      paragraph(`Your visit is a day away.${money}`),
      context.ticket(moneyRows(current)),
      bookingButton(context, due > 0 ? `Pay ${formatMoney(due)} now, move or cancel it` : undefined),
      ...directionBlocks(context),
      small(
        `Please be on time. If you are more than 30 minutes late, the visit counts as a no-show, ${isOnAccount(current) ? "and your invoice lists all of it" : "without a refund"}.`,
      ),
    ],
  };
}

function feedbackInvitation(context: BookingMailContext): BookingMailContent {
  return {
    subject: `How was your visit? ${context.visit}`,
    heading: "How was your visit?",
    blocks: [
      paragraph(
        "Thank you for coming. Please give five ratings and, if you like, a comment. This helps us to improve the rooms and earns you loyalty points.",
      ),
      context.ticket(),
      button("Leave feedback", context.feedbackUrl),
      small(
        "Sign in with the email address that this mail was sent to. Feedback is open for 30 days after the visit.",
      ),
    ],
  };
}
