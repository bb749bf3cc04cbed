/** Writes the money of a period for the bookkeeper: a line for each movement, with the booking, the way and the tax that it contains. */
import { toUnits } from "../../core/booking/rules/money.ts";
import { roundCents } from "../../core/venue/currency.ts";
import { venueClockOf, venueDayOf } from "../../core/venue/time/venue-time.ts";
import type { MoneyEntry } from "../../projections/views/takings.ts";
import { actorName } from "../../projections/words/actor-name.ts";
import { receiptNumber, WAYS } from "../../projections/words/payment-lines.ts";
import type { CsvCell } from "./csv.ts";

export const MONEY_HEADINGS = [
  "Date",
  "Time",
  "What for",
  "Booking",
  "Receipt",
  "Guest",
  "Room",
  "Visit on",
  "Method",
  "Amount",
  "Tax contained",
  "Provider's fee",
  "Recorded by",
] as const;

const WHAT: Readonly<Record<string, string>> = {
  DownpaymentReceived: "Downpayment",
  BalanceReceived: "Balance",
  UnexpectedPaymentReceived: "Wrong amount, to be refunded",
  DeskMoneyReceived: "Payment at the desk",
  DeskMoneyReturned: "Returned at the desk",
  PaymentMarked: "Marked by staff",
  RefundIssued: "Refund",
  RefundRecorded: "Refund in Stripe's dashboard",
  RefundFailed: "Refund sent back",
  DisputeOpened: "Dispute, withheld",
  DisputeClosed: "Dispute, returned",
};

/** Fees are empty: the provider tells them in its own report, not with the payment. */
export function moneyCells(
  entry: MoneyEntry,
  {
    timeZone,
    roomName,
    staff,
  }: { timeZone: string; roomName(id: number): string; staff: ReadonlyMap<number, string> },
): CsvCell[] {
  const { at, type, bookingId, firstName, lastName, roomId, startsAt, method, cents, taxPercent, actor } =
    entry;
  const { hour, minute } = venueClockOf(at, timeZone);
  return [
    venueDayOf(at, timeZone),
    `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`,
    WHAT[type] ?? type,
    bookingId,
    receiptNumber(bookingId),
    [firstName, lastName].filter(Boolean).join(" ") || null,
    roomId === null ? null : roomName(roomId),
    startsAt === null ? null : venueDayOf(startsAt, timeZone),
    WAYS[method],
    toUnits(cents),
    toUnits(roundCents((cents * taxPercent) / (100 + taxPercent))),
    null,
    actorName(actor, staff),
  ];
}
