/** Owns reading the log: one stream in its order, and everything after a cursor in the global order, missing nothing. */
import { eventCatalogue } from "../event-catalogue.ts";
import type { Sql, TransactionSql } from "../platform/database.ts";
import type { EventMeta } from "./append.ts";
import { readEventData } from "./event-definition.ts";
import type { LogPosition } from "./position.ts";

/** An event as it lies in the log, its data upcast to the current schema. */
export interface RecordedEvent {
  stream: string;
  version: number;
  type: string;
  data: unknown;
  meta: EventMeta;
  commandId: string;
  /** UTC instant at which the command was decided. */
  occurredAt: Date;
  at: LogPosition;
}

interface Row {
  stream: string;
  version: number;
  type: string;
  schema_version: number;
  data: unknown;
  meta: EventMeta;
  command_id: string;
  occurred_at: Date;
  epoch: number;
  xid: bigint;
  position: number;
}

function toRecordedEvent(row: Row): RecordedEvent {
  const definition = eventCatalogue.get(row.type);
  if (!definition) throw new Error(`The log holds an event type that this code does not know: ${row.type}`);
  return {
    stream: row.stream,
    version: row.version,
    type: row.type,
    data: readEventData(definition, row.schema_version, row.data),
    meta: row.meta,
    commandId: row.command_id,
    occurredAt: row.occurred_at,
    at: { epoch: row.epoch, xid: row.xid, position: row.position },
  };
}

/** A whole stream, oldest first; empty when there is none. */
export async function readStream(sql: Sql | TransactionSql, stream: string): Promise<RecordedEvent[]> {
  const rows = await sql<Row[]>`
    select stream, version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from events where stream = ${stream} order by version`;
  return rows.map(toRecordedEvent);
}

/**
 * At most `limit` events after the cursor, in the global order. Positions are given before commit, so "position >
 * last seen" would lose events of slower transactions: of the current epoch only what lies behind every running
 * transaction (`pg_snapshot_xmin`) is read; it can no longer be overtaken.
 */
export async function readAfter(
  sql: Sql | TransactionSql,
  cursor: LogPosition,
  limit: number,
): Promise<RecordedEvent[]> {
  const rows = await sql<Row[]>`
    select stream, version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from events
    where (epoch, xid, position) > (${cursor.epoch}, ${String(cursor.xid)}::xid8, ${cursor.position})
      and (epoch < (select epoch from log_epoch) or xid < pg_snapshot_xmin(pg_current_snapshot()))
    order by epoch, xid, position
    limit ${limit}`;
  return rows.map(toRecordedEvent);
}

/** The stream and result position of the command with this id; null when it was never accepted. */
export async function findCommand(
  sql: Sql,
  commandId: string,
): Promise<{ stream: string; meta: EventMeta; at: LogPosition } | null> {
  const [row] = await sql<Row[]>`
    select stream, meta, epoch, xid, position from events
    where command_id = ${commandId} and command_seq = 0`;
  return row
    ? { stream: row.stream, meta: row.meta, at: { epoch: row.epoch, xid: row.xid, position: row.position } }
    : null;
}

/** The last place of the log that readers can be asked to reach: the newest committed event; null when the log is empty. */
export async function logHead(sql: Sql): Promise<LogPosition | null> {
  const [row] = await sql<LogPosition[]>`
    select epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1`;
  return row ?? null;
}

/**
 * Throws when the current epoch holds events of transactions that this cluster has not reached: a dump restored into a
 * younger cluster, whose new events would sort before old ones. The operator raises the epoch first (`make raise-epoch`).
 */
export async function assertLogBehindSnapshot(sql: Sql): Promise<void> {
  const [row] = await sql<{ ahead: boolean }[]>`
    select coalesce((
      select xid >= pg_snapshot_xmax(pg_current_snapshot()) from events
      where epoch = (select epoch from log_epoch) order by epoch desc, xid desc, position desc limit 1), false) as ahead`;
  if (row?.ahead) {
    throw new Error(
      "The event log holds transactions from a cluster further on than this one (a restored dump?). " +
        "Raise the epoch with `make raise-epoch` before starting.",
    );
  }
}
