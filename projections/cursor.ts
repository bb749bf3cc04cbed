/** Owns the projections' cursors: how far in the log's global order each has come. */
import type { LogPosition } from "../core/log/position.ts";
import type { Sql, TransactionSql } from "../core/platform/database.ts";

/** How far a projection has come; throws when there is none of that name. */
export async function readCursor(sql: Sql, projection: string): Promise<LogPosition> {
  const [cursor] = await sql<LogPosition[]>`
    select epoch, xid, position from projection_cursors where name = ${projection}`;
  if (!cursor) throw new Error(`No projection ${projection}`);
  return cursor;
}

/** Takes the cursor for this transaction; null when another worker has it and moves it now. */
export async function lockCursor(tx: TransactionSql, projection: string): Promise<LogPosition | null> {
  const [cursor] = await tx<LogPosition[]>`
    select epoch, xid, position from projection_cursors where name = ${projection} for update skip locked`;
  return cursor ?? null;
}

export async function moveCursor(tx: TransactionSql, projection: string, to: LogPosition): Promise<void> {
  await tx`
    update projection_cursors
    set epoch = ${to.epoch}, xid = ${String(to.xid)}::xid8, position = ${to.position}, updated_at = now()
    where name = ${projection}`;
}

export interface ProjectionLag {
  name: string;
  cursor: LogPosition;
  /** Committed events that it has not taken yet. */
  behind: number;
  /** Instant at which the oldest of them was decided; null when it is up to date. */
  behindSince: Date | null;
}

/** How far every projection is behind the log. */
export async function readLags(sql: Sql): Promise<ProjectionLag[]> {
  const rows = await sql<(LogPosition & { name: string; behind: number; behind_since: Date | null })[]>`
    select c.name, c.epoch, c.xid, c.position, lag.behind, lag.behind_since
    from projection_cursors c, lateral (
      select count(*) as behind, min(occurred_at) as behind_since from events e
      where (e.epoch, e.xid, e.position) > (c.epoch, c.xid, c.position)
    ) lag
    order by c.name`;
  return rows.map(({ name, behind, behind_since, ...cursor }) => ({
    name,
    cursor,
    behind,
    behindSince: behind_since,
  }));
}
