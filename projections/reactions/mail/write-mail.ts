/** Writes a mail: its recipient and its content, or the reason why it is not written. Personal data is read here, just before sending. */

import { createHash } from "node:crypto";
import {
  type CalendarVisit,
  calendarFileOf,
  seriesCalendarFile,
} from "../../../core/adapters/mail/calendar.ts";
import type { Mailbox } from "../../../core/adapters/mail/mail.ts";
import { accountStream } from "../../../core/booking/billing/account.ts";
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import { waitlistStream } from "../../../core/booking/waitlist/waitlist.ts";
import type { Core } from "../../../core/context.ts";
import { type CustomerProfile, customerAccount } from "../../../core/customer/account.ts";
import { passwordResetLink, verificationLink } from "../../../core/customer/mailed-links.ts";
import { inquiryStream } from "../../../core/inquiry/inquiry.ts";
import { isByVenue } from "../../../core/log/append-request.ts";
import { findCommand, readRawStream } from "../../../core/log/read.ts";
import { eventsOf, fold, type Recorded, type RecordedEvent } from "../../../core/log/stream.ts";
import { readPerson } from "../../../core/person/personal-data.ts";
import { type StaffEvent, staffStream } from "../../../core/staff/staff.ts";
import { hostOf } from "../../../core/venue/settings.ts";
import type { BookingMailKind, MailKind } from "../../words/mail-kinds.ts";
import {
  erasureRequestMailContent,
  passwordResetMailContent,
  verificationMailContent,
} from "./account-mail-content.ts";
import { bookingMailContent } from "./booking-mail-content.ts";
import { type BookingSummary, bookingSummary } from "./booking-summary.ts";
import { answerMail, contactMail } from "./inquiry-mails.ts";
import { invoiceMail } from "./invoice-mails.ts";
import { lowersInvoice } from "./lowered-invoices.ts";
import { isBookingMailCounted, isCounted, isWithinBudget } from "./mail-budget.ts";
import type { MailContent } from "./mail-content.ts";
import { hasMailTurn } from "./mail-turns.ts";
import { isStillValid } from "./mail-validity.ts";
import { type MailedEvent, type MailJob, mailedEventsOf, mailIdOf, mailsFor } from "./mailed-events.ts";
import { tokenMail, webhookMail } from "./program-mails.ts";
import { mailedTogether, type Told } from "./series-events.ts";
import { seriesMailContent } from "./series-mail-content.ts";
import { staffMailContent } from "./staff-mail-content.ts";
import { joinOf, waitlistLetter } from "./waitlist-mails.ts";
import { type Envelope, mail, mailboxOf, notWritten, venueOf, type Written, withheld } from "./written.ts";

/** Older events cause no mail: a log that was imported, or a worker that was off for days, sends nothing late. */
const TOO_LATE_MS = 2 * 24 * 3_600_000;

/** An invitation waits for the visit's end, and its age counts from then. Invoices and credit notes reach their holder however late. */
const LATER: readonly MailKind[] = ["feedback-invitation", "invoice-issued", "credit-note-issued"];

/** Returns the same content for the same event at each call. `sender` is the address that mails come from. */
export async function writeMail(core: Core, sender: string, job: MailJob): Promise<Written> {
  await core.venue.refreshIfExpired();
  const history = await readRawStream(core.sql, job.stream);
  const events = mailedEventsOf(history);
  const recorded = events[job.version - 1];
  if (!recorded) throw new Error(`${job.stream} has no event ${job.version}`);
  if (beginningOf(events, recorded)?.meta.demo) return notWritten("demo");
  if (!LATER.includes(job.kind) && isTooLate(core, dueAt(job, recorded))) return notWritten("too-late");
  const envelope = {
    messageId: messageIdOf(core, job, events),
    from: { name: core.settings.now().name, address: sender },
    date: core.clock.now(),
  };
  const { kind } = job;
  switch (kind) {
    case "email-verification":
    case "password-reset": {
      const account = await accountLetter(core, recorded);
      if (!account) return notWritten("overtaken");
      const { personId: about, letter } = account;
      const to = mailboxOf(account.to);
      if (!to) return notWritten("no-address");
      return (
        (await withheldOf(core, envelope, { to, about }, isCounted(kind))) ??
        mail(core, envelope, { to, about }, letter)
      );
    }
    case "erasure-requested":
      return erasureMail(core, envelope, recorded);
    case "own-login":
      return ownLoginMail(core, envelope, eventsOf(staffStream, history), job.version);
    case "token-network":
      return tokenMail(core, envelope, recorded);
    case "webhook-trouble":
      return webhookMail(core, envelope, recorded);
    case "invoice-issued":
    case "credit-note-issued":
    case "invoice-reminder":
    case "invoice-paid":
      return invoiceMail(core, envelope, { kind, version: job.version }, eventsOf(accountStream, history));
    case "waitlist-joined":
    case "waitlist-offered":
    case "waitlist-lapsed":
    case "waitlist-ended": {
      const told = await waitlistLetter(core, kind, eventsOf(waitlistStream, history), job.version);
      if (typeof told === "string") return notWritten(told);
      // An offer's end is only mailed if staff cancelled it.
      const isByStaff = recorded.type === "OfferDeclined" || isByVenue(recorded.meta.actor);
      const counts = isCounted(kind) && !isByStaff;
      return (await withheldOf(core, envelope, told, counts)) ?? mail(core, envelope, told, told.letter);
    }
    case "contact-message":
      return contactMail(core, envelope, recorded);
    case "contact-answer":
      return answerMail(core, envelope, eventsOf(inquiryStream, history), recorded);
    default:
      return bookingMail(core, envelope, { ...job, kind }, eventsOf(bookingStream, history));
  }
}

