/** What a card can pay: a booking, all dates of a series, or an invoice, each with the calls that ask for its money and record it. */
import type { InvoicePaymentRecorded, LinkedInvoice } from "../../../../bff/contract/billing/invoices.ts";
import type { PaymentIntentRequest, PaymentRecorded } from "../../../../bff/contract/booking.ts";
import type { PaymentPurpose } from "../../../../core/booking/rules/statuses.ts";
import { confirmPayment } from "../../api/bookings.ts";
import { confirmInvoicePayment } from "../../api/invoices.ts";
import { confirmSeriesPayment } from "../../api/series.ts";
import type { Person } from "./card-form.ts";
import type { PayableId } from "./returned-intent.ts";

/** `Recorded` is the server's answer once it has recorded the money. */
export interface Payable<Recorded> {
  id: PayableId;
  purpose: PaymentPurpose | "invoice";
  /** The request for a payment intent, without the amount. */
  requestOf(person: Person): PaymentIntentRequest;
  /** Lets the server record the intent's money; a repeat records nothing more. @throws as `request` does. */
  record(paymentIntentId: string): Promise<Recorded>;
  /** Whether nothing is left to pay after that record: an intent whose answer was lost may be of an earlier payment. */
  isPaidBy(recorded: Recorded): boolean;
}

interface OfBooking {
  bookingId: number;
  purpose: PaymentPurpose;
  /** The guest link's token, if that gives access. */
  token?: string | undefined;
}

const customerOf = ({ email, name }: Person) => ({ customerEmail: email, customerName: name });

export const bookingPayable = ({ bookingId, purpose, token }: OfBooking): Payable<PaymentRecorded> => ({
  id: bookingId,
  purpose,
  requestOf: (person) => ({ bookingId, purpose, token, ...customerOf(person) }),
  record: (paymentIntentId) => confirmPayment(bookingId, paymentIntentId),
  // Before the balance, it may have been the downpayment.
  isPaidBy: ({ booking }) => purpose === "downpayment" || booking.paymentStatus === "paid",
});

/** The downpayments of all dates; `bookingId` is one of them. */
export const seriesPayable = (
  seriesId: number,
  { bookingId, token }: Omit<OfBooking, "purpose">,
): Payable<PaymentRecorded> => ({
  id: bookingId,
  purpose: "downpayment",
  requestOf: (person) => ({ seriesId, purpose: "downpayment", token, ...customerOf(person) }),
  record: (paymentIntentId) => confirmSeriesPayment(seriesId, paymentIntentId),
  isPaidBy: () => true,
});

/** What is due of an invoice; `token` is its mailed link's. */
export const invoicePayable = (
  { number }: Pick<LinkedInvoice, "number">,
  token: string,
): Payable<InvoicePaymentRecorded> => ({
  id: number,
  purpose: "invoice",
  requestOf: () => ({ invoiceToken: token }),
  record: (paymentIntentId) => confirmInvoicePayment(number, { paymentIntentId, token }),
  isPaidBy: ({ invoice }) => !invoice.payable,
});
