/** Owns how many mails a mailbox is sent that has neither paid nor been verified: one budget for all that somebody who names it can cause. */
import type { BookingEvent } from "../../../core/booking/booking-events.ts";
import { receivedCents } from "../../../core/booking/booking-money.ts";
import type { Core } from "../../../core/context.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import { mailboxOf } from "../../../core/mailbox.ts";
import type { BookingMailKind, MailKind } from "../../words/mail-kinds.ts";
import type { BookingSummary } from "./booking-summary.ts";

/** What a customer needs who tries a few times over; three bookings and their cancellations are six. */
export const MAIL_BUDGET = { perHour: 6, perDay: 20 } as const;

/** Longer than any mail waits to be sent. */
const KEPT_MS = 8 * 24 * 3_600_000;

/**
 * By whom a mail of a kind comes about. `anybody`: by whoever names the mailbox, so it is counted. `owed`: by money that came or went, or
 * by staff. `house`: to the house itself, or to those who work there.
 */
const CAUSED_BY: Readonly<Record<MailKind, "anybody" | "owed" | "house">> = {
  "booking-received": "anybody",
  "booking-confirmed": "anybody",
  "booking-cancelled": "anybody",
  "booking-expired": "anybody",
  "booking-rescheduled": "anybody",
  reminder: "anybody",
  "feedback-invitation": "anybody",
  "email-verification": "anybody",
  "password-reset": "anybody",
  "balance-received": "owed",
  "refund-issued": "owed",
  receipt: "owed",
  "contact-answer": "owed",
  "contact-message": "house",
  "erasure-requested": "house",
  "own-login": "house",
};

/** What follows from a confirmation, and is the doing of whoever confirmed. */
const AFTER_CONFIRMATION: readonly MailKind[] = ["booking-confirmed", "reminder", "feedback-invitation"];

/** Whether a mail of this kind counts toward the budget of its mailbox, were it not for who has paid or verified. */
export const isCounted = (kind: MailKind): boolean => CAUSED_BY[kind] === "anybody";

/** The same of a booking's mail: none counts once money has come in for it, or where staff have done what it tells of. */
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
  // What staff have booked for somebody on the phone is awaited there.
  return ![...events.slice(0, 1), cause, ...deeds].some(({ meta }) => meta.actor.kind === "staff");
}

/** Whether this mail is within the budget of its mailbox; decided once per mail, by the database, whoever asks and how often. */
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

/** Forgets counts that nobody asks about any more. */
export async function forgetMailBudget({ sql, clock }: Pick<Core, "sql" | "clock">): Promise<void> {
  await sql`delete from mail_budget where counted_at < ${new Date(clock.now().getTime() - KEPT_MS)}`;
}
