/** Decides which mails follow from which events and when they are sent. Pure; a rebuild does not use it. */
import { z } from "zod";
import { accountStream } from "../../../core/booking/billing/account.ts";
import type { AccountEvent } from "../../../core/booking/billing/account-events.ts";
import { type BookingEvent, changesEmail } from "../../../core/booking/state/booking-events.ts";
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import { offerStart } from "../../../core/booking/waitlist/offer-window.ts";
import { waitlistStream } from "../../../core/booking/waitlist/waitlist.ts";
import type { WaitlistEvent } from "../../../core/booking/waitlist/waitlist-events.ts";
import { type CustomerEvent, customerStream } from "../../../core/customer/customer.ts";
import { type InquiryEvent, inquiryStream } from "../../../core/inquiry/inquiry.ts";
import { eventsOf, type RawEvent, type RecordedEvent } from "../../../core/log/stream.ts";
import { type StaffEvent, staffStream } from "../../../core/staff/staff.ts";
import { type TokenEvent, tokenStream } from "../../../core/token/token.ts";
import { type WebhookEvent, webhookStream } from "../../../core/webhook/webhook.ts";
import { MAIL_KINDS, type MailKind } from "../../words/mail-kinds.ts";

/** The payload of the job that sends a mail: its kind and the event that caused it. It names no person. */
export const MailJob = z.object({
  kind: z.enum(MAIL_KINDS),
  stream: z.string(),
  /** The event's version in its stream. */
  version: z.number().int(),
});
export type MailJob = z.infer<typeof MailJob>;

export interface ScheduledMail {
  mail: MailJob;
  /** UTC instant before which it is not sent; null for at once. */
  sendAt: Date | null;
}

/** A reminder is sent this long before the visit. */
const REMINDER_AHEAD_MS = 24 * 3_600_000;
/** If the visit has not been marked completed by then, the guest is invited to leave feedback this long after it. */
const FEEDBACK_AFTER_MS = 2 * 3_600_000;

/** The mail's name, under which it is never sent twice. Feedback is asked for once per booking, whichever event causes it. */
export const mailIdOf = ({ kind, stream, version }: MailJob): string =>
  kind === "feedback-invitation" ? `${stream}/${kind}` : `${stream}@${version}/${kind}`;

const LANES = 2;

/** How many jobs can wait for mail servers and the calendar at the same time. */
export const MAIL_LANES = LANES + 1;

/**
 * The job queue that a mail waits in. Jobs of one queue run one after another, so a booking's mails are sent in order, and a hanging mail
 * server uses at most as many of a worker's slots as there are lanes.
 */
export function mailLaneOf({ stream }: Pick<MailJob, "stream">): string {
  const id = Number(/\d+$/.exec(stream)?.[0] ?? 0);
  return `mail-${id % LANES}`;
}

export type MailedEvent =
  | BookingEvent
  | AccountEvent
  | CustomerEvent
  | InquiryEvent
  | StaffEvent
  | TokenEvent
  | WaitlistEvent
  | WebhookEvent;

/** The events of one stream that may cause mails; throws `UndecodableEvent` if one cannot be read. */
export const mailedEventsOf = (history: readonly RawEvent[]): RecordedEvent<MailedEvent>[] => [
  ...eventsOf(bookingStream, history),
  ...eventsOf(accountStream, history),
  ...eventsOf(customerStream, history),
  ...eventsOf(inquiryStream, history),
  ...eventsOf(staffStream, history),
  ...eventsOf(tokenStream, history),
  ...eventsOf(waitlistStream, history),
  ...eventsOf(webhookStream, history),
];

