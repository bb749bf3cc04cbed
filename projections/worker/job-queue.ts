/** Runs graphile-worker as the worker's job queue, checks it when a job is due, and detects when it has ended or gets no notifications. */
import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import {
  Logger as GraphileLogger,
  type Job,
  type ParsedCronItem,
  parseCronItems,
  run,
  type Task,
  type TaskList,
  type WorkerPool,
} from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import { isDatabaseUnavailable } from "../../core/platform/database/database-errors.ts";

/** Jobs start when their notification comes or when a heartbeat finds them due; the slots' own polling is the last resort. */
const POLL_INTERVAL_MS = 60_000;
/** The ends of jobs within this many milliseconds are recorded in one statement. */
const STRIKE_OFF_MS = 1;
/** When to look for a queue's next job after one has ended: once its end is probably recorded, then after these pauses. */
const LOOK_AGAIN_MS = [4, 8, 20];
/** How long running jobs may take to end when a worker stops. */
const FINISH_MS = 5_000;
/** The same when the worker restarts. */
const LET_GO_MS = 200;
/** A queue that closes by itself is abandoned after this time: after a lost connection it miscounts ended jobs and would wait forever. */
const CLOSE_MS = 500;
/** If jobs wait, a slot is free and no slot has polled for this long, the queue's connections hang. */
const STUCK_MS = 4_000;
/** For this long after a poll got no answer, or after the queue listens again, the heartbeats ask for jobs that are locked but not running. */
const UNSURE_MS = 6_000;
/** A worker without notifications for this long restarts: the queue itself waits up to a minute before it listens again. */
const DEAF_MS = 1_000;

/** A job whose session was lost is retried after these pauses in the same slot, before it fails and waits longer. */
const AGAIN_MS = [50, 250, 1_000];

const withNewSessions =
  (task: Task): Task =>
  async (payload, helpers) => {
    for (const pause of AGAIN_MS) {
      try {
        return await task(payload, helpers);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
      }
      await delay(pause);
    }
    return task(payload, helpers);
  };

/** All attempts fall within two minutes; then the job is dead until its next time. A short outage of the database is no alarm. */
const CLOCK_ATTEMPTS = 5;

/** Tasks that run by the clock: once for each match, where the next one replaces one that still waits; missed runs are not repeated. */
export const cronOf = (
  tasks: readonly { task: string; match: string }[],
  queue?: { queueName: string },
): ParsedCronItem[] =>
  parseCronItems(
    tasks.map(({ task, match }) => ({
      task,
      match,
      options: {
        backfillPeriod: 0,
        maxAttempts: CLOCK_ATTEMPTS,
        jobKey: `cron:${task}`,
        jobKeyMode: "replace" as const,
        ...queue,
      },
    })),
  );

export interface QueueOptions {
  /**
   * A node-postgres pool as the runtime's role, for graphile-worker: a connection per slot, and one each to listen, for heartbeats and for
   * its clock.
   */
  pgPool: pg.Pool;
  tasks: TaskList;
  cron: readonly ParsedCronItem[];
  /** How many jobs may run at a time. */
  concurrency: number;
  logger: Logger;
}

