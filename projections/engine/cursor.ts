/** Stores the followers' cursors: how far each has come in the log's global order, and which one is parked. */
import { LOG_START, type LogPosition } from "../../core/log/position.ts";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";

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

export interface LockedCursor {
  name: string;
  at: LogPosition;
  /** The version of the code whose rows are live. */
  version: number;
  isParked: boolean;
  /** The number of streams that are set aside for it. */
  aside: ReadonlySet<string>;
}

/**
 * Locks cursors until the transaction ends, after waiting for the process that moves them now (another worker, or a rebuild's swap). The
 * locks belong to the session, so they are released when it ends. The commit does not wait for the disk: a crash loses cursor and rows
 * together or not at all, and the follower can read the log again.
 */
export async function lockCursors(tx: TransactionSql, names: readonly string[]): Promise<LockedCursor[]> {
  const rows = await tx<
    (LogPosition & { name: string; version: number; state: string; aside: string[] | null })[]
  >`
    select c.name, c.epoch, c.xid, c.position, c.version, c.state,
      (select json_agg(stream) from streams_set_aside where follower = c.name and not rebuild) as aside,
      set_config('synchronous_commit', 'off', true)
    from projection_cursors c where c.name = any (${[...names]}::text[]) order by c.name for update of c`;
  return rows.map(({ name, version, state, aside, epoch, xid, position }) => ({
    name,
    version,
    isParked: state === "parked",
    aside: new Set(aside ?? []),
    at: { epoch, xid, position },
  }));
}

/** Moves all of them to one position and tells every BFF at the commit in one message. A parked follower that has moved runs again. */
export async function moveCursors(
  tx: TransactionSql,
  names: readonly string[],
  to: LogPosition,
  news: { channel: string; payload: string },
): Promise<void> {
  await tx`
    with moved as (
      update projection_cursors
      set epoch = ${to.epoch}, xid = ${String(to.xid)}::xid8, position = ${to.position}, updated_at = now(),
        state = 'running', parked_error = null, parked_at = null
      where name = any (${[...names]}::text[]) returning 1
    )
    select pg_notify(${news.channel}, ${news.payload}), count(*) from moved`;
}

/** Parks a follower until it is resumed or one of the retries each minute succeeds. Returns whether it was running until now. */
export async function park(
  sql: Sql,
  { name, version }: { name: string; version: number },
  reason: string,
): Promise<boolean> {
  const [row] = await sql<{ ran: boolean }[]>`
    with before as (select name, state from projection_cursors where name = ${name} for update)
    update projection_cursors c
    set state = 'parked', parked_error = ${reason}, parked_at = coalesce(parked_at, now()), updated_at = now()
    from before where c.name = before.name and c.version = ${version}
    returning before.state = 'running' as ran`;
  return row?.ran ?? false;
}

/** Lets this parked follower or all of them try again; returns their names. One that fails again parks again. */
export async function resume(sql: Sql, follower: string | null): Promise<string[]> {
  const resumed = await sql<{ name: string }[]>`
    update projection_cursors set state = 'running', parked_error = null, parked_at = null
    where state = 'parked' and (${follower}::text is null or name = ${follower})
    returning name`;
  return resumed.map(({ name }) => name);
}
