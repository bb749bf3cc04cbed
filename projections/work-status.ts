/** Reads the state of the work for `make status` and the metrics: followers, jobs, long transactions and refunds under way. */
import { REFUND_ALARM_AFTER_MS } from "../core/booking/payment/refunds.ts";
import type { LogPosition } from "../core/log/position.ts";
import type { Sql } from "../core/platform/database/database.ts";
import { type SealLag, sealLag } from "../core/transparency/seal.ts";
import { readSetAside, type StoredSetAsideStream } from "./engine/set-aside.ts";
import { invoiceRefundsUnderWay } from "./views/billing-accounts.ts";

interface JobStatus {
  task: string;
  waiting: number;
  running: number;
  /** Jobs given up after all their attempts; a job that has lost its key was replaced by a newer one. */
  dead: number;
}

export interface WorkStatus {
  followers: FollowerStatus[];
  /** Streams that a follower cannot process. */
  setAside: StoredSetAsideStream[];
  jobs: JobStatus[];
  /** Seconds since the oldest transaction on this database began, which holds every follower back; 0 if there is none. */
  oldestTransactionSeconds: number;
  stuckRefunds: number;
  seal: SealLag;
}

export async function readWorkStatus(sql: Sql, now: Date): Promise<WorkStatus> {
  const alarmedSince = new Date(now.getTime() - REFUND_ALARM_AFTER_MS);
  const [followers, setAside, seal, invoiceRefunds, jobs, [rest]] = await Promise.all([
    readFollowers(sql),
    readSetAside(sql),
    sealLag(sql, now),
    invoiceRefundsUnderWay(sql, alarmedSince),
    sql<JobStatus[]>`
      select t.identifier as task, count(*) filter (where j.is_available) as waiting,
        count(*) filter (where j.locked_at is not null) as running,
        count(*) filter (where j.locked_at is null and not j.is_available and j.key is not null) as dead
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      group by t.identifier order by t.identifier`,
    sql<{ oldest: number; stuck: number }[]>`
      select (
        select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      ) as oldest, (
        select count(*) from bookings where refund_asked_at < ${alarmedSince}
      ) as stuck`,
  ]);
  return {
    followers,
    setAside,
    jobs: [...jobs],
    oldestTransactionSeconds: rest?.oldest ?? 0,
    stuckRefunds: (rest?.stuck ?? 0) + invoiceRefunds.length,
    seal,
  };
}

export interface RebuildStatus {
  version: number;
  /** Events folded so far, and those not folded yet. */
  done: number;
  behind: number;
  /** UTC instant of the last batch. */
  at: Date;
  /** Why it stopped; null if it runs or was stopped on purpose. */
  error: string | null;
}

export interface FollowerStatus {
  name: string;
  /** The version of the code whose rows are live. */
  version: number;
  cursor: LogPosition;
  /** Committed events that it has not processed yet. */
  behind: number;
  /** UTC instant at which the oldest of them was decided; null if it is up to date. */
  behindSince: Date | null;
  /** Why and since when it is parked; null while it runs. */
  parked: { error: string; since: Date } | null;
  /** The rebuild beside the live rows, running or stopped; null if there is none. */
  rebuild: RebuildStatus | null;
}

/** The state of every follower. */
export async function readFollowers(sql: Sql): Promise<FollowerStatus[]> {
  const rows = await sql<
    (LogPosition & {
      name: string;
      version: number;
      behind: number;
      behind_since: Date | null;
      parked_error: string | null;
      parked_at: Date | null;
      rebuild: { version: number; done: number; behind: number; at: string; error: string | null } | null;
    })[]
  >`
    select c.name, c.version, c.epoch, c.xid, c.position, lag.behind, lag.behind_since, c.parked_error, c.parked_at, (
        select json_build_object('version', r.version, 'done', r.done, 'at', r.updated_at, 'error', r.error, 'behind', (
          select count(*) from events e where (e.epoch, e.xid, e.position) > (r.epoch, r.xid, r.position)))
        from projection_rebuilds r where r.name = c.name
      ) as rebuild
    from projection_cursors c, lateral (
      select count(*) as behind, min(occurred_at) as behind_since from events e
      where (e.epoch, e.xid, e.position) > (c.epoch, c.xid, c.position)
    ) lag
    order by c.name`;
  return rows.map(({ name, version, behind, behind_since, epoch, xid, position, ...row }) => ({
    name,
    version,
    cursor: { epoch, xid, position },
    behind,
    behindSince: behind_since,
    parked: row.parked_at && { error: row.parked_error ?? "", since: row.parked_at },
    rebuild: row.rebuild && { ...row.rebuild, at: new Date(row.rebuild.at) },
  }));
}