/** The mail that each event causes at once; staff's are of the kind "own-login". */
const MAIL_OF: Partial<Record<MailedEvent["type"], MailKind>> = {
  BookingRequested: "booking-received",
  BookingRescheduled: "booking-rescheduled",
  BookingMoved: "booking-rescheduled",
  BookingConfirmed: "booking-confirmed",
  BalanceReceived: "balance-received",
  BookingCancelled: "booking-cancelled",
  BookingExpired: "booking-expired",
  BookingCompleted: "feedback-invitation",
  RefundIssued: "refund-issued",
  RefundRecorded: "refund-issued",
  ReceiptRequested: "receipt",
  InvoiceAdded: "invoice-issued",
  InvoiceCredited: "credit-note-issued",
  InvoiceReminded: "invoice-reminder",
  // Only once it is paid in full, which the mail's writer finds out.
  InvoiceMoneyReceived: "invoice-paid",
  InvoicePaymentReceived: "invoice-paid",
  WaitlistJoined: "waitlist-joined",
  // Only if the entry waits on, which the mail's writer finds out.
  OfferLapsed: "waitlist-lapsed",
  // Only if staff cancelled it, which the writer finds out too.
  OfferDeclined: "waitlist-ended",
  WaitlistLeft: "waitlist-ended",
  CustomerRegistered: "email-verification",
  EmailVerificationRequested: "email-verification",
  PasswordResetRequested: "password-reset",
  ErasureRequested: "erasure-requested",
  InquiryReceived: "contact-message",
  InquiryAnswered: "contact-answer",
  SecondFactorEnrolled: "own-login",
  SecondFactorRemoved: "own-login",
  CodeLoginChallengeSpent: "own-login",
  CodeLoginClosed: "own-login",
  CodeLoginOpened: "own-login",
  StaffPasswordLinkRequested: "own-login",
  StaffPasswordSet: "own-login",
  TokenUsedFromNewNetwork: "token-network",
  WebhookDisabled: "webhook-trouble",
  WebhookDeliveryFailed: "webhook-trouble",
};

/** Whether its recipient knows what the event says, or another mail tells it; an import tells no one (decision 309). */
function isUnmailed(event: RecordedEvent<MailedEvent>): boolean {
  if (event.meta.import !== undefined) return true;
  switch (event.type) {
    // A balance that was no longer due is refunded, and the refund's mail says so.
    case "BalanceReceived":
      return !event.data.settles;
    case "BookingMoved":
      return event.data.unmailed === true;
    // The first mail said that an entry ends with its last day.
    case "WaitlistLeft":
      return event.data.why !== "lapses";
    default:
      return false;
  }
}

/** The mails that an event causes. An offer's waits for the end of the quiet hours. */
export function mailsFor(event: RecordedEvent<MailedEvent>): ScheduledMail[] {
  if (event.meta.demo) return [];
  const mail = (kind: MailKind, sendAt: Date | null = null): ScheduledMail => ({
    mail: { kind, stream: event.stream, version: event.version },
    sendAt,
  });
  // The new mailbox is told what was told to the mistaken one.
  const kind = changesEmail(event) ? "booking-received" : MAIL_OF[event.type];
  const atOnce = kind === undefined || isUnmailed(event) ? [] : [mail(kind)];
  switch (event.type) {
    case "BookingRequested":
    case "BookingRescheduled":
    case "BookingMoved":
    // A customer who changes a hold sees the change on the page; a mail about the old hours is no longer sent (`isStillValid`).
    case "HoldChanged":
      return [...atOnce, ...aroundTheVisit(event.data)];
    case "HoursOffered": {
      const now = event.occurredAt;
      const { startTime, until } = event.data;
      const from = offerStart({ startsAt: new Date(startTime), until: new Date(until) }, now);
      return [mail("waitlist-offered", from > now ? from : null)];
    }
    default:
      return atOnce;
  }

  /** Their time depends on the visit's time, which this event has set; whether they are still valid is checked when they are due. */
  function aroundTheVisit({ startsAt, endsAt }: { startsAt: string; endsAt: string }): ScheduledMail[] {
    const reminder = new Date(new Date(startsAt).getTime() - REMINDER_AHEAD_MS);
    const feedback = new Date(new Date(endsAt).getTime() + FEEDBACK_AFTER_MS);
    return [
      // A customer who books less than a day ahead has just got a mail about it.
      ...(reminder > event.occurredAt ? [mail("reminder", reminder)] : []),
      mail("feedback-invitation", feedback),
    ];
  }
}

/** The queue of all changes to the venue's own calendar. */
export const CALENDAR_LANE = "venue-calendar";

const VENUE_CALENDAR_EVENTS: readonly BookingEvent["type"][] = [
  "BookingConfirmed",
  "BookingRescheduled",
  "BookingMoved",
  "BookingCancelled",
  "BookingCompleted",
];

/** Whether the event changes what the venue's own calendar should show. */
export const changesVenueCalendar = ({ type, meta }: RecordedEvent<BookingEvent>): boolean =>
  !meta.demo && VENUE_CALENDAR_EVENTS.includes(type);
