/** Wakes the followers after a commit: many commits share one job for all followers. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";

/** Commits within this many milliseconds after a wake share the next one. */
const PAUSE_MS = 20;

/** Follows the log. Its jobs are in no queue, since a dead worker could keep a queue locked; the cursors' locks prevent parallel runs. */
export const FOLLOW = "follow";
/** Runs before mails and provider calls; lower numbers run first. */
const PRIORITY = -10;

const ATTEMPTS = 5;

/** The queue refused a job because another process was changing one of the same key. The caller has made no mistake. */
export class JobContended extends Error {
  override readonly name = "Contended";
}

export interface Waker {
  /** Tells the workers that the log has grown. Returns at once and never throws. */
  wake(): void;
  /** Waits for the wake in flight. Later wakes are ignored; a worker's next heartbeat finds the events that they were for. */
  stop(): Promise<void>;
}

/** One waker per process. Jobs have a key, so wakes from many processes still queue one job. */
export function createWaker({ sql, logger }: { sql: Sql; logger: Logger }): Waker {
  let asleep = true;
  let running: Promise<void> | null = null;
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!asleep && !stopping.signal.aborted) {
      asleep = true;
      try {
        await wakeFollowers(sql);
      } catch (error) {
        logger.warn({ err: error }, "could not wake the followers; a worker's next heartbeat will");
      }
      await delay(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    running = null;
  }

  return {
    wake() {
      asleep = false;
      if (!stopping.signal.aborted) running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Queues the job without waiting for the disk: if a crash loses the wake, the next worker that runs finds the events at once. */
export async function wakeFollowers(sql: Sql): Promise<void> {
  await addJobs(sql, [{ task: FOLLOW, key: FOLLOW, payload: {}, priority: PRIORITY }]);
}

export interface QueuedJob {
  task: string;
  payload: object;
  /** One job of a key waits at a time. A newer job replaces it; if it already runs, the newer one runs after it. */
  key: string;
  /** UTC instant before which it must not run; at once if there is none. */
  runAt?: string | null;
  /** Instead of `runAt`: milliseconds from now, by the clock of the job queue. */
  afterMs?: number;
  /** Jobs of one queue run one after another. */
  queue?: string | null;
  priority?: number;
  /** A waiting job stays where it is. If many of these come together, only one worker slot is notified. */
  keepRunAt?: boolean;
}

/**
 * Queues jobs in one statement, one job for each key. If an answer is missing, a key was contended, and all jobs are queued again. Throws
 * `Contended`.
 */
export async function addJobs(sql: Sql | TransactionSql, jobs: readonly QueuedJob[]): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [row] = await sql<{ queued: number }[]>`
      with specs as (
        select row(task, payload, queue, coalesce("runAt", clock_timestamp() + "afterMs" * interval '1 millisecond'), null::smallint, key,
          coalesce(priority, 0)::smallint, null::text[])::graphile_worker.job_spec as spec, coalesce("keepRunAt", false) as keeps_time
        from jsonb_to_recordset(${sql.json(jobs as never)}) as q
          (task text, payload json, key text, "runAt" timestamptz, "afterMs" float8, queue text, priority int, "keepRunAt" boolean)
      ), calls as (
        -- The queue notifies as many slots as its array has rows.
        select case when keeps_time then array[array_agg(spec)] else array_agg(spec) end as specs, keeps_time
        from specs group by keeps_time
      )
      select count(*) as queued, set_config('synchronous_commit', 'off', true)
      from calls, graphile_worker.add_jobs(calls.specs, calls.keeps_time)`;
    if (row?.queued === jobs.length) return;
  }
  throw new JobContended(
    `The jobs ${jobs.map(({ key }) => key).join(", ")} could not be queued: their keys stayed locked`,
  );
}
