/** Writes the money of a period for the bookkeeper: a line for each movement, with what it is for, the way and the tax that it contains. */

import type { RecordedDocument } from "../../core/booking/billing/invoice-documents.ts";
import { toUnits } from "../../core/booking/rules/money.ts";
import type { Actor } from "../../core/log/append-request.ts";
import { personName } from "../../core/person/person-name.ts";
import { roundCents } from "../../core/venue/currency.ts";
import { venueClockOf, venueDayOf } from "../../core/venue/time/venue-time.ts";
import type { MoneyEntry } from "../../projections/views/takings.ts";
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
  InvoiceMoneyReceived: "Invoice paid",
  InvoiceMoneyReturned: "Returned of an invoice",
  InvoicePaymentReceived: "Invoice paid by card",
  InvoiceRefundIssued: "Refund of an invoice",
  InvoiceRefundFailed: "Refund of an invoice sent back",
  InvoiceDisputeOpened: "Dispute about an invoice, withheld",
  InvoiceDisputeClosed: "Dispute about an invoice, returned",
};

/** The tax contained, in cents. Money of an invoice contains the invoice's share of it, since its visits may have several rates. */
function taxIn(
  { cents, taxPercent, invoice }: Pick<MoneyEntry, "cents" | "taxPercent" | "invoice">,
  documents: ReadonlyMap<string, RecordedDocument>,
): number {
  if (invoice === null) return roundCents((cents * taxPercent) / (100 + taxPercent));
  const lines = documents.get(invoice)?.data.lines ?? [];
  const totalCents = lines.reduce((sum, line) => sum + line.cents, 0);
  const tax = lines.reduce((sum, line) => sum + (line.cents * line.taxPercent) / (100 + line.taxPercent), 0);
  return totalCents === 0 ? 0 : roundCents((cents * tax) / totalCents);
}

/** Day and time at the venue, in two cells. */
export function momentCells(at: Date, timeZone: string): [string, string] {
  const { hour, minute } = venueClockOf(at, timeZone);
  return [venueDayOf(at, timeZone), `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`];
}

/** Fees are empty: the provider tells them in its own report, not with the payment. */
export function moneyCells(
  entry: MoneyEntry,
  {
    timeZone,
    roomName,
    nameOf,
    documents,
  }: {
    timeZone: string;
    roomName(id: number): string;
    nameOf(actor: Actor): string;
    /** The invoices that entries are for, by number. */
    documents: ReadonlyMap<string, RecordedDocument>;
  },
): CsvCell[] {
  const { at, type, bookingId, invoice, roomId, startsAt, method, cents, actor } = entry;
  return [
    ...momentCells(at, timeZone),
    WHAT[type] ?? type,
    bookingId,
    bookingId === null ? invoice : receiptNumber(bookingId),
    personName(entry) || null,
    roomId === null ? null : roomName(roomId),
    startsAt === null ? null : venueDayOf(startsAt, timeZone),
    WAYS[method],
    toUnits(cents),
    toUnits(taxIn(entry, documents)),
    null,
    nameOf(actor),
  ];
}
