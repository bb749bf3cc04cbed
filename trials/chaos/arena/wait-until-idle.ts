/** Waits until the product is idle: delayed work is made due now, until no work is left. */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { SWEEP_LANE } from "../../../projections/reactions/provider-lanes.ts";
import type { RunningProduct } from "./running-product.ts";
import { childrenOf, signalTo } from "./system-processes.ts";

const LOOK_EVERY_MS = 200;
const LOOKS_BETWEEN_RETRIES = 10;
const SWEEPS = ["sweep-holds", "reconcile-payments", "reconcile-refunds", "sweep-refunds"] as const;
/** The first rounds may find work that needs another round: a lost payment, and then its refund. */
const ROUNDS = 3;

export interface IdleResult {
  /** The work that is left when time is up; empty after a good run. */
  unfinished: string[];
  /** Lets the workers continue. */
  resumeWorkers(): void;
}

/**
 * Waits until no work is left, and pauses the workers at that moment: holds still expire in the next minutes, and the checker needs data
 * that does not change.
 */
export async function waitUntilIdle(product: RunningProduct, withinMs: number): Promise<IdleResult> {
  const { server, provider, webhookRelay } = product;
  const until = performance.now() + withinMs;
  const client = new pg.Client({ connectionString: server.ownerUrl(), application_name: "chaos" });
  await client.connect();
  try {
    await resumeRebuilds(product, client);
    for (let round = 1; ; round++) {
      if (round <= ROUNDS) await sweepNow(client);
      await rest();
      if (round < ROUNDS) continue;
      const workers = workersOf(product);
      for (const pid of workers) signalTo(pid, "SIGSTOP");
      const busy = await unfinished();
      const resumeWorkers = () => {
        for (const pid of workers) signalTo(pid, "SIGCONT");
      };
      if (busy.length === 0 || performance.now() > until) return { unfinished: busy, resumeWorkers };
      resumeWorkers();
    }
  } finally {
    await client.end();
  }

  async function rest(): Promise<void> {
    for (let looks = 0; performance.now() < until; looks++) {
      // Otherwise a job that keeps failing would use up its attempts.
      if (looks % LOOKS_BETWEEN_RETRIES === 0) await client.query(RETRY_NOW);
      await provider.deliverAll();
      if ((await unfinished()).length === 0) return;
      await delay(LOOK_EVERY_MS);
    }
  }

  async function unfinished(): Promise<string[]> {
    const { rows } = await client.query<{ what: string }>(UNFINISHED);
    const onTheirWay = (await provider.undelivered()) + webhookRelay.held();
    const webhooks = onTheirWay > 0 ? [`${onTheirWay} webhooks are not delivered`] : [];
    return [...rows.map(({ what }) => what), ...webhooks];
  }
}

/** A killed rebuild must be resumed by its operator; one that a worker runs ends by itself. */
async function resumeRebuilds({ runCommand }: RunningProduct, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(ABANDONED_REBUILDS);
  if (rows.length > 0) await runCommand(["rebuild", ...rows.map(({ name }) => name)]).ended;
}

/** With the product in one command, the worker is a child process. */
function workersOf({ members }: RunningProduct): number[] {
  return members().flatMap(({ kind, program }) => {
    const pid = program.pid();
    if (pid === null || kind === "bff") return [];
    if (kind === "worker") return [pid];
    return childrenOf(pid).flatMap((child) => (child.command.includes("worker.js") ? [child.pid] : []));
  });
}

/** The sweeps of each minute, which find what was missed. */
async function sweepNow(client: pg.Client): Promise<void> {
  for (const task of SWEEPS) {
    await client.query("select graphile_worker.add_job($1, '{}'::json, queue_name => $2, job_key => $3)", [
      task,
      SWEEP_LANE,
      `chaos:${task}`,
    ]);
  }
}

/** The pauses between tries grow to hours: a run does not wait for them. */
const RETRY_NOW = `
  update graphile_worker._private_jobs set run_at = now()
  where attempts > 0 and attempts < max_attempts and locked_at is null and run_at > now()`;

const ABANDONED_REBUILDS = `
  select name from projection_rebuilds
  where not exists (
    select from pg_locks cross join lateral (select hashtextextended('rebuild:' || name, 0) as key) l
    where locktype = 'advisory' and objsubid = 1 and (classid::bigint << 32 | objid::bigint) = l.key)`;

const UNFINISHED = `
  select format('job %s: attempt %s of %s, %s', task_identifier, attempts, max_attempts, coalesce(last_error, 'no error')) as what
  from graphile_worker.jobs where run_at <= now() or attempts > 0
  union all
  select format('%s is behind the log', name) from projection_cursors c
  where exists (select from events e where (e.epoch, e.xid, e.position) > (c.epoch, c.xid, c.position))
  union all
  select format('%s events are not sealed', n) from (select (select count(*) from events) - (select count(*) from log_leaves) as n) s
  where n <> 0
  union all
  select format('projection %s is being rebuilt', name) from projection_rebuilds
  union all
  select format('%s holds have expired', count(*)) from room_hours where held_until <= now() having count(*) > 0`;
