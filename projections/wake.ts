/** Owns the waking of the projections after a commit: at most one `addJob` per follower in flight, bursts coalesced. */
import type { Logger } from "pino";
import type { Sql } from "../core/platform/database.ts";

interface Pace {
  /** Commits within this many milliseconds after a wake share the next one. */
  pauseMs: number;
  /** Of its job; lower runs first. */
  priority: number;
}

/**
 * Availability is what open pages wait for. The rest follows a lone commit as fast, but under load shares wakes and
 * lets availability pass, so that bookings do not pay for everybody's jobs.
 */
const AVAILABILITY: Pace = { pauseMs: 10, priority: -10 };
const OTHERS: Pace = { pauseMs: 100, priority: 0 };
const ATTEMPTS = 5;

export interface Waker {
  /** Tells the workers that the log has grown. Returns at once, never throws. */
  wake(): void;
  /** Waits for wakes in flight; later ones are ignored (the workers' cron catches up). */
  stop(): Promise<void>;
}

/** One waker per process. Jobs are keyed, so wakes from many processes still queue one job per follower. */
export function createWaker({
  sql,
  followers,
  logger,
}: {
  sql: Sql;
  followers: readonly string[];
  logger: Logger;
}): Waker {
  const wakers = followers.map((name) => followerWaker(sql, name, logger));
  return {
    wake() {
      for (const waker of wakers) waker.wake();
    },
    async stop() {
      await Promise.all(wakers.map((waker) => waker.stop()));
    },
  };
}

function followerWaker(sql: Sql, follower: string, logger: Logger): Waker {
  const { pauseMs, priority } = follower === "availability" ? AVAILABILITY : OTHERS;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await addProjectJob(sql, follower, priority);
      } catch (error) {
        logger.warn({ err: error, follower }, "could not wake a projection; the catch-up will");
      }
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    } while (again && !stopped);
    running = null;
  }

  return {
    wake() {
      again = true;
      if (!running && !stopped) running = run();
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** A null answer means that the key was contended, not that a job is queued: it is asked again. */
async function addProjectJob(sql: Sql, follower: string, priority: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [row] = await sql<{ id: number | null }[]>`
      select (graphile_worker.add_job(
        'project', payload => json_build_object('follower', ${follower}::text),
        job_key => ${`project:${follower}`}, max_attempts => 3, priority => ${priority}::int)).id as id`;
    if (row?.id) return;
  }
  throw new Error(`The job of ${follower} stayed contended`);
}
