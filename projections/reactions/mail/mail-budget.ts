/** Limits the mails to a mailbox that has neither paid nor been verified: one mail budget for everything that a stranger can cause. */

import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import { receivedCents } from "../../../core/booking/state/booking-money.ts";
import type { Core } from "../../../core/context.ts";
import { isByVenue } from "../../../core/log/append-request.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import { mailboxOf } from "../../../core/person/mailbox.ts";
import type { BookingMailKind, MailKind } from "../../words/mail-kinds.ts";
import type { BookingSummary } from "./booking-summary.ts";

/** Enough for a customer who tries several times; three bookings and their cancellations are six mails. */
export const MAIL_BUDGET = { perHour: 6, perDay: 20 } as const;

/** Longer than any mail waits to be sent. */
const KEPT_MS = 8 * 24 * 3_600_000;

/**
 * Who causes a mail of a kind. `anyone`: a person who gives the email, so the mail is counted. `money-or-staff`: a payment, a refund,
 * an invoice or staff. `venue`: the mail goes to the venue or its staff.
 */
const CAUSED_BY: Readonly<Record<MailKind, "anyone" | "money-or-staff" | "venue">> = {
  "booking-received": "anyone",
  "booking-confirmed": "anyone",
  "booking-cancelled": "anyone",
  "booking-expired": "anyone",
  "booking-rescheduled": "anyone",
  reminder: "anyone",
  "feedback-invitation": "anyone",
  "email-verification": "anyone",
  "password-reset": "anyone",
  "balance-received": "money-or-staff",
  "refund-issued": "money-or-staff",
  receipt: "money-or-staff",
  "invoice-issued": "money-or-staff",
  "credit-note-issued": "money-or-staff",
  "invoice-reminder": "money-or-staff",
  "invoice-paid": "money-or-staff",
  "waitlist-joined": "anyone",
  "waitlist-offered": "anyone",
  "waitlist-lapsed": "anyone",
  "waitlist-ended": "anyone",
  "contact-answer": "money-or-staff",
  "contact-message": "venue",
  "erasure-requested": "venue",
  "own-login": "venue",
  "token-network": "venue",
  "webhook-trouble": "venue",
};

/** Mails that result from a confirmation and are caused by the person who confirmed. */
const AFTER_CONFIRMATION: readonly MailKind[] = ["booking-confirmed", "reminder", "feedback-invitation"];

/** Whether a mail of this kind counts toward its mailbox's budget, unless the mailbox has paid or is verified. */
export const isCounted = (kind: MailKind): boolean => CAUSED_BY[kind] === "anyone";

/** The same for a mail about a booking: it does not count once money has come in for the booking or if staff caused what it reports. */
export function isBookingMailCounted(
  kind: BookingMailKind,
  summary: Pick<BookingSummary, "current">,
  cause: RecordedEvent<BookingEvent>,
  events: readonly RecordedEvent<BookingEvent>[],
): boolean {
  if (!isCounted(kind) || receivedCents(summary.current) > 0) return false;
  const deeds = AFTER_CONFIRMATION.includes(kind)
    ? events.filter(({ type }) => type === "BookingConfirmed")
    : [];
  // A customer expects the mails of a booking that staff made by phone.
  return ![...events.slice(0, 1), cause, ...deeds].some(({ meta }) => isByVenue(meta.actor));
}

/** Whether this mail is within its mailbox's budget. The database decides once per mail, however often it is asked. */
export async function isWithinBudget(
  { sql, clock, holderHash }: Pick<Core, "sql" | "clock" | "holderHash">,
  { messageId, email }: { messageId: string; email: string },
): Promise<boolean> {
  const { perHour, perDay } = MAIL_BUDGET;
  const [row] = await sql<{ granted: boolean }[]>`
    select mail_within_budget(
      ${messageId}, ${email}, ${holderHash(mailboxOf(email))}, ${clock.now()}, ${perHour}, ${perDay}) as granted`;
  return row?.granted ?? false;
}

/** Deletes counts that are not needed any more. */
export async function forgetMailBudget({ sql, clock }: Pick<Core, "sql" | "clock">): Promise<void> {
  await sql`delete from mail_budget where counted_at < ${new Date(clock.now().getTime() - KEPT_MS)}`;
}
