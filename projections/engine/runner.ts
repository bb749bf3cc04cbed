/** Owns graphile-worker's one runner: the followers that follow the log in its queues, what a crash left unwoken or locked, and tasks that it is given. */
import { setTimeout as delay } from "node:timers/promises";
import {
  Logger as GraphileLogger,
  type ParsedCronItem,
  parseCronItems,
  run,
  type Task,
  type TaskList,
} from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import type { Sql } from "../../core/platform/database.ts";
import { resume } from "./cursor.ts";
import { type Follower, follow } from "./follow.ts";
import type { Projection } from "./projection.ts";
import { upgradeProjections } from "./upgrade.ts";
import { queueOf, taskOf, wakeFollowers } from "./wake.ts";

/** Future jobs (a hold's end) start within this many milliseconds of their time. */
const POLL_INTERVAL_MS = 500;
/** Our jobs take seconds; one locked for longer belonged to a worker that died. */
const STUCK_AFTER = "5 minutes";
/** A follower whose next events an older transaction hides follows on after this long. */
const HELD_BACK_MS = 1_000;
/** So long a start waits for newer versions of projections; what takes longer goes on behind it. */
const UPGRADE_MS = 5_000;

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

/**
 * Starts a runner; any number may run against one database. Follows the log to its head before it returns. A follower that
 * has parked is tried once more, since this code may be newer than the one that parked it.
 */
export async function startRunner(given: {
  sql: Sql;
  /** A node-postgres pool as the runtime's role: graphile-worker takes no other. */
  pgPool: pg.Pool;
  followers: readonly Follower[];
  /** Those of the followers that are built anew where the live rows are of an older version. */
  projections: readonly Projection[];
  tasks: TaskList;
  cron: readonly ParsedCronItem[];
  /** How many of its tasks may run beside all the followers. */
  hands: number;
  logger: Logger;
}): Promise<{ stop(): Promise<void> }> {
  const { sql, pgPool, followers, logger } = given;
  await resume(sql, null);
  const stopping = new AbortController();
  const upgraded = upgradeProjections(sql, given.projections, { logger, signal: stopping.signal });
  const waited = new AbortController();
  await Promise.race([
    upgraded,
    delay(UPGRADE_MS, undefined, { signal: waited.signal }).catch(() => undefined),
  ]);
  waited.abort();
  for (const follower of followers) {
    const followed = await follow(sql, follower, { logger });
    if (followed === "held-back") logger.warn({ follower: follower.name }, "events are held back");
  }
  const runner = await run({
    pgPool,
    concurrency: followers.length + given.hands,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 5_000,
    taskList: { ...given.tasks, ...followingTasks(sql, followers, logger) },
    parsedCronItems: [
      ...given.cron,
      ...cronOf([
        { task: "wake-followers", match: "* * * * *" },
        { task: "unlock-stuck-jobs", match: "* * * * *" },
      ]),
    ],
    logger: new GraphileLogger((scope) => (level, message) => {
      // Its "info" tells of every job; ours tell of what happened.
      logger[level === "info" ? "debug" : level === "warning" ? "warn" : level]({ scope }, message);
    }),
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all([runner.stop(), upgraded]);
    },
  };
}

const followingTask =
  (sql: Sql, follower: Follower, logger: Logger): Task =>
  async (_payload, { abortSignal, addJob }) => {
    const { name } = follower;
    const followed = await follow(sql, follower, { logger, ...(abortSignal ? { signal: abortSignal } : {}) });
    if (followed !== "held-back") return;
    const runAt = new Date(Date.now() + HELD_BACK_MS);
    const queueName = queueOf(name);
    await addJob(taskOf(follower), { follower: name }, { queueName, jobKey: queueName, runAt });
  };

const followingTasks = (sql: Sql, followers: readonly Follower[], logger: Logger): TaskList => ({
  ...Object.fromEntries(
    followers.map((follower) => [taskOf(follower), followingTask(sql, follower, logger)]),
  ),

  /** What a process that died after its commit has left unwoken. */
  async "wake-followers"() {
    await wakeFollowers(sql, followers);
  },

  async "unlock-stuck-jobs"() {
    await sql`
      select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker._private_jobs where locked_at < now() - ${STUCK_AFTER}::interval having count(*) > 0`;
  },
});
