/** Reads the log: one stream in its order, and everything after a cursor in the global order, without missing an event. */
import type { Sql, TransactionSql } from "../platform/database/database.ts";
import type { EventMeta } from "./append-request.ts";
import { type LogPosition, parsePosition } from "./position.ts";
import type { AnyEvent, RawEvent, RecordedEvent, StreamDefinition } from "./stream.ts";
import { eventsOf } from "./stream.ts";

/** A row of `events` as it is read. */
export interface EventRow {
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

export const toRawEvent = (row: EventRow): RawEvent => ({
  stream: row.stream,
  version: row.version,
  type: row.type,
  schemaVersion: row.schema_version,
  data: row.data,
  meta: row.meta,
  commandId: row.command_id,
  occurredAt: row.occurred_at,
  at: { epoch: row.epoch, xid: row.xid, position: row.position },
});

/** A stream as stored in the log, oldest first, from its beginning or from a version; empty if it does not exist. */
export async function readRawStream(
  sql: Sql | TransactionSql,
  stream: string,
  { from = 1 }: { from?: number } = {},
): Promise<RawEvent[]> {
  const rows = await sql<EventRow[]>`
    select stream, version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from events where stream = ${stream} and version >= ${from} order by version`;
  return rows.map(toRawEvent);
}

/** Whole streams as stored in the log, one after another, each oldest first. */
export async function readRawStreams(sql: Sql, streams: readonly string[]): Promise<RawEvent[]> {
  const rows = await sql<EventRow[]>`
    select stream, version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from events where stream = any(${[...streams]}) order by stream, version`;
  return rows.map(toRawEvent);
}

/** The same, typed; throws `UndecodableEvent` if this code cannot read one of the events. */
export async function readStream<State, Event extends AnyEvent>(
  sql: Sql | TransactionSql,
  stream: StreamDefinition<string, State, Event>,
  id: number,
  part: { from?: number } = {},
): Promise<RecordedEvent<Event>[]> {
  return eventsOf(stream, await readRawStream(sql, stream.nameOf(id), part));
}

/** All streams of a category as stored in the log, one after another, each from its beginning; within the caller's snapshot. */
export async function* readRawStreamsOf(
  tx: TransactionSql,
  category: string,
): AsyncGenerator<[RawEvent, ...RawEvent[]]> {
  const chunks = tx<EventRow[]>`
    select stream, version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from events where stream like ${`${category}-%`} order by stream, version`.cursor(1_000);
  let current: [RawEvent, ...RawEvent[]] | null = null;
  for await (const rows of chunks) {
    for (const event of rows.map(toRawEvent)) {
      if (current && current[0].stream === event.stream) current.push(event);
      else {
        if (current) yield current;
        current = [event];
      }
    }
  }
  if (current) yield current;
}

/** The events of a stream whose data contains these fields, oldest first. */
export async function readEventsWith(
  sql: Sql,
  stream: string,
  data: Readonly<Record<string, number | string>>,
): Promise<RawEvent[]> {
  const rows = await sql<EventRow[]>`
    select stream, version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from events where stream = ${stream} and data @> ${sql.json(data)} order by version`;
  return rows.map(toRawEvent);
}

/** The events of one type between two versions of a stream, neither included, oldest first. `before` null: to the stream's end. */
export async function readEventsBetween(
  sql: Sql,
  { stream, type }: Pick<RawEvent, "stream" | "type">,
  { after, before }: { after: number; before: number | null },
): Promise<RawEvent[]> {
  const rows = await sql<EventRow[]>`
    select stream, version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from events
    where stream = ${stream} and type = ${type} and version > ${after}
      ${before === null ? sql`` : sql`and version < ${before}`}
    order by version`;
  return rows.map(toRawEvent);
}

/** How many events a stream has. */
export async function readVersion(sql: Sql, stream: string): Promise<number> {
  const [last] = await sql<{ version: number }[]>`
    select version from events where stream = ${stream} order by version desc limit 1`;
  return last?.version ?? 0;
}

/** Single events by their stream and version; those that do not exist are left out. */
export async function readEventsAt(
  sql: Sql,
  places: readonly Pick<RawEvent, "stream" | "version">[],
): Promise<RawEvent[]> {
  if (places.length === 0) return [];
  const rows = await sql<EventRow[]>`
    select e.stream, e.version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from unnest(${places.map(({ stream }) => stream)}::text[], ${places.map(({ version }) => version)}::int[])
      as wanted (stream, version)
    join events e using (stream, version)`;
  return rows.map(toRawEvent);
}

/** The first events of many streams, each up to but not including a version; by stream, oldest first. */
export async function readBeginnings(
  sql: Sql | TransactionSql,
  beginnings: readonly { stream: string; before: number }[],
): Promise<RawEvent[]> {
  if (beginnings.length === 0) return [];
  const rows = await sql<EventRow[]>`
    select e.stream, version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from unnest(${beginnings.map(({ stream }) => stream)}::text[], ${beginnings.map(({ before }) => before)}::int[])
      as wanted (stream, before)
    join events e on e.stream = wanted.stream and e.version < wanted.before
    order by e.stream, version`;
  return rows.map(toRawEvent);
}

/**
 * At most `limit` events after the cursor, in the global order. Positions are assigned before commit, so reading "position > last seen"
 * would miss events of slower transactions. In the current epoch it therefore reads only events older than every running transaction
 * (`pg_snapshot_xmin`): no later commit can come before them.
 */
export async function readAfter(
  sql: Sql | TransactionSql,
  cursor: LogPosition,
  limit: number,
): Promise<RawEvent[]> {
  return (await rowsAfter(sql, cursor, limit)).map(toRawEvent);
}

/**
 * Like `readAfter`, with the position of the newest committed event, whether it is read or still held back by an older transaction; null in
 * an empty log. A second query asks for it only if there is nothing to read.
 */
export async function readAfterWithHead(
  sql: Sql | TransactionSql,
  cursor: LogPosition,
  limit: number,
): Promise<{ events: RawEvent[]; head: LogPosition | null }> {
  const rows = await rowsAfter(sql, cursor, limit);
  const [first] = rows;
  return { events: rows.map(toRawEvent), head: first ? parsePosition(first.head) : await readHead(sql) };
}

const rowsAfter = (sql: Sql | TransactionSql, cursor: LogPosition, limit: number) =>
  sql<(EventRow & { head: string })[]>`
    select stream, version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position,
      (select epoch || '.' || xid || '.' || position from events
        order by epoch desc, xid desc, position desc limit 1) as head
    from events
    where (epoch, xid, position) > (${cursor.epoch}, ${String(cursor.xid)}::xid8, ${cursor.position})
      and (epoch < (select epoch from log_epoch) or xid < pg_snapshot_xmin(pg_current_snapshot()))
    order by epoch, xid, position
    limit ${limit}`;

/** Whether any stream of these categories has events. */
export async function hasStreamsOf(sql: Sql, categories: readonly string[]): Promise<boolean> {
  const [log] = await sql<{ found: boolean }[]>`
    select exists (select from events where stream like any (${categories.map((category) => `${category}-%`)})) as found`;
  return log?.found ?? false;
}

/** The stream and the position of the command with this id; null if it was never accepted. */
export async function findCommand(
  sql: Sql,
  commandId: string,
): Promise<{ stream: string; meta: EventMeta; at: LogPosition } | null> {
  const [row] = await sql<EventRow[]>`
    select stream, meta, epoch, xid, position from events
    where command_id = ${commandId} and command_seq = 0`;
  return row
    ? { stream: row.stream, meta: row.meta, at: { epoch: row.epoch, xid: row.xid, position: row.position } }
    : null;
}

/** Whether the log still has exactly this event: a standby that was promoted may never have received it. */
export async function isInLog(sql: Sql, { stream, version, commandId }: RawEvent): Promise<boolean> {
  const found = await sql`
    select from events where stream = ${stream} and version = ${version} and command_id = ${commandId}`;
  return found.length > 0;
}

/** The position of the newest committed event; null in an empty log. */
async function readHead(sql: Sql | TransactionSql): Promise<LogPosition | null> {
  const [head] = await sql<LogPosition[]>`
    select epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1`;
  return head ?? null;
}

/**
 * Throws if the current epoch has events of transactions that this cluster has not reached. That happens when a dump is restored into a
 * younger cluster, whose new events would sort before the old ones. The operator raises the epoch first (`make raise-epoch`).
 */
export async function assertLogNotAhead(sql: Sql): Promise<void> {
  const [row] = await sql<{ ahead: boolean }[]>`
    select coalesce((
      select xid >= pg_snapshot_xmax(pg_current_snapshot()) from events
      where epoch = (select epoch from log_epoch) order by epoch desc, xid desc, position desc limit 1), false) as ahead`;
  if (row?.ahead) {
    throw new Error(
      "The event log contains transactions that this cluster has not reached (a restored dump?). " +
        "Run `make raise-epoch` before you start.",
    );
  }
}
