/** Owns the worker: graphile-worker's tasks and cron, by which projections follow the log and reactions are carried out. */
import { Logger as GraphileLogger, parseCronItems, run, type TaskList } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import { z } from "zod";
import { expireBooking } from "../core/booking/handle.ts";
import { issueRefund, reconcilePayment } from "../core/booking/payments.ts";
import type { Core } from "../core/context.ts";
import type { MailOffice } from "../core/mail/mail-office.ts";
import type { PaymentGateway } from "../core/payment/gateway.ts";
import { erasePastRetention } from "../core/personal-data.ts";
import { bookingsWithOpenIntent } from "./bookings.ts";
import { followers } from "./followers.ts";
import { mailTasks } from "./mail/mail-tasks.ts";
import { runToHead } from "./run.ts";

/** Future jobs (a hold's end) start within this many milliseconds of their time. */
const POLL_INTERVAL_MS = 500;
const CONCURRENCY = 4;
/** Our jobs take seconds; one locked for longer belonged to a worker that died. */
const STUCK_AFTER = "5 minutes";
const EVERY_MINUTE = ["catch-up", "sweep-holds", "reconcile-payments", "unlock-stuck-jobs"];
/** How long after it was made a booking's open intent is still asked about; Stripe's own retries end after three days. */
const RECONCILE_WINDOW_MS = 4 * 24 * 3_600_000;

export interface WorkerDependencies {
  core: Core;
  gateway: PaymentGateway;
  mail: MailOffice;
  /** A node-postgres pool as the runtime's role: graphile-worker takes no other. */
  pgPool: pg.Pool;
  logger: Logger;
}

const ProjectPayload = z.object({ follower: z.string() });
const BookingPayload = z.object({ bookingId: z.number() });
const RefundPayload = BookingPayload.extend({ refundId: z.string() });

/** Starts a worker; any number may run against one database. Takes everything that the log has before it returns. */
export async function startWorker(deps: WorkerDependencies): Promise<{ stop(): Promise<void> }> {
  const { pgPool, logger } = deps;
  await catchUp(deps);
  const runner = await run({
    pgPool,
    concurrency: CONCURRENCY,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 5_000,
    taskList: tasks(deps),
    parsedCronItems: parseCronItems(
      [...EVERY_MINUTE.map((task) => [task, "* * * * *"]), ["erase-past-retention", "17 4 * * *"]].map(
        ([task = "", match = ""]) => ({
          task,
          match,
          options: { backfillPeriod: 0, maxAttempts: 1, jobKey: `cron:${task}`, jobKeyMode: "replace" },
        }),
      ),
    ),
    logger: new GraphileLogger((scope) => (level, message) => {
      // Its "info" tells of every job; ours tell of what happened.
      logger[level === "info" ? "debug" : level === "warning" ? "warn" : level]({ scope }, message);
    }),
  });
  return { stop: () => runner.stop() };
}

function tasks({ core, gateway, logger, ...rest }: WorkerDependencies): TaskList {
  return {
    ...mailTasks({ core, logger, mail: rest.mail }),

    async project(payload, { abortSignal, addJob }) {
      const { follower: name } = ProjectPayload.parse(payload);
      const follower = followers(core).find((f) => f.name === name);
      if (!follower) throw new Error(`Nothing named ${name} follows the log`);
      if (await runToHead(core.sql, follower, abortSignal)) return;
      await addJob(
        "project",
        { follower: name },
        { jobKey: `project:${name}`, runAt: new Date(Date.now() + 1_000) },
      );
    },

    async "expire-hold"(payload) {
      const { bookingId } = BookingPayload.parse(payload);
      await reconcileQuietly(core, gateway, bookingId, logger);
      await expireBooking(core, bookingId);
    },

    async "issue-refund"(payload) {
      await issueRefund(core, gateway, RefundPayload.parse(payload));
    },

    async "catch-up"() {
      await catchUp({ core, gateway, logger, ...rest });
    },

    /** Expires what an `expire-hold` job missed, whose worker died say. */
    async "sweep-holds"() {
      const due = await core.sql<{ booking_id: number }[]>`
        select distinct booking_id from room_hours where held_until <= ${core.clock.now()}`;
      for (const { booking_id } of due) {
        await reconcileQuietly(core, gateway, booking_id, logger);
        await expireBooking(core, booking_id);
      }
    },

    /** Finds the payments whose webhook never came. */
    async "reconcile-payments"() {
      const since = new Date(core.clock.now().getTime() - RECONCILE_WINDOW_MS);
      for (const bookingId of await bookingsWithOpenIntent(core.sql, since)) {
        await reconcileQuietly(core, gateway, bookingId, logger);
      }
    },

    async "erase-past-retention"() {
      const erased = await erasePastRetention(core.sql);
      if (erased > 0) logger.info({ erased }, "erased personal data older than seven years");
    },

    async "unlock-stuck-jobs"() {
      await core.sql`
        select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
        from graphile_worker._private_jobs where locked_at < now() - ${STUCK_AFTER}::interval having count(*) > 0`;
    },
  };
}

async function catchUp({ core, logger }: WorkerDependencies): Promise<void> {
  for (const follower of followers(core)) {
    if (!(await runToHead(core.sql, follower)))
      logger.warn({ follower: follower.name }, "events are held back");
  }
}

/** A provider that does not answer must not keep a hold from expiring: late money has its own rule. */
async function reconcileQuietly(core: Core, gateway: PaymentGateway, bookingId: number, logger: Logger) {
  try {
    await reconcilePayment(core, gateway, bookingId);
  } catch (error) {
    logger.warn({ err: error, bookingId }, "could not ask the payment provider about a booking");
  }
}
