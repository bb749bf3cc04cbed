/** Owns a worker: it follows the log when woken, carries out jobs by graphile-worker, and begins anew when it was lost or taken for dead. */
import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import {
  Logger as GraphileLogger,
  type Job,
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerPool,
} from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import type { Sql } from "../../core/platform/database.ts";
import { BEAT_MS, beginLife, type Life } from "./alive.ts";
import type { Folded } from "./batch.ts";
import { resume } from "./cursor.ts";
import { BatchLost, follow } from "./follow.ts";
import { createBounded } from "./memory.ts";
import type { Follower, Projection } from "./projection.ts";
import { resumeStreams } from "./set-aside.ts";
import { upgradeProjections } from "./upgrade.ts";
import { FOLLOW } from "./wake.ts";

/** A job is taken when its notification comes, and when a beat finds it due; that each hand looks for itself is the last net. */
const POLL_INTERVAL_MS = 60_000;
/** Jobs that end within this many milliseconds are struck off by one statement. */
const STRIKE_OFF_MS = 1;
/** After a job of a queue has ended, while more wait: once its end is likely to be written down, and after these pauses until the queue's next is had. */
const LOOK_AGAIN_MS = [4, 8, 20];
/** So long a start waits for newer versions of projections; what takes longer goes on behind it. */
const UPGRADE_MS = 5_000;
/** Jobs under way have so long to end when a worker stops. */
const FINISH_MS = 5_000;
/** Without the queue's notifications for so long, a worker begins anew: the queue itself waits up to a minute before it listens again. */
const DEAF_MS = 1_000;
/** Between two lives. */
const PAUSE_MS = 250;

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
        maxAttempts: 1,
        jobKey: `cron:${task}`,
        jobKeyMode: "replace" as const,
        ...queue,
      },
    })),
  );

export interface RunnerOptions {
  sql: Sql;
  /** A node-postgres pool as the runtime's role, which graphile-worker needs: a connection for each hand, one to listen, one to beat, one for its clock. */
  pgPool: pg.Pool;
  followers: readonly Follower[];
  /** Those of the followers that are built anew where the live rows are of an older version. */
  projections: readonly Projection[];
  tasks: TaskList;
  cron: readonly ParsedCronItem[];
  /** How many of its tasks may run beside the following. */
  hands: number;
  logger: Logger;
  /** Ends the process: whoever starts it again has a worker that works. */
  giveUp?: ((reason: Error) => void) | undefined;
}

/**
 * Starts a worker; any number may run against one database. Follows the log to its head before it returns. What has parked or is set aside is
 * tried once more, since this code may be newer than the one that failed at it.
 */
export async function startRunner(options: RunnerOptions): Promise<{ stop(): Promise<void> }> {
  const { sql, followers, logger } = options;
  const stopping = new AbortController();
  await resume(sql, null);
  await resumeStreams(sql, followers);
  const upgraded = upgradeProjections(sql, options.projections, { logger, signal: stopping.signal });
  await within(upgraded, UPGRADE_MS);
  const following = createFollowing(options, stopping.signal);
  if ((await following.now()).heldBack) logger.warn("an older transaction holds events back");
  const lived = live(options, following, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([lived, upgraded]);
    },
  };
}

type Following = ReturnType<typeof createFollowing>;

/** One run at a time in this process: whoever asks while one is under way is answered by the next. */
function createFollowing({ sql, followers, logger, giveUp }: RunnerOptions, signal: AbortSignal) {
  const states = createBounded<string, Folded>();
  let [running, next]: (ReturnType<typeof follow> | null)[] = [null, null];

  function begin(tryParked: boolean): ReturnType<typeof follow> {
    running = follow(sql, followers, { logger, signal, states, tryParked })
      .catch((error: unknown) => {
        if (error instanceof BatchLost) giveUp?.(error);
        throw error;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    isUnderWay: () => running !== null,
    /** Takes everything that is committed now. Throws when the database is away. */
    now(tryParked = false): ReturnType<typeof follow> {
      if (!running) return begin(tryParked);
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = null;
          return begin(tryParked);
        });
      return next;
    },
  };
}

