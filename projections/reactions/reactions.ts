/** Decides which jobs follow from an event; each has a key made from its cause, so that it is queued once. A rebuild does not use it. */
import { accountStream } from "../../core/booking/billing/account.ts";
import type { AccountEvent } from "../../core/booking/billing/account-events.ts";
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { waitlistStream } from "../../core/booking/waitlist/waitlist.ts";
import { customerStream } from "../../core/customer/customer.ts";
import { erasureStream } from "../../core/erasure/erasure.ts";
import { importStream } from "../../core/import/import.ts";
import { inquiryStream } from "../../core/inquiry/inquiry.ts";
import type { RecordedEvent } from "../../core/log/stream.ts";
import { staffStream } from "../../core/staff/staff.ts";
import { tokenStream } from "../../core/token/token.ts";
import { webhookStream } from "../../core/webhook/webhook.ts";
import type { Batch } from "../engine/batch.ts";
import type { Follower } from "../engine/projection.ts";
import { addJobs, type QueuedJob } from "../engine/wake-followers.ts";
import { importReactionsTo } from "./import-tasks.ts";
import { REMOVE_ERASED_MAILS } from "./mail/mail-tasks.ts";
import {
  CALENDAR_LANE,
  changesVenueCalendar,
  type MailedEvent,
  mailLaneOf,
  mailsFor,
} from "./mail/mailed-events.ts";
import { invoiceRefundJobKey, providerLaneOf, refundJobKey } from "./provider-lanes.ts";
import { SEAL_JOB } from "./sealing.ts";

const MAIL_EVERY_MS = 25;

/** The jobs that a batch's events cause. The key names the cause: the same event queues the same job. */
function reactionsTo(batch: Batch): QueuedJob[] {
  return [
    ...batch.eventsOf(bookingStream).flatMap(bookingReactionsTo),
    ...batch.eventsOf(accountStream).flatMap(accountReactionsTo),
    ...mailedEventsIn(batch).flatMap(mailReactionsTo),
    ...batch.eventsOf(importStream).flatMap(importReactionsTo),
    ...batch
      .eventsOf(erasureStream)
      .map(() => ({ task: "remove-erased-mails", payload: {}, key: REMOVE_ERASED_MAILS })),
  ];
}

const mailedEventsIn = (batch: Batch): RecordedEvent<MailedEvent>[] => [
  ...batch.eventsOf(bookingStream),
  ...batch.eventsOf(accountStream),
  ...batch.eventsOf(customerStream),
  ...batch.eventsOf(inquiryStream),
  ...batch.eventsOf(staffStream),
  ...batch.eventsOf(tokenStream),
  ...batch.eventsOf(waitlistStream),
  ...batch.eventsOf(webhookStream),
];

const mailReactionsTo = (event: RecordedEvent<MailedEvent>): QueuedJob[] =>
  mailsFor(event).map(({ mail, sendAt }) => ({
    task: "send-mail",
    payload: mail,
    key: `mail:${mail.kind}:${mail.stream}@${mail.version}`,
    runAt: sendAt?.toISOString() ?? null,
    queue: mailLaneOf(mail),
  }));

function bookingReactionsTo(event: RecordedEvent<BookingEvent>): QueuedJob[] {
  const { id: bookingId, stream, version } = event;
  const queue = providerLaneOf(bookingId);
  const payload = { bookingId };
  const jobs: QueuedJob[] = [];
  if (changesVenueCalendar(event)) {
    jobs.push({ task: "sync-calendar", payload, key: `calendar:${stream}@${version}`, queue: CALENDAR_LANE });
  }
  switch (event.type) {
    case "BookingRequested":
      // The sweep of each minute ends the few sample holds that are still open; a job for each of thousands would be needless work. An
      // imported booking is no hold.
      if (event.meta.demo || event.meta.import !== undefined) break;
      jobs.push({
        task: "expire-hold",
        payload,
        key: `expire-hold:${stream}`,
        runAt: event.data.holdUntil,
        queue,
      });
      break;
    case "BookingExpired":
    case "BookingCancelled":
    case "HoldReleased":
    // Money came in at the desk, so what a card was to pay is no longer due.
    case "PaymentMarked":
    case "DeskMoneyReceived":
      if (event.meta.demo || event.meta.import !== undefined) break;
      jobs.push({ task: "cancel-intent", payload, key: `cancel-intent:${stream}@${version}`, queue });
      break;
    case "RefundRequested":
    case "RefundRetried": {
      const { refundId } = event.data;
      const key = refundJobKey(bookingId, refundId);
      jobs.push({ task: "issue-refund", payload: { bookingId, refundId }, key, queue });
      break;
    }
  }
  return jobs;
}

/** The provider is asked for a refund that its dashboard has made as for any other, and the job finds nothing to do. */
function accountReactionsTo({ id: accountId, type, data }: RecordedEvent<AccountEvent>): QueuedJob[] {
  if (type !== "InvoiceRefundRequested") return [];
  const { invoice, refundId } = data;
  const payload = { accountId, invoice, refundId };
  const queue = providerLaneOf(accountId);
  return [{ task: "issue-invoice-refund", payload, key: invoiceRefundJobKey(payload), queue }];
}

/**
 * Queues a batch's jobs in the transaction that moves the cursor, so that none is lost or queued twice.
 * Mails that are due at once are spread to 40 a second: a mail costs the machine ten times what its booking does, and the search for any
 * other job passes thousands of due jobs whose lane is busy (bookings fell to a third of their rate). A batch that is repeated because its
 * commit was lost begins with the same event, so its mails get the same instants; otherwise each attempt would delay them further.
 */
export function createReactions(): Follower {
  let nextMailAt = 0;
  let begun = { at: 0, with: "" };
  /** When the batch began. */
  let now = 0;

  function beginSpread({ raw: [first] }: Batch): void {
    now = performance.now();
    const event = first ? `${first.stream}@${first.version}` : "";
    if (begun.with === event) nextMailAt = begun.at;
    else begun = { at: nextMailAt, with: event };
  }

  function spread(queued: QueuedJob): QueuedJob {
    if (queued.task !== "send-mail" || queued.runAt !== null) return queued;
    const at = Math.max(now, nextMailAt);
    nextMailAt = at + MAIL_EVERY_MS;
    return at > now ? { ...queued, afterMs: at - now } : queued;
  }

  return {
    name: "reactions",
    version: 1,
    streams: [
      bookingStream,
      accountStream,
      customerStream,
      inquiryStream,
      erasureStream,
      importStream,
      staffStream,
      tokenStream,
      waitlistStream,
      webhookStream,
    ],
    async process(tx, batch) {
      beginSpread(batch);
      // Of two jobs with one key the later one counts, since one call accepts each key once.
      const jobs = new Map(reactionsTo(batch).map((queued) => [queued.key, spread(queued)]));
      const queued = [...jobs.values()].map((job) => ({
        ...job,
        // A heartbeat finds the job when its time has come.
        keepRunAt: job.runAt != null || job.afterMs !== undefined,
      }));
      // All in one statement: one for each job cost PostgreSQL four times as much as the booking itself.
      await addJobs(tx, [...queued, SEAL_JOB]);
    },
  };
}