/** What began the thing that the event is about: its stream's first event; in the waitlist's, which has all entries, that of its entry. */
const beginningOf = (
  events: readonly RecordedEvent<MailedEvent>[],
  event: RecordedEvent<MailedEvent>,
): RecordedEvent<MailedEvent> | undefined =>
  "entryId" in event.data ? joinOf(events, event.data.entryId) : events[0];

/** Null if the mail does not count toward a budget or is within it. Called last, so that only a mail that will be sent is counted. */
async function withheldOf(
  core: Core,
  envelope: Envelope,
  { to, about }: { to: Mailbox; about: string },
  counts: boolean,
): Promise<Written | null> {
  const { messageId } = envelope;
  const isSent = !counts || (await isWithinBudget(core, { messageId, email: to.address }));
  return isSent ? null : withheld("beyond-budget", envelope, about);
}

async function bookingMail(
  core: Core,
  envelope: Envelope,
  job: MailJob & { kind: BookingMailKind },
  events: readonly RecordedEvent<BookingEvent>[],
): Promise<Written> {
  const recorded = events[job.version - 1];
  if (!recorded) throw new Error(`${job.stream} has no event ${job.version}`);
  const own = { events, recorded, summary: bookingSummary(recorded.id, events, job.version) };
  const together = await mailedTogether(core, job.kind, own);
  if (together.outcome === "told-by-another") return notWritten("told-together");
  if (together.outcome === "not-yet") return { ok: false, reason: "too-early", until: together.until };
  const [first, ...others] = together.told.filter(({ summary }) =>
    isStillValid(job.kind, summary, core.clock.now()),
  );
  if (!first) return notWritten("overtaken");
  const { summary } = first;
  const { bookingId } = summary;
  const isInvitation = job.kind === "feedback-invitation";
  const { endsAt } = summary.current;
  if (isInvitation) {
    if (endsAt > core.clock.now()) return { ok: false, reason: "too-early", until: endsAt };
    const due = dueAt(job, recorded);
    if (isTooLate(core, due > endsAt ? due : endsAt)) return notWritten("too-late");
  }
  if (isInvitation && (await findCommand(core.sql, `feedback:booking-${bookingId}`))) {
    return notWritten("feedback-already-left");
  }
  // Who comes now, since the email at the time of the event may have been a mistake.
  const about = summary.current.personId;
  const to = mailboxOf(await readPerson(core.sql, about));
  if (!to) return notWritten("no-address");
  const isAboutUnpaid = job.kind === "booking-received" || job.kind === "booking-expired";
  const requestedAt = events[0]?.occurredAt;
  // A customer expects the mails of a booking that staff made by phone.
  const isByStaff = events[0] !== undefined && isByVenue(events[0].meta.actor);
  if (isAboutUnpaid && requestedAt && !isByStaff) {
    const request = { personId: together.requestedAs, requestedAt, email: to.address };
    if (!(await hasMailTurn(core, request))) return withheld("not-its-turn", envelope, about);
  }
  const counts = isBookingMailCounted(job.kind, summary, first.recorded, first.events);
  const beyond = await withheldOf(core, envelope, { to, about }, counts);
  if (beyond) return beyond;
  const told = asTold(job.kind, first);
  const toldToo = others.map((one) => asTold(job.kind, one));
  const { toldReasonId } = told.summary.after;
  const toldReason =
    toldReasonId === null ? null : ((await readPerson(core.sql, toldReasonId))?.freeText ?? null);
  const { series } = together;
  const changesWhatIsOwed = job.kind === "booking-cancelled" || job.kind === "booking-rescheduled";
  const isCredited = changesWhatIsOwed && (await lowersInvoice(core, [first, ...others]));
  const letter =
    series && toldToo.length > 0
      ? seriesMailContent(core, job.kind, [told.summary, ...toldToo.map(({ summary }) => summary)], {
          series,
          toldReason,
          isCredited,
        })
      : bookingMailContent(core, job.kind, told.summary, { toldReason, isCredited, series });
  // A calendar needs no entry for a visit that is over, or for mails about money alone.
  const hasNoNewTime = job.kind === "refund-issued" || job.kind === "balance-received";
  if (isInvitation || hasNoNewTime) return mail(core, envelope, { to, about }, letter);
  const calendar =
    series && toldToo.length > 0
      ? seriesCalendarFile(
          core,
          series.id,
          [told, ...toldToo].map(({ visit }) => visit),
        )
      : calendarFileOf(core, { ...told.visit, attendee: to });
  return mail(core, envelope, { to, about }, letter, { calendar });
}

