/** Owns the worker's end of the job queue: graphile-worker, looked into when a job is due, and known to have ended or to hear nothing. */
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
import { isDatabaseUnavailable } from "../../core/platform/database-errors.ts";

/** A job is taken when its notification comes, and when a beat finds it due; that each hand looks for itself is the last net. */
const POLL_INTERVAL_MS = 60_000;
/** Jobs that end within this many milliseconds are struck off by one statement. */
const STRIKE_OFF_MS = 1;
/** After a job of a queue has ended, while more wait: once its end is likely to be written down, and after these pauses until the queue's next is had. */
const LOOK_AGAIN_MS = [4, 8, 20];
/** Jobs under way have so long to end when a worker stops. */
const FINISH_MS = 5_000;
/** And so long when it begins anew. */
const LET_GO_MS = 200;
/** A queue that closes by itself is let go after so long: once it has lost a connection its count of ended jobs is wrong, and it waits forever. */
const CLOSE_MS = 500;
/** Jobs wait, a hand is free, and none has looked for so long: the queue's connections hang. */
const STUCK_MS = 4_000;
/** So long after a hand was not answered, the beats ask for jobs that are locked and in no hand. */
const UNSURE_MS = 6_000;
/** Without the queue's notifications for so long a worker begins anew: the queue itself waits up to a minute before it listens again. */
const DEAF_MS = 1_000;

/** A job whose session was lost is tried again after these pauses by the hand that has it, before it fails and waits for longer. */
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

/** Within two minutes, then it is dead until its next time; a database that was away for a moment is no reason to raise the alarm. */
const CLOCK_ATTEMPTS = 5;

/** Tasks that come round by the clock: once for each match, the next replacing one that still waits; not made up for. */
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
  /** A node-postgres pool as the runtime's role, which graphile-worker needs: a connection for each hand, one to listen, one to beat, one for its clock. */
  pgPool: pg.Pool;
  tasks: TaskList;
  cron: readonly ParsedCronItem[];
  /** How many jobs may run at a time. */
  hands: number;
  logger: Logger;
}

/** graphile-worker's runner with what it does not tell by itself. Takes jobs from now on. */
export async function openQueue({ pgPool, tasks, cron, hands, logger }: QueueOptions) {
  const events = new EventEmitter();
  let pool: WorkerPool | undefined;
  let deafSince: number | null = null;
  /** Whether the last beat found jobs that nobody has, or that are due before the next. */
  let isBehind = false;
  let isClosing = false;
  let hasEnded = false;
  /** Ids of jobs. */
  const atWork = new Set<string>();
  /** When a hand was last not answered, which may have been given a job by it. */
  let unansweredAt: number | null = null;
  let lookedAt = performance.now();
  events.on("pool:create", (created: { workerPool: WorkerPool }) => {
    pool = created.workerPool;
  });
  events.on("pool:listen:error", () => {
    deafSince ??= performance.now();
  });
  events.on("pool:listen:success", () => {
    deafSince = null;
  });
  /** By queues whose next job is looked for. */
  const looking = new Map<number, NodeJS.Timeout>();
  // The next job of a queue can be taken once the end of this one is written down, which is after its hand has looked.
  events.on("job:complete", ({ job }: { job: Job }) => {
    if (isBehind && job.job_queue_id !== null) lookForNext(job.job_queue_id, LOOK_AGAIN_MS);
  });
  events.on("worker:getJob:empty", () => {
    lookedAt = performance.now();
  });
  events.on("worker:getJob:error", () => {
    unansweredAt = performance.now();
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
  /** Hands of a queue that closes cannot be told anything. */
  function nudge(count: number): void {
    if (!isClosing && count > 0) pool?.nudge(count);
  }
  const runner = await run({
    pgPool,
    concurrency: hands,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: FINISH_MS,
    // Else a job's end is written down by a promise that nobody awaits.
    preset: { worker: { completeJobBatchDelay: STRIKE_OFF_MS, failJobBatchDelay: STRIKE_OFF_MS } },
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, withNewSessions(task as Task)]),
    ),
    parsedCronItems: [...cron],
    events,
    logger: new GraphileLogger((scope) => (level, message) => {
      // Its "info" tells of every job; ours tell of what happened.
      logger[level === "info" ? "debug" : level === "warning" ? "warn" : level]({ scope }, message);
    }),
  });
  const ended = Promise.race([runner.promise.catch(() => undefined), closed]).then(() => {
    hasEnded = true;
  });
  if (!pool) throw new Error("graphile-worker made no pool");
  const made = pool;
  logger.debug({ pool: made.id }, "a worker's life begins");
  return {
    pool: made,
    ended,
    hasEnded: () => hasEnded,
    /** Whether the queue is told of new jobs: not between a lost session and the next one. */
    hears: () => deafSince === null,
    isDeaf: () => deafSince !== null && performance.now() - deafSince > DEAF_MS,
    isStuck: () => performance.now() - lookedAt > STUCK_MS,
    /** Which jobs are in hand, for a while after a hand was not answered; null else: what is locked in this queue's name is in hand. */
    inHand(): string[] | null {
      const isSure = unansweredAt === null || performance.now() - unansweredAt > UNSURE_MS;
      return isSure ? null : [...atWork];
    },
    catchUp(due: readonly number[]): void {
      if (!due.includes(0) || atWork.size >= hands) lookedAt = performance.now();
      isBehind = due.length > 0;
      nudge(due.filter((ms) => ms === 0).length);
      for (const ms of due) if (ms > 0) setTimeout(nudge, ms, 1).unref();
    },
    /**
     * What is at work has its time to end: seconds where nobody comes after it, and next to none where a worker begins anew, which follows nothing
     * until then. What takes longer is left behind, and its jobs are others'.
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