/** One life after the other, until it is told to stop. */
async function live(options: RunnerOptions, following: Following, signal: AbortSignal): Promise<void> {
  const { logger } = options;
  while (!signal.aborted) {
    try {
      const ended = await liveOnce(options, following, signal);
      if (ended !== "stopped") logger.warn({ because: ended }, "this worker begins anew");
    } catch (error) {
      logger.warn({ err: error }, "a worker could not begin; it tries again");
    }
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

type Ended =
  | "stopped"
  | "another worker took it for dead, and has its jobs"
  | "it heard of no jobs"
  | "its job queue ended";

async function liveOnce(options: RunnerOptions, following: Following, signal: AbortSignal): Promise<Ended> {
  const { sql, pgPool, followers, logger } = options;
  await sql`select look_after_jobs()`;
  const queue = await openQueue(options, following);
  let life: Life | null = null;
  try {
    life = await beginLife(
      { sql, pgPool },
      { id: queue.pool.id, followers: followers.map(({ name }) => name) },
    );
    for (let pause = 0; ; pause = BEAT_MS) {
      await Promise.race([queue.ended, delay(pause, undefined, { signal }).catch(() => undefined)]);
      if (signal.aborted) return "stopped";
      if (queue.hasEnded()) return "its job queue ended";
      const beat = await life.beat();
      if (!beat) continue;
      if (!beat.alive) return "another worker took it for dead, and has its jobs";
      if (queue.isDeaf()) return "it heard of no jobs";
      if (beat.removed > 0)
        logger.warn({ workers: beat.removed }, "took over the jobs of workers that are gone");
      // What comes while it is under way has a wake of its own; the next beat looks again.
      if (beat.behind && !following.isUnderWay()) {
        following.now().catch((error: unknown) => logger.warn({ err: error }, "could not follow the log"));
      }
      queue.catchUp(beat.due);
    }
  } finally {
    await queue.stop();
    await life?.end();
  }
}

/** graphile-worker's runner with what it does not tell by itself. */
async function openQueue(options: RunnerOptions, following: Following) {
  const { pgPool, logger } = options;
  const events = new EventEmitter();
  let pool: WorkerPool | undefined;
  let deafSince: number | null = null;
  /** Whether the last beat found jobs that nobody has, or that are due before the next. */
  let isBehind = false;
  let isClosing = false;
  let ended = false;
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
  events.on("job:start", ({ job }: { job: Job }) => {
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
  for (const closing of ["pool:gracefulShutdown", "pool:forcefulShutdown"]) {
    events.on(closing, () => {
      isClosing = true;
    });
  }
  /** Hands of a queue that closes cannot be told anything. */
  function nudge(count: number): void {
    if (!isClosing && count > 0) pool?.nudge(count);
  }
  const runner: Runner = await run({
    pgPool,
    concurrency: options.hands + 1,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: FINISH_MS,
    // Else a job's end is written down by a promise that nobody awaits.
    preset: { worker: { completeJobBatchDelay: STRIKE_OFF_MS, failJobBatchDelay: STRIKE_OFF_MS } },
    taskList: { ...options.tasks, ...followingTasks(options, following) },
    parsedCronItems: [...options.cron, ...cronOf([{ task: "try-again", match: "* * * * *" }])],
    events,
    logger: new GraphileLogger((scope) => (level, message) => {
      // Its "info" tells of every job; ours tell of what happened.
      logger[level === "info" ? "debug" : level === "warning" ? "warn" : level]({ scope }, message);
    }),
  });
  const settled = runner.promise
    .catch(() => undefined)
    .then(() => {
      ended = true;
    });
  if (!pool) throw new Error("graphile-worker made no pool");
  const made = pool;
  logger.debug({ pool: made.id }, "a worker's life begins");
  return {
    pool: made,
    ended: settled,
    hasEnded: () => ended,
    isDeaf: () => deafSince !== null && performance.now() - deafSince > DEAF_MS,
    catchUp(due: readonly number[]): void {
      isBehind = due.length > 0;
      nudge(due.filter((ms) => ms === 0).length);
      for (const ms of due) if (ms > 0) setTimeout(nudge, ms, 1).unref();
    },
    /** What is at work has its time to end; what takes longer is left behind, and its jobs are others'. */
    async stop(): Promise<void> {
      if (!ended)
        await within(
          runner.stop().catch(() => undefined),
          FINISH_MS + 1_000,
        );
    },
  };
}

const followingTasks = ({ sql, followers, logger }: RunnerOptions, following: Following): TaskList => {
  /** Fails for nobody: what it could not do now is found by the next beat. */
  const now = async (): Promise<void> => {
    await following.now().catch((error: unknown) => logger.warn({ err: error }, "could not follow the log"));
  };
  return {
    [FOLLOW]: now,

    /** What was parked, set aside or left behind may be helped by now. */
    async "try-again"() {
      await sql`select look_after_jobs()`;
      const resumed = await resumeStreams(sql, followers);
      for (const { follower, stream } of resumed)
        logger.info({ follower, stream }, "a stream is taken up again");
      await following.now(true);
    },
  };
};

/** Returns when it is done, or when time is up and it goes on by itself. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const waited = new AbortController();
  await Promise.race([work, delay(ms, undefined, { signal: waited.signal }).catch(() => undefined)]);
  waited.abort();
}
