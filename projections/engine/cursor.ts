/** Owns the followers' cursors: how far in the log's global order each has come, and where one has parked. */
import { LOG_START, type LogPosition } from "../../core/log/position.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import type { Sql, TransactionSql } from "../../core/platform/database.ts";

/** How far every follower has come, by its name, and where the log ends. */
export async function readPositions(
  sql: Sql,
): Promise<{ head: LogPosition; cursors: ReadonlyMap<string, LogPosition> }> {
  const rows = await sql<(LogPosition & { name: string | null })[]>`
    select name, epoch, xid, position from projection_cursors
    union all
    (select null, epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1)`;
  const cursors = new Map<string, LogPosition>();
  let head = LOG_START;
  for (const { name, ...at } of rows) {
    if (name === null) head = at;
    else cursors.set(name, at);
  }
  return { head, cursors };
}

/** Why a follower may not go on: somebody has to resume it, or another version of its code has the rows. */
export type Standstill = "parked" | "stands-aside";

/**
 * Takes the cursor for this transaction, waiting for whoever moves it now (a rebuild's swap, say), and says where the log
 * ended then. The transaction's commit does not wait for the disk: cursor and what it says was taken are lost together or not
 * at all, and the log is there to be followed again.
 */
export async function lockCursor(
  tx: TransactionSql,
  { name, version = 1 }: { name: string; version?: number },
): Promise<{ cursor: LogPosition; head: LogPosition } | Standstill> {
  // Two statements, sent at once: one that waits for the cursor sees the log as it was before.
  const [[row], [head]] = await Promise.all([
    tx<(LogPosition & { state: string; version: number })[]>`
      select epoch, xid, position, state, version, set_config('synchronous_commit', 'off', true)
      from projection_cursors where name = ${name} for update`,
    tx<LogPosition[]>`
      select epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1`,
  ]);
  if (!row) throw new Error(`No follower ${name}`);
  if (row.version !== version) return "stands-aside";
  if (row.state === "parked") return "parked";
  const { epoch, xid, position } = row;
  return { cursor: { epoch, xid, position }, head: head ?? LOG_START };
}

export async function moveCursor(tx: TransactionSql, follower: string, to: LogPosition): Promise<void> {
  await tx`
    update projection_cursors
    set epoch = ${to.epoch}, xid = ${String(to.xid)}::xid8, position = ${to.position}, updated_at = now()
    where name = ${follower}`;
}

/** Stops a follower before this event until somebody resumes it. False when it has come past it meanwhile, or may not go on. */
export async function park(
  sql: Sql,
  follower: { name: string; version?: number },
  { stream, version, at }: RawEvent,
  reason: string,
): Promise<boolean> {
  const parked = await sql`
    update projection_cursors
    set state = 'parked', parked_stream = ${stream}, parked_version = ${version}, parked_error = ${reason},
      parked_at = now(), updated_at = now()
    where name = ${follower.name} and version = ${follower.version ?? 1} and state = 'running'
      and (epoch, xid, position) < (${at.epoch}, ${String(at.xid)}::xid8, ${at.position})`;
  return parked.count > 0;
}

/** Lets parked followers try again, this one or all; answers their names. One that fails again parks again. */
export async function resume(sql: Sql, follower: string | null): Promise<string[]> {
  const resumed = await sql<{ name: string }[]>`
    update projection_cursors
    set state = 'running', parked_stream = null, parked_version = null, parked_error = null, parked_at = null
    where state = 'parked' and (${follower}::text is null or name = ${follower})
    returning name`;
  return resumed.map(({ name }) => name);
}

export interface RebuildStatus {
  version: number;
  /** Events folded so far, and those that it has not folded yet. */
  done: number;
  behind: number;
  /** Of the last batch. */
  at: Date;
  /** Why it stopped; null where it goes on or was stopped by somebody. */
  error: string | null;
}

export interface FollowerStatus {
  name: string;
  /** Of the code whose rows are live. */
  version: number;
  cursor: LogPosition;
  /** Committed events that it has not taken yet. */
  behind: number;
  /** UTC instant at which the oldest of them was decided; null when it is up to date. */
  behindSince: Date | null;
  /** The event that it stopped before, why and since when; null while it runs. */
  parked: { event: string; error: string; since: Date } | null;
  /** What is built beside the live rows, whether somebody is at it or it was stopped; null where nothing is. */
  rebuild: RebuildStatus | null;
}

/** How every follower stands. */
export async function readFollowers(sql: Sql): Promise<FollowerStatus[]> {
  const rows = await sql<
    (LogPosition & {
      name: string;
      version: number;
      behind: number;
      behind_since: Date | null;
      parked_stream: string | null;
      parked_version: number | null;
      parked_error: string | null;
      parked_at: Date | null;
      rebuild: { version: number; done: number; behind: number; at: string; error: string | null } | null;
    })[]
  >`
    select c.name, c.version, c.epoch, c.xid, c.position, lag.behind, lag.behind_since,
      c.parked_stream, c.parked_version, c.parked_error, c.parked_at, (
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
    parked:
      row.parked_at === null
        ? null
        : {
            event: `${row.parked_stream}@${row.parked_version}`,
            error: row.parked_error ?? "",
            since: row.parked_at,
          },
    rebuild: row.rebuild && { ...row.rebuild, at: new Date(row.rebuild.at) },
  }));
}
