/** Owns the waking of the followers after a commit: one statement at a time in flight, which wakes all that are due. */
import type { Logger } from "pino";
import type { Sql } from "../../core/platform/database.ts";

/** How soon a follower is woken again, and before whom its job runs. */
export interface Pace {
  /** Commits within this many milliseconds after a wake share the next one. */
  pauseMs: number;
  /** Of its job; lower runs first, and all before mails and the provider's. */
  priority: number;
}

/** For what open pages wait for. */
export const PROMPT: Pace = { pauseMs: 20, priority: -10 };
/** Follows a lone commit as fast, but under load shares wakes and lets the prompt pass, so that bookings do not pay for everybody's jobs. */
const SHARED: Pace = { pauseMs: 300, priority: -5 };

export interface PacedFollower {
  name: string;
  /** Of its code; 1 where none is given. */
  version?: number;
  /** Where none is given, it shares. */
  pace?: Pace;
}

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
  followers: readonly PacedFollower[];
  logger: Logger;
}): Waker {
  const woken = followers.map(({ name, pace = SHARED }) => ({ name, pace, asleep: true, notBefore: 0 }));
  let running: Promise<void> | null = null;
  let stopped = false;
  /** Ends the pause of the loop: what has become due meanwhile need not wait for the slowest. */
  let interrupt: () => void = () => undefined;

  async function run(): Promise<void> {
    for (;;) {
      const waiting = woken.filter(({ asleep }) => !asleep);
      if (waiting.length === 0 || stopped) break;
      const now = performance.now();
      const due = waiting.filter(({ notBefore }) => notBefore <= now);
      if (due.length > 0) await wakeNow(due);
      else await pause(Math.min(...waiting.map(({ notBefore }) => notBefore)) - now);
    }
    running = null;
  }

  async function wakeNow(due: typeof woken): Promise<void> {
    for (const follower of due) follower.asleep = true;
    try {
      await wakeFollowers(sql, due);
    } catch (error) {
      logger.warn({ err: error }, "could not wake the followers of the log; the catch-up will");
    }
    const now = performance.now();
    for (const follower of due) follower.notBefore = now + follower.pace.pauseMs;
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    wake() {
      for (const follower of woken) follower.asleep = false;
      interrupt();
      if (!running && !stopped) running = run();
    },
    async stop() {
      stopped = true;
      interrupt();
      await running;
    },
  };
}

/** Each follower's jobs wait in a queue of its own: a job that is queued while another runs comes after it, and no wake is lost. */
export const queueOf = (follower: string): string => `follow:${follower}`;

/** A follower's jobs are carried out by workers with its live version alone: an older one would take a wake and stand aside. */
export const taskOf = ({ name, version = 1 }: PacedFollower): string => `follow:${name}@${version}`;

/** Queues a job for each, without waiting for the disk: a wake that a crash has lost is made up for at the next start. A missing answer means that a key was contended, not that its job is queued: all are asked again. */
export async function wakeFollowers(sql: Sql, followers: readonly PacedFollower[]): Promise<void> {
  const names = followers.map(({ name }) => name);
  const priorities = followers.map(({ pace = SHARED }) => pace.priority);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [row] = await sql<{ queued: number }[]>`
      select count(*) as queued, set_config('synchronous_commit', 'off', true) from graphile_worker.add_jobs(array(
        select row('follow:' || name || '@' || coalesce(version, 1), json_build_object('follower', name), 'follow:' || name,
          null::timestamptz, null::smallint, 'follow:' || name, priority::smallint, null::text[])::graphile_worker.job_spec
        from unnest(${names}::text[], ${priorities}::int[]) as woken (name, priority)
        left join projection_cursors using (name)))`;
    if (row?.queued === names.length) return;
  }
  throw new Error(`The jobs of ${names.join(", ")} stayed contended`);
}
