/** Writes the text of the mails that tell several dates of a series at once (decision 255). Integer cents; times are the venue's. */
import { formatMoney } from "../../../core/booking/rules/money.ts";
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import { keptCents, owedCents, receivedCents } from "../../../core/booking/state/booking-money.ts";
import { heldUntil } from "../../../core/booking/state/booking-state.ts";
import { shortDateAndTime } from "../../../core/venue/time/time-format.ts";
import type { BookingMailKind, SeriesMailKind } from "../../words/mail-kinds.ts";
import { directionBlocks } from "./booking-mail-parts.ts";
import type { BookingSummary } from "./booking-summary.ts";
import { button, type MailContent, paragraph, small } from "./mail-content.ts";
import { isOnAccount, owedSentence } from "./on-account-words.ts";
import { refundGiven, refundSentence } from "./refund-words.ts";
import { isSeriesMail } from "./series-events.ts";
import {
  calendarBlocks,
  cancellationBlocks,
  datesOf,
  engineerRows,
  moneyRows,
  othersBlocks,
  type SeriesMailContext,
  seriesMailContext,
  sumOf,
  totalCents,
  totalRow,
} from "./series-mail-parts.ts";

type SeriesLetter = Omit<MailContent, "preview"> & { preview?: string };

const LETTERS: Record<SeriesMailKind, (context: SeriesMailContext) => SeriesLetter> = {
  "booking-received": received,
  "booking-confirmed": confirmed,
  "booking-cancelled": cancelled,
  "booking-expired": expired,
  "booking-rescheduled": rescheduled,
  "refund-issued": refunded,
};

export function seriesMailContent(
  core: Parameters<typeof seriesMailContext>[0],
  kind: BookingMailKind,
  told: readonly [BookingSummary, ...BookingSummary[]],
  about: Pick<SeriesMailContext, "series" | "toldReason" | "isCredited">,
): MailContent {
  if (!isSeriesMail(kind)) throw new Error(`A mail of the kind ${kind} is about one visit`);
  const context = seriesMailContext(core, told, about);
  return { preview: context.visits, ...LETTERS[kind](context) };
}

function received(context: SeriesMailContext): SeriesLetter {
  const { told, timeZone, visits, series } = context;
  const holdUntil = told.reduce(
    (first, { after }) => (after.holdUntil < first ? after.holdUntil : first),
    told[0]?.after.holdUntil ?? new Date(0),
  );
  const payBy = shortDateAndTime(holdUntil, timeZone);
  const due = formatMoney(sumOf(told, ({ downpaymentCents }) => downpaymentCents));
  const total = totalCents(told);
  const atVenue = total - sumOf(told, ({ downpaymentCents }) => downpaymentCents);
  const isExtension = told.length < series.dates;
  return {
    subject: `Booking received: ${visits}`,
    heading: "We are holding your dates",
    preview: `Please pay ${due} by ${payBy}`,
    blocks: [
      paragraph(
        `We hold ${told.length} ${isExtension ? "further dates of your series" : "dates"} for you until ${payBy}. Please pay the downpayments of ${due} by then, in one payment. After that, others can book the times.`,
      ),
      context.list([
        totalRow(told),
        ...engineerRows(told),
        ["Due now", due],
        ["Due at the venue", `${formatMoney(atVenue)}, a part at each visit`],
        ["Pay by", payBy],
      ]),
      button(`Pay ${due}`, context.link),
      small("If you have just paid, you need to do nothing else. We are sending the confirmation."),
    ],
  };
}

function confirmed(context: SeriesMailContext): SeriesLetter {
  const { told, visits, series } = context;
  const isExtension = told.length < series.dates;
  return {
    subject: `Booking confirmed: ${visits}`,
    heading: isExtension ? "Your dates are confirmed" : "Your series is confirmed",
    blocks: [
      paragraph(
        `These ${told.length} dates are yours. Please give the number of that day's booking when you arrive.`,
      ),
      context.list(moneyRows(told)),
      button("See, move or cancel them", context.link),
      ...calendarBlocks(),
      ...directionBlocks(context),
      ...cancellationBlocks(context),
    ],
  };
}

function cancelled(context: SeriesMailContext): SeriesLetter {
  const { told, visits } = context;
  const causes = told.map(({ cause }) => (cause.type === "BookingCancelled" ? cause.data : null));
  const byVenue = causes.every((data) => data?.cancelledBy === "venue");
  const byClosure = causes.every((data) => data?.byClosure === true);
  const refund = refundGiven(told.flatMap(({ commandEvents }) => commandEvents));
  const areOnAccount = told.every(({ after }) => isOnAccount(after));
  const paid = told.reduce(
    (sum, { before }) => sum + (before && !isOnAccount(before) ? keptCents(before) : 0),
    0,
  );
  const what = datesOf(context);
  const file = "The attached file marks them as cancelled in your calendar.";
  return {
    subject: `Booking cancelled: ${visits}`,
    heading: "Your dates are cancelled",
    blocks: [
      paragraph(
        byClosure
          ? `We are sorry, but we had to close the room at these times, so we had to cancel ${what} of your series. ${file}`
          : byVenue
            ? `We are sorry, but we had to cancel ${what} of your series. ${file}`
            : `As you asked, ${what} of your series have been cancelled. ${file}`,
      ),
      ...(context.toldReason ? [paragraph(`The reason: ${context.toldReason}`)] : []),
      context.list([
        totalRow(told),
        ...(paid > 0
          ? ([
              ["Paid", formatMoney(paid)],
              ["Refund", formatMoney(refund.toCard + refund.atVenue)],
            ] as const)
          : []),
      ]),
      paragraph(
        areOnAccount
          ? owedSentence(sumOf(told, owedCents), context.isCredited)
          : refundSentence(refund, paid, byVenue),
      ),
      ...othersBlocks(context, "Only these dates are cancelled."),
      ...(context.series.others > 0 ? [button("See the other dates", context.link)] : []),
      { kind: "links", links: [{ label: "Choose another time", url: context.roomUrl }] },
    ],
  };
}

