/** Owns how the work behind the product stands: followers, jobs, long transactions and refunds under way; what `make status` and the metrics tell. */
import { REFUND_ALARM_AFTER_MS } from "../core/booking/refunds.ts";
import type { Sql } from "../core/platform/database.ts";
import { type SealLag, sealLag } from "../core/transparency/seal.ts";
import { type FollowerStatus, readFollowers } from "./engine/cursor.ts";
import { readSetAside, type StreamSetAside } from "./engine/set-aside.ts";

interface JobStatus {
  task: string;
  waiting: number;
  running: number;
  /** Given up after all their attempts; one that has lost its key was replaced by a newer one. */
  dead: number;
}

export interface WorkStatus {
  followers: FollowerStatus[];
  /** Streams that a follower cannot take. */
  setAside: StreamSetAside[];
  jobs: JobStatus[];
  /** Seconds since the oldest transaction on this database began, which holds every follower back; 0 without one. */
  oldestTransactionSeconds: number;
  stuckRefunds: number;
  seal: SealLag;
}

export async function readWorkStatus(sql: Sql, now: Date): Promise<WorkStatus> {
  const [followers, setAside, seal, jobs, [rest]] = await Promise.all([
    readFollowers(sql),
    readSetAside(sql),
    sealLag(sql, now),
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
        select count(*) from bookings where refund_asked_at < ${new Date(now.getTime() - REFUND_ALARM_AFTER_MS)}
      ) as stuck`,
  ]);
  return {
    followers,
    setAside,
    jobs: [...jobs],
    oldestTransactionSeconds: rest?.oldest ?? 0,
    stuckRefunds: rest?.stuck ?? 0,
    seal,
  };
}
