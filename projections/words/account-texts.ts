/** Describes the events of billing accounts and invoices in plain words, without names or texts that a person wrote. */
import type { AccountEvent } from "../../core/booking/billing/account-events.ts";
import { type DocumentEvent, documentNumber } from "../../core/booking/billing/invoice-documents.ts";
import { formatMoney } from "../../core/booking/rules/money.ts";
import { countText } from "../../core/text/count-text.ts";
import type { Words } from "./words.ts";

/** With the number of its stream. */
type Numbered = { id: number };

const sumOf = (lines: readonly { cents: number }[]): string =>
  formatMoney(lines.reduce((sum, { cents }) => sum + cents, 0));

const termsText = ({
  creditLimitCents,
  paymentDays,
  selfBooking,
}: {
  creditLimitCents: number;
  paymentDays: number;
  selfBooking: boolean;
}): string =>
  `credit limit ${formatMoney(creditLimitCents)}, due after ${countText(paymentDays, "day")}${selfBooking ? ", its customer may book on it" : ""}`;

export const ACCOUNT: Words<AccountEvent, Numbered> = {
  AccountOpened: ({ id, data }) => `Billing account ${id} opened: ${termsText(data)}`,
  AccountChanged: ({ id, data }) =>
    `Billing account ${id} changed: ${termsText(data)}${data.suspended ? ", suspended" : ""}`,
  VisitCharged: ({ id, data: { bookingId, cents, day } }) =>
    `Billing account ${id}: booking ${bookingId} on ${day} owes ${formatMoney(cents)}`,
  InvoiceAdded: ({ id, data: { number, lines, dueOn } }) =>
    `Billing account ${id}: invoice ${number} of ${sumOf(lines)}, due on ${dueOn}`,
  InvoiceCredited: ({ id, data: { number, invoice, lines, forgiven } }) =>
    `Billing account ${id}: credit note ${number} of ${sumOf(lines)} for invoice ${invoice}${forgiven ? ", by staff" : ""}`,
  InvoiceMoneyReceived: ({ data: { invoice, method, amountCents } }) =>
    `${formatMoney(amountCents)} received for invoice ${invoice}, by ${method}`,
  InvoiceMoneyReturned: ({ data: { invoice, method, amountCents } }) =>
    `${formatMoney(amountCents)} of invoice ${invoice} returned, by ${method}`,
  InvoicePaymentOpened: ({ data: { invoice, amountCents } }) =>
    `Card payment of ${formatMoney(amountCents)} opened for invoice ${invoice}`,
  InvoicePaymentReceived: ({ data: { invoice, amountCents } }) =>
    `${formatMoney(amountCents)} received by card for invoice ${invoice}`,
  InvoiceRefundRequested: ({ data: { invoice, amountCents } }) =>
    `Refund of ${formatMoney(amountCents)} to the card requested for invoice ${invoice}`,
  InvoiceRefundIssued: ({ data: { invoice, refundId } }) => `Refund ${refundId} of invoice ${invoice} issued`,
  InvoiceRefundFailed: ({ data: { invoice, refundId } }) => `Refund ${refundId} of invoice ${invoice} failed`,
  InvoiceDisputeOpened: ({ data: { invoice, amountCents } }) =>
    amountCents === 0
      ? `The bank asks about the card payment of invoice ${invoice}`
      : `The card payment of invoice ${invoice} is disputed: ${formatMoney(amountCents)}`,
  InvoiceDisputeClosed: ({ data: { invoice, outcome } }) => `Dispute about invoice ${invoice} ${outcome}`,
  InvoiceReminded: ({ data: { invoice, daysAfterDue } }) =>
    `Reminder of invoice ${invoice}, ${countText(daysAfterDue, "day")} after it was due`,
};

export const DOCUMENT: Words<DocumentEvent, Numbered & { version: number }> = {
  InvoiceIssued: ({ id, version, data: { accountId, lines, dueOn } }) =>
    `Invoice ${documentNumber(id, version)} of ${sumOf(lines)} issued to billing account ${accountId}: ${countText(lines.length, "line")}, due on ${dueOn}`,
  CreditNoteIssued: ({ id, version, data: { accountId, lines, invoice } }) =>
    `Credit note ${documentNumber(id, version)} of ${sumOf(lines)} for invoice ${invoice} issued to billing account ${accountId}`,
};