function expired(context: SeriesMailContext): SeriesLetter {
  const { told, timeZone, visits } = context;
  const [first] = told;
  const until = first ? shortDateAndTime(first.after.holdUntil, timeZone) : "then";
  return {
    subject: `Booking expired: ${visits}`,
    heading: "The hold on your dates has ended",
    blocks: [
      paragraph(`No payment reached us by ${until}, so the times are free again. Nothing has been charged.`),
      context.list([totalRow(told)]),
      ...othersBlocks(context, "Only these dates have expired."),
      button("Choose another time", context.roomUrl),
      small(
        "If your payment still arrives, it confirms the dates that are free. The others' part is refunded in full.",
      ),
    ],
  };
}

function rescheduled(context: SeriesMailContext): SeriesLetter {
  const { told, timeZone, visits } = context;
  const unpaid = told.filter(({ after }) => heldUntil(after) !== null && receivedCents(after) === 0);
  const [first] = unpaid;
  const before = told.reduce((sum, date) => sum + (date.before ?? date.after).totalCents, 0);
  const after = totalCents(told);
  const newPrice =
    before === after ? "" : ` The total was ${formatMoney(before)} and is now ${formatMoney(after)}.`;
  const due = formatMoney(unpaid.reduce((sum, date) => sum + date.after.downpaymentCents, 0));
  const areOnAccount = told.every((date) => isOnAccount(date.after));
  const money = first
    ? ` Please still pay by ${shortDateAndTime(first.after.holdUntil, timeZone)}.`
    : areOnAccount
      ? ""
      : " What you have paid counts for them.";
  return {
    subject: `Booking moved: ${visits}`,
    heading: "Your dates have moved",
    blocks: [
      paragraph(
        `We have changed ${datesOf(context)} of your series to the times below.${newPrice}${money} The attached file changes them in your calendar.`,
      ),
      context.list(moneyRows(told)),
      ...othersBlocks(context, "Only these dates have moved."),
      button(first ? `Pay ${due}` : "See, move or cancel them", context.link),
      ...cancellationBlocks(context),
    ],
  };
}

function refunded(context: SeriesMailContext): SeriesLetter {
  const { told, visits } = context;
  const parts = told.map(refundOf);
  const sum = formatMoney(parts.reduce((all, { cents }) => all + cents, 0));
  const reasons = new Set(parts.map(({ why }) => why));
  const [why = ""] = reasons.size === 1 ? reasons : [];
  const atVenue = parts.every((part) => part.atVenue);
  return {
    subject: `Refund of ${sum}: ${visits}`,
    heading: `We have refunded ${sum}`,
    preview: sum,
    blocks: [
      paragraph(
        atVenue
          ? `${why}${sum} will be returned at the venue, where it was paid.`
          : `${why}${sum} is being refunded to your card. Banks take 5 to 10 business days to show it.`,
      ),
      context.list([["Refund", sum]], (date) => formatMoney(refundOf(date).cents)),
    ],
  };
}

type RefundReason = Extract<BookingEvent, { type: "RefundRequested" }>["data"]["reason"];

const REFUND_REASONS: Record<RefundReason, string> = {
  "late-payment": "Your payment arrived after the hold had ended, and these times were no longer available. ",
  "duplicate-payment": "These dates were paid twice. ",
  moved: "These dates cost less since they were moved. ",
  reduced: "We have reduced the price of these dates. ",
  "wrong-amount": "The payment was not the requested amount, so we refund all of it. ",
  cancelled: "",
  "by-staff": "",
};

/** What this date's event gives back, and why, for the beginning of a sentence. */
function refundOf({ cause, earlierEvents }: BookingSummary): {
  cents: number;
  why: string;
  atVenue: boolean;
} {
  if (cause.type !== "RefundIssued" && cause.type !== "RefundRecorded") {
    throw new Error(`A refund's mail was caused by ${cause.type}`);
  }
  const { refundId, amountCents: cents } = cause.data;
  const asked = earlierEvents.find(
    (event) => event.type === "RefundRequested" && event.data.refundId === refundId,
  );
  const why = asked?.type === "RefundRequested" ? REFUND_REASONS[asked.data.reason] : "";
  return { cents, why, atVenue: cause.type === "RefundIssued" && cause.data.via === "venue" };
}