/** What a mail says of a booking, and the booking's entry in its calendar file. */
interface ToldVisit {
  summary: BookingSummary;
  visit: Omit<CalendarVisit, "attendee">;
}

function asTold(kind: BookingMailKind, { summary, events }: Told): ToldVisit {
  // The mail must not ask to pay for hours that the customer has exchanged for others.
  const changed =
    kind === "booking-received" &&
    summary.laterEvents.some(({ type }) => type === "HoldChanged" || type === "DetailsChanged");
  // A reminder is about the visit's current time, not about the event that first set it.
  const latest = events.at(-1);
  const { bookingId, current, after, version, at } = summary;
  const entry =
    (kind === "reminder" || changed) && latest
      ? { booking: current, version: latest.version, at: latest.occurredAt }
      : { booking: after, version, at };
  return {
    summary: changed ? { ...summary, after: current } : summary,
    visit: { bookingId, ...entry },
  };
}

/** A mail to the owner of a staff account, unless the account has been deleted. */
async function ownLoginMail(
  core: Core,
  envelope: Envelope,
  events: readonly RecordedEvent<StaffEvent>[],
  version: number,
): Promise<Written> {
  const account = fold(staffStream, events);
  const event = events[version - 1];
  const letter = account.exists && !account.deleted && event ? staffMailContent(core, event, account) : null;
  if (!account.exists || letter === null) return notWritten("overtaken");
  const to = mailboxOf(await readPerson(core.sql, account.personId));
  return to ? mail(core, envelope, { to, about: account.personId }, letter) : notWritten("no-address");
}

/** A mail to the venue. It names the account by number and not the person, since an erasure does not reach the venue's own mailbox. */
async function erasureMail(
  core: Core,
  envelope: Envelope,
  { id }: RecordedEvent<MailedEvent>,
): Promise<Written> {
  const account = await customerAccount(core, id);
  if (!account?.erasureRequestedAt) return notWritten("overtaken");
  return mail(
    core,
    envelope,
    { to: venueOf(core), about: null },
    erasureRequestMailContent(core.settings.now(), account),
  );
}

/** Null if the request is no longer valid. */
async function accountLetter(
  core: Core,
  event: RecordedEvent<MailedEvent>,
): Promise<{ to: CustomerProfile; personId: string; letter: MailContent } | null> {
  const { id: customerId } = event;
  const { timeZone } = core;
  const venue = core.settings.now();
  if (event.type === "PasswordResetRequested") {
    const link = await passwordResetLink(core, customerId, new Date(event.data.at));
    return link && { ...link, letter: passwordResetMailContent(venue, link, timeZone) };
  }
  const askedAt = event.type === "EmailVerificationRequested" ? new Date(event.data.at) : event.occurredAt;
  const link = await verificationLink(core, customerId, askedAt);
  return link && { ...link, letter: verificationMailContent(venue, link, timeZone) };
}

const isTooLate = (core: Core, due: Date): boolean =>
  core.clock.now().getTime() - due.getTime() > TOO_LATE_MS;

function dueAt(job: MailJob, recorded: RecordedEvent<MailedEvent>): Date {
  const sendAt = mailsFor(recorded).find(({ mail }) => mail.kind === job.kind)?.sendAt;
  return sendAt ?? recorded.occurredAt;
}

/**
 * The same mail always gets the same id. It includes the command's random id, so that no other installation, and no later one under the
 * same name, makes the same id: mailboxes drop a mail whose id they know.
 */
function messageIdOf(core: Core, job: MailJob, events: readonly Recorded[]): string {
  const mailId = mailIdOf(job);
  const origin = job.kind === "feedback-invitation" ? events[0] : events[job.version - 1];
  const unique = createHash("sha256").update(`${mailId}\n${origin?.commandId}`).digest("hex").slice(0, 16);
  return `<${mailId.replace("@", ".").replace("/", ".")}.${unique}@${hostOf(core.settings.now())}>`;
}