/** Starts graphile-worker's runner and tracks what it does not report by itself. It takes jobs at once. */
export async function openQueue({ pgPool, tasks, cron, concurrency, logger }: QueueOptions) {
  const events = new EventEmitter();
  let pool: WorkerPool | undefined;
  let deafSince: number | null = null;
  /** Whether the last heartbeat found unclaimed jobs that are due before the next one. */
  let isBehind = false;
  let isClosing = false;
  let hasEnded = false;
  /** Ids of jobs. */
  const atWork = new Set<string>();
  /**
   * When the server's locks and this queue's jobs may last have parted: a poll that got no answer may have claimed a job, and a crash of
   * the server may have undone the recorded end of one (`waitsForDisk` is false).
   */
  let unsureAt: number | null = null;
  let lookedAt = performance.now();
  events.on("pool:create", (created: { workerPool: WorkerPool }) => {
    pool = created.workerPool;
  });
  events.on("pool:listen:error", () => {
    deafSince ??= performance.now();
  });
  events.on("pool:listen:success", () => {
    // A crash of the server ends this session, too.
    if (deafSince !== null) unsureAt = performance.now();
    deafSince = null;
  });
  /** Timers by the queue whose next job is looked for. */
  const looking = new Map<number, NodeJS.Timeout>();
  // The next job of a queue can be taken only after the end of this one is recorded, which is after its slot has polled.
  events.on("job:complete", ({ job }: { job: Job }) => {
    if (isBehind && job.job_queue_id !== null) lookForNext(job.job_queue_id, LOOK_AGAIN_MS);
  });
  events.on("worker:getJob:empty", () => {
    lookedAt = performance.now();
  });
  events.on("worker:getJob:error", () => {
    unsureAt = performance.now();
  });
  events.on("job:complete", ({ job }: { job: Job }) => {
    atWork.delete(job.id);
  });
  events.on("job:start", ({ job }: { job: Job }) => {
    atWork.add(job.id);
    lookedAt = performance.now();
    if (job.job_queue_id !== null) clearTimeout(looking.get(job.job_queue_id));
  });
  function lookForNext(queue: number, [pause, ...later]: readonly number[]): void {
    if (pause === undefined) return;
    const look = setTimeout(() => {
      nudge(1);
      lookForNext(queue, later);
    }, pause);
    looking.set(queue, look.unref());
  }
  const closed = new Promise<void>((resolve) => {
    for (const closing of ["pool:gracefulShutdown", "pool:forcefulShutdown"]) {
      events.on(closing, () => {
        isClosing = true;
        setTimeout(resolve, CLOSE_MS).unref();
      });
    }
  });
  /** Slots of a closing queue cannot be notified. */
  function nudge(count: number): void {
    if (!isClosing && count > 0) pool?.nudge(count);
  }
  const runner = await run({
    pgPool,
    concurrency,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: FINISH_MS,
    // Without a batch delay, a job's end is recorded by a promise that is not awaited.
    preset: { worker: { completeJobBatchDelay: STRIKE_OFF_MS, failJobBatchDelay: STRIKE_OFF_MS } },
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, withNewSessions(task as Task)]),
    ),
    parsedCronItems: [...cron],
    events,
    logger: new GraphileLogger((scope) => (level, message) => {
      // Its "info" level reports every job; this product's "info" reports what happened.
      logger[level === "info" ? "debug" : level === "warning" ? "warn" : level]({ scope }, message);
    }),
  });
  const ended = Promise.race([runner.promise.catch(() => undefined), closed]).then(() => {
    hasEnded = true;
  });
  if (!pool) throw new Error("graphile-worker made no pool");
  const made = pool;
  logger.debug({ pool: made.id }, "a worker starts");
  return {
    pool: made,
    ended,
    hasEnded: () => hasEnded,
    /** Whether the queue gets notifications of new jobs; not between a lost session and the next one. */
    hears: () => deafSince === null,
    isDeaf: () => deafSince !== null && performance.now() - deafSince > DEAF_MS,
    isStuck: () => performance.now() - lookedAt > STUCK_MS,
    /** The running jobs, if others may be locked in this queue's name; null if all of those are running. */
    inHand(): string[] | null {
      const isSure = deafSince === null && (unsureAt === null || performance.now() - unsureAt > UNSURE_MS);
      return isSure ? null : [...atWork];
    },
    catchUp(due: readonly number[]): void {
      if (!due.includes(0) || atWork.size >= concurrency) lookedAt = performance.now();
      isBehind = due.length > 0;
      nudge(due.filter((ms) => ms === 0).length);
      for (const ms of due) if (ms > 0) setTimeout(nudge, ms, 1).unref();
    },
    /**
     * Gives running jobs time to end: seconds if the worker stops, and almost none if it restarts, since it does not follow the log
     * meanwhile. Jobs that take longer are abandoned, and other workers get them.
     */
    async stop({ beginsAnew }: { beginsAnew: boolean }): Promise<void> {
      const waited = new AbortController();
      const patience = delay(beginsAnew ? LET_GO_MS : FINISH_MS + 1_000, undefined, {
        signal: waited.signal,
      });
      await Promise.race([runner.stop(), patience]).catch(() => undefined);
      waited.abort();
      patience.catch(() => undefined);
    },
  };
}
