/** Owns what follows from an event outside the log: the jobs it causes, each keyed by its cause so that it is queued once. A rebuild never comes here. */
import type { BookingEvent } from "../core/booking/booking-events.ts";
import type { RecordedEvent } from "../core/log/read.ts";
import { CALENDAR_LANE, changesVenueCalendar, laneOf, type MailOrder, mailsCausedBy } from "./mail/orders.ts";
import { bookingIdOf } from "./projection.ts";
import type { Follower } from "./run.ts";

export type Job =
  | { task: "expire-hold"; payload: { bookingId: number } }
  | { task: "issue-refund"; payload: { bookingId: number; refundId: string } }
  | { task: "send-mail"; payload: MailOrder }
  | { task: "sync-calendar"; payload: { bookingId: number } };

interface QueuedJob {
  job: Job;
  /** The cause's own name: the same event queues the same job. */
  key: string;
  /** UTC instant before which it must not run; at once when null. */
  runAt: string | null;
  /** Jobs of one queue run one after another. */
  queue?: string;
}

/** The jobs that an event causes. */
export const reactionsTo = (recorded: RecordedEvent): QueuedJob[] => [
  ...bookingReactionsTo(recorded),
  ...mailReactionsTo(recorded),
];

function mailReactionsTo(recorded: RecordedEvent): QueuedJob[] {
  const jobs = mailsCausedBy(recorded).map(
    ({ order, dueAt }): QueuedJob => ({
      job: { task: "send-mail", payload: order },
      key: `mail:${order.kind}:${order.stream}@${order.version}`,
      runAt: dueAt?.toISOString() ?? null,
      queue: laneOf(order),
    }),
  );
  const bookingId = bookingIdOf(recorded);
  if (bookingId !== null && changesVenueCalendar(recorded)) {
    jobs.push({
      job: { task: "sync-calendar", payload: { bookingId } },
      key: `calendar:${recorded.stream}@${recorded.version}`,
      runAt: null,
      queue: CALENDAR_LANE,
    });
  }
  return jobs;
}

function bookingReactionsTo(recorded: RecordedEvent): QueuedJob[] {
  const bookingId = bookingIdOf(recorded);
  if (bookingId === null) return [];
  const event = recorded as Pick<RecordedEvent, "type" | "data"> as BookingEvent; // booking streams only, see above
  switch (event.type) {
    case "BookingRequested":
      // The minutely sweep ends the few sample holds that still run; a job for each of thousands would be idle work.
      if (recorded.meta.demo) return [];
      return [
        {
          job: { task: "expire-hold", payload: { bookingId } },
          key: `expire-hold:${recorded.stream}`,
          runAt: event.data.holdUntil,
        },
      ];
    case "RefundRequested":
    case "RefundRetried": {
      const { refundId } = event.data;
      return [
        {
          job: { task: "issue-refund", payload: { bookingId, refundId } },
          key: `issue-refund:${recorded.stream}:${refundId}@${recorded.version}`,
          runAt: null,
        },
      ];
    }
    default:
      return [];
  }
}

/** Queues a batch's jobs in the transaction that moves the cursor: none is lost, none is queued twice. */
export const reacting: Follower = {
  name: "reactions",
  async take(tx, events) {
    const queued = events.flatMap(reactionsTo);
    if (queued.length === 0) return;
    const jobs = queued.map(({ job, key, runAt, queue }) => ({
      ...job,
      key,
      run_at: runAt,
      queue: queue ?? null,
    }));
    await tx`
      select graphile_worker.add_job(
        q.task, payload => q.payload, queue_name => q.queue, run_at => q.run_at, job_key => q.key,
        job_key_mode => 'unsafe_dedupe')
      from jsonb_to_recordset(${tx.json(jobs)})
        as q (task text, payload json, key text, run_at timestamptz, queue text)`;
  },
};
