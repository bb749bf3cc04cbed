/** Lists the kinds of mail, and which of them are about a booking. */

export const BOOKING_MAIL_KINDS = [
  "booking-received",
  "booking-confirmed",
  "booking-cancelled",
  "booking-expired",
  "booking-rescheduled",
  "balance-received",
  "refund-issued",
  "receipt",
  "reminder",
  "feedback-invitation",
] as const;
export type BookingMailKind = (typeof BOOKING_MAIL_KINDS)[number];

/** The kinds that tell several dates of a series at once (decision 255); the others are about one visit or one payment. */
export const SERIES_MAIL_KINDS = [
  "booking-received",
  "booking-confirmed",
  "booking-cancelled",
  "booking-expired",
  "booking-rescheduled",
  "refund-issued",
] as const satisfies readonly BookingMailKind[];
export type SeriesMailKind = (typeof SERIES_MAIL_KINDS)[number];

/** The kinds that go to the holder of a billing account (decision 269). */
const INVOICE_MAIL_KINDS = [
  "invoice-issued",
  "credit-note-issued",
  "invoice-reminder",
  "invoice-paid",
] as const;
export type InvoiceMailKind = (typeof INVOICE_MAIL_KINDS)[number];

/** The kinds that go to the holder of an entry of the waitlist (decision 285). */
const WAITLIST_MAIL_KINDS = [
  "waitlist-joined",
  "waitlist-offered",
  "waitlist-lapsed",
  "waitlist-ended",
] as const;
export type WaitlistMailKind = (typeof WAITLIST_MAIL_KINDS)[number];

export const MAIL_KINDS = [
  ...BOOKING_MAIL_KINDS,
  ...INVOICE_MAIL_KINDS,
  ...WAITLIST_MAIL_KINDS,
  "email-verification",
  "password-reset",
  "contact-message",
  "contact-answer",
  "erasure-requested",
  "own-login",
  "token-network",
  "webhook-trouble",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
