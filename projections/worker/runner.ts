/** Runs a worker: it follows the log when woken, runs jobs, and restarts if it lost its connections or was declared dead. */
import { setTimeout as delay } from "node:timers/promises";
import type { TaskList } from "graphile-worker";
import { createBoundedMap } from "../../core/platform/bounded-map.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { onPrimarySwitch } from "../../core/platform/database/primary.ts";
import type { Folded } from "../engine/batch.ts";
import { resume } from "../engine/cursor.ts";
import { BatchLost, follow } from "../engine/follow.ts";
import { FOLLOWER_MEMORY_SIZE } from "../engine/memory.ts";
import type { Follower, Projection } from "../engine/projection.ts";
import { resumeStreams } from "../engine/set-aside.ts";
import { upgradeProjections } from "../engine/upgrade.ts";
import { FOLLOW } from "../engine/wake-followers.ts";
import { beginHeartbeat, HEARTBEAT_MS, type Heartbeat, leaveWorkers } from "./heartbeat.ts";
import { cronOf, openQueue, type QueueOptions } from "./job-queue.ts";

/** How long a start waits for newer versions of projections; a longer upgrade continues in the background. */
const UPGRADE_MS = 5_000;
/** The pause before a restart. */
const PAUSE_MS = 250;
/** The pause between heartbeats while the database does not answer, or while no session notifies the worker of jobs. */
const UNTOLD_MS = 100;

export interface RunnerOptions extends QueueOptions {
  sql: Sql;
  followers: readonly Follower[];
  /** The followers that are rebuilt if the live rows are of an older version. */
  projections: readonly Projection[];
  /** Ends the process; the process that starts it again gets a working worker. */
  giveUp?: ((reason: Error) => void) | undefined;
}

/**
 * Starts a worker; any number may run on one database. Follows the log to its head before it returns. Parked followers and streams that are
 * set aside are tried once more, since this code may be newer than the code that failed.
 */
export async function startRunner(options: RunnerOptions): Promise<{ stop(): Promise<void> }> {
  const { sql, followers, logger } = options;
  const stopping = new AbortController();
  await resume(sql, null);
  await resumeStreams(sql, followers);
  const upgraded = upgradeProjections(sql, options.projections, { logger, signal: stopping.signal });
  await within(upgraded, UPGRADE_MS);
  const following = createFollowing(options, stopping.signal);
  if ((await following.now()).heldBack) logger.warn("an older transaction delays events");
  const lived = live(options, following, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([lived, upgraded]);
    },
  };
}

type Following = ReturnType<typeof createFollowing>;

/** One run at a time in this process: a call during a run is answered by the next run. */
function createFollowing({ sql, followers, logger, giveUp }: RunnerOptions, signal: AbortSignal) {
  let states = createBoundedMap<string, Folded>(FOLLOWER_MEMORY_SIZE);
  // Another server may lack what was last read from this one.
  const unheard = onPrimarySwitch((status) => {
    logger.warn(status, "another database server is the primary now");
    states = createBoundedMap(FOLLOWER_MEMORY_SIZE);
  });
  signal.addEventListener("abort", unheard, { once: true });
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
    /** Processes everything that is committed now. Throws if the database is unavailable. */
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

/** Restarts after each end, until it is told to stop. */
async function live(options: RunnerOptions, following: Following, signal: AbortSignal): Promise<void> {
  const { logger } = options;
  const names = new Set<string>();
  while (!signal.aborted) {
    try {
      const ended = await liveOnce(options, following, names, signal);
      if (ended !== "stopped") {
        logger.warn({ because: ended }, "this worker restarts");
        void followQuietly(following, logger);
      }
    } catch (error) {
      logger.warn({ err: error }, "a worker could not start; it tries again");
    }
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

type Ended =
  | "stopped"
  | "another worker declared it dead and has its jobs"
  | "it got no notifications of jobs"
  | "it started no jobs"
  | "its job queue ended";

/** `names`: those in which jobs may be locked though no worker has them. */
async function liveOnce(
  options: RunnerOptions,
  following: Following,
  names: Set<string>,
  signal: AbortSignal,
): Promise<Ended> {
  const { sql, pgPool, followers, logger } = options;
  await leaveWorkers(sql, names);
  await sql`select look_after_jobs()`;
  const queue = await openQueue({
    ...options,
    tasks: { ...options.tasks, ...followingTasks(options, following) },
    cron: [...options.cron, ...cronOf([{ task: "try-again", match: "* * * * *" }])],
    concurrency: options.concurrency + 1,
  });
  let life: Heartbeat | null = null;
  try {
    life = await beginHeartbeat(pgPool, {
      id: queue.pool.id,
      followers: followers.map(({ name }) => name),
    });
    for (let pause = 0; ; ) {
      await Promise.race([queue.ended, delay(pause, undefined, { signal }).catch(() => undefined)]);
      if (signal.aborted) return "stopped";
      if (queue.hasEnded()) return "its job queue ended";
      const beat = await life.sendHeartbeat(queue.inHand());
      pause = beat && queue.hears() ? HEARTBEAT_MS : UNTOLD_MS;
      if (!beat) continue;
      if (!beat.alive) return "another worker declared it dead and has its jobs";
      if (queue.isDeaf()) return "it got no notifications of jobs";
      if (queue.isStuck()) return "it started no jobs";
      if (beat.removed > 0)
        logger.warn({ workers: beat.removed }, "took over the jobs of workers that are gone");
      // Events that come during a run send their own wake; the next heartbeat checks again.
      if (beat.behind && !following.isUnderWay()) void followQuietly(following, logger);
      queue.catchUp(beat.due);
    }
  } finally {
    await queue.stop({ beginsAnew: !signal.aborted });
    life?.end();
    names.add(queue.pool.id);
    await leaveWorkers(sql, names).catch(() => undefined);
  }
}

/** Never rejects: it logs why it failed, and the next heartbeat tries again. */
const followQuietly = (following: Following, logger: RunnerOptions["logger"]): Promise<unknown> =>
  following.now().catch((error: unknown) => logger.warn({ err: error }, "could not follow the log"));

const followingTasks = ({ sql, followers, logger }: RunnerOptions, following: Following): TaskList => {
  return {
    async [FOLLOW]() {
      await followQuietly(following, logger);
    },

    /** Retries what is parked, set aside or abandoned. It does not fail the job, since it runs every minute anyway. */
    async "try-again"() {
      try {
        await sql`select look_after_jobs()`;
        const resumed = await resumeStreams(sql, followers);
        for (const { follower, stream } of resumed) logger.info({ follower, stream }, "a stream was resumed");
        await following.now(true);
      } catch (error) {
        logger.warn({ err: error }, "could not retry what is parked or set aside");
      }
    },
  };
};

/** Returns when the work is done, or when the time is up; the work then continues by itself. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const waited = new AbortController();
  await Promise.race([work, delay(ms, undefined, { signal: waited.signal }).catch(() => undefined)]);
  waited.abort();
}
