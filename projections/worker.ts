/** Owns the worker: graphile-worker's one runner, its lanes and cron, by which followers follow the log and reactions are carried out. */
import {
  Logger as GraphileLogger,
  type ParsedCronItem,
  parseCronItems,
  run,
  type TaskList,
} from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import { z } from "zod";
import type { MailOffice } from "../core/adapters/mail/mail-office.ts";
import type { Core } from "../core/context.ts";
import type { PaymentGateway } from "../core/payment/gateway.ts";
import { erasePastRetention } from "../core/personal-data.ts";
import { resume } from "./engine/cursor.ts";
import { type Follower, follow } from "./engine/follow.ts";
import { paceOf, queueOf, wakeFollowers } from "./engine/wake.ts";
import { FOLLOWER_NAMES, followers } from "./followers.ts";
import { mailTasks } from "./reactions/mail/mail-tasks.ts";
import { MAIL_LANES } from "./reactions/mail/mailed-events.ts";
import { PROVIDER_LANES } from "./reactions/provider-lanes.ts";
import { providerCron, providerTasks } from "./reactions/provider-tasks.ts";

/** Future jobs (a hold's end) start within this many milliseconds of their time. */
const POLL_INTERVAL_MS = 500;
/**
 * Every follower can run at once, whatever the outside does: calls of the provider and of mail servers wait in queues of
 * their own, and take no more hands than there are of those.
 */
const CONCURRENCY = FOLLOWER_NAMES.length + PROVIDER_LANES + MAIL_LANES;
/** Our jobs take seconds; one locked for longer belonged to a worker that died. */
const STUCK_AFTER = "5 minutes";
/** A follower whose next events an older transaction hides looks again after this long. */
const LOOK_AGAIN_MS = 1_000;

export interface WorkerDependencies {
  core: Core;
  gateway: PaymentGateway;
  mail: MailOffice;
  /** A node-postgres pool as the runtime's role: graphile-worker takes no other. */
  pgPool: pg.Pool;
  logger: Logger;
}

const FollowPayload = z.object({ follower: z.string() });

/**
 * Starts a worker; any number may run against one database. Takes everything that the log has before it returns. A
 * follower that has parked is tried once more, since this code may be newer than the one that parked it.
 */
export async function startWorker(deps: WorkerDependencies): Promise<{ stop(): Promise<void> }> {
  const { core, pgPool, logger } = deps;
  await resume(core.sql, null);
  const following = followers(core);
  for (const follower of following) {
    const followed = await follow(core.sql, follower, { logger });
    if (followed === "held-back") logger.warn({ follower: follower.name }, "events are held back");
  }
  const runner = await run({
    pgPool,
    concurrency: CONCURRENCY,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 5_000,
    taskList: tasks(deps, following),
    parsedCronItems: [...houseCron(), ...providerCron()],
    logger: new GraphileLogger((scope) => (level, message) => {
      // Its "info" tells of every job; ours tell of what happened.
      logger[level === "info" ? "debug" : level === "warning" ? "warn" : level]({ scope }, message);
    }),
  });
  return { stop: () => runner.stop() };
}

const houseCron = (): ParsedCronItem[] =>
  parseCronItems(
    [
      { task: "wake-followers", match: "* * * * *" },
      { task: "unlock-stuck-jobs", match: "* * * * *" },
      { task: "erase-past-retention", match: "17 4 * * *" },
    ].map((item) => ({
      ...item,
      options: { backfillPeriod: 0, maxAttempts: 1, jobKey: `cron:${item.task}`, jobKeyMode: "replace" },
    })),
  );

function tasks(
  { core, gateway, logger, mail }: WorkerDependencies,
  following: readonly Follower[],
): TaskList {
  return {
    ...mailTasks({ core, logger, mail }),
    ...providerTasks({ core, gateway, logger }),

    async follow(payload, { abortSignal, addJob }) {
      const { follower: name } = FollowPayload.parse(payload);
      const follower = following.find((one) => one.name === name);
      if (!follower) throw new Error(`Nothing named ${name} follows the log`);
      const followed = await follow(core.sql, follower, {
        logger,
        ...(abortSignal ? { signal: abortSignal } : {}),
      });
      if (followed !== "held-back") return;
      const runAt = new Date(Date.now() + LOOK_AGAIN_MS);
      await addJob("follow", { follower: name }, { queueName: queueOf(name), jobKey: queueOf(name), runAt });
    },

    /** What a process that died after its commit has left unwoken. */
    async "wake-followers"() {
      await wakeFollowers(core.sql, FOLLOWER_NAMES.map(paceOf));
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
