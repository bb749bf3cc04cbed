/** Writes the mails about a booking's money: the balance paid, a refund, the receipt. Integer cents. */

import { type ReceiptSums, receiptOf } from "../../../core/booking/payment/receipt.ts";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { currencyName } from "../../../core/venue/currency.ts";
import { shortDateAndTime, shortDayAndYear } from "../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { paymentLines, receiptNumber, WAYS } from "../../words/payment-lines.ts";
import { receiptLines } from "../../words/receipt-lines.ts";
import {
  type BookingMailContent,
  type BookingMailContext,
  cancellationBlocks,
  moneyRows,
} from "./booking-mail-parts.ts";
import { button, type ContentRow, paragraph, small } from "./mail-content.ts";
import { isOnAccount, ON_ACCOUNT_ROW } from "./on-account-words.ts";

export function balanceReceivedContent(context: BookingMailContext): BookingMailContent {
  const { cause, after, at } = context.summary;
  if (cause.type !== "BalanceReceived") throw new Error(`A balance's mail was caused by ${cause.type}`);
  const amount = formatMoney(cause.data.amountCents);
  return {
    subject: `Paid in full: ${context.visit}`,
    heading: "Everything is paid",
    preview: `We received ${amount}`,
    blocks: [
      paragraph(`We received ${amount} by card, so nothing is due when you arrive.`),
      context.ticket(moneyRows(after)),
      button("See the receipt", `${context.link}?receipt=true`),
      ...cancellationBlocks(context, after, at),
    ],
  };
}

const REFUND_REASONS = {
  "late-payment": "Your payment arrived after the hold had ended, and the time was no longer available. ",
  "duplicate-payment": "This booking was paid twice. ",
  moved: "Your visit costs less since it was moved. ",
  reduced: "We have reduced the price of your visit. ",
  "wrong-amount": "The payment was not the requested amount, so we refund all of it. ",
  cancelled: "",
  "by-staff": "",
} as const;

export function refundIssuedContent(context: BookingMailContext): BookingMailContent {
  const { cause, earlierEvents } = context.summary;
  if (cause.type !== "RefundIssued" && cause.type !== "RefundRecorded") {
    throw new Error(`A refund's mail was caused by ${cause.type}`);
  }
  const { refundId, amountCents } = cause.data;
  const atVenue = cause.type === "RefundIssued" && cause.data.via === "venue";
  const amount = formatMoney(amountCents);
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
          ? `${why}${amount} will be returned at the venue, where it was paid.`
          : `${why}${amount} is being refunded to your card. Banks take 5 to 10 business days to show it.`,
      ),
      context.ticket([["Refund", amount]]),
    ],
  };
}

function receivedRows({
  receivedCents,
  returnedCents,
  disputedCents,
  balanceCents,
}: ReceiptSums): ContentRow[] {
  return [
    ["Received", formatMoney(receivedCents)],
    ...(returnedCents > disputedCents
      ? [["Returned", formatMoney(disputedCents - returnedCents)] as const]
      : []),
    ...(disputedCents > 0 ? [["Withheld for a dispute", formatMoney(-disputedCents)] as const] : []),
    [balanceCents < 0 ? "To be returned" : "Due", formatMoney(Math.abs(balanceCents))],
  ];
}

/** The booking as it was when the receipt was asked for. */
export function receiptContent(context: BookingMailContext): BookingMailContent {
  const { after, bookingId, earlierEvents } = context.summary;
  const sums = receiptOf(after);
  const { taxNumber } = context.venue;
  const { taxCents, totalCents } = sums;
  const rows: ContentRow[] = [
    ...receiptLines(after, sums, context).map(({ text, cents }): ContentRow => [text, formatMoney(cents)]),
    ["Total", formatMoney(totalCents)],
    ...(taxCents > 0 ? [["Tax, included in the total", formatMoney(taxCents)] as const] : []),
    ...(isOnAccount(after) ? [ON_ACCOUNT_ROW] : receivedRows(sums)),
  ];
  const payments = paymentLines(earlierEvents).map(
    ({ at, method, cents }): ContentRow => [
      `${shortDayAndYear(venueDayOf(at, context.timeZone))}, ${WAYS[method].toLowerCase()}`,
      formatMoney(cents),
    ],
  );
  return {
    subject: `Receipt: ${context.visit}`,
    heading: `Your receipt ${receiptNumber(bookingId)}`,
    preview: `Booking ${bookingId}, ${formatMoney(totalCents)}`,
    blocks: [
      context.ticket(),
      { kind: "facts", rows },
      ...(payments.length > 0 ? [{ kind: "facts" as const, rows: payments }] : []),
      button("See or print the receipt", `${context.link}?receipt=true`),
      small(
        `As of ${shortDateAndTime(context.summary.at, context.timeZone)}. Amounts in ${currencyName()}.${taxNumber ? ` Tax number ${taxNumber}.` : ""}`,
      ),
    ],
  };
}
