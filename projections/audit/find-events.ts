/** Finds events for auditors, the newest first, by any combination of filters. Every page is as fast as the first one. */
import type { ClosureEvent } from "../../core/closure/closure.ts";
import type { Actor } from "../../core/log/append-request.ts";
import { type EventRow, toRawEvent } from "../../core/log/read.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { withoutAuthor } from "./anonymous.ts";
import { closureStreamsOfRoom } from "./blocks-as-of.ts";

/** An event must match every filter that is given. */
export interface EventFilter {
  stream: string | null;
  /** Any of these types in the log; null for all. */
  types: readonly string[] | null;
  /** All actors of a kind, or one actor. */
  actor: { kind: Actor["kind"]; id: number | null } | null;
  roomId: number | null;
  /** UTC instants between which events were decided, both inclusive. */
  from: Date | null;
  to: Date | null;
}

/** The event after which a page begins: when it was decided (UTC, milliseconds since 1970), and its position in the log. */
export interface EventCursor {
  decidedMs: number;
  position: number;
}

/** An event as it is in the log, with the room that it is about and the signed head that covers it. */
export interface ListedEvent extends RawEvent {
  roomId: number | null;
  /** Its place in the tree and the first head that covers it; null until it is sealed. */
  sealed: { index: number; size: number; signedAt: Date } | null;
}

interface Row extends EventRow {
  roomId: number | null;
  index: number | null;
  size: number | null;
  signedAt: Date | null;
}

export const formatCursor = ({ decidedMs, position }: EventCursor): string => `${decidedMs}.${position}`;

/** Null if the text is not a cursor. */
export function parseCursor(text: string): EventCursor | null {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(text);
  const [decidedMs, position] = [Number(match?.[1]), Number(match?.[2])];
  return match && decidedMs <= MAX_DATE_MS ? { decidedMs, position } : null;
}

/** The end of year 9999, the last instant that both PostgreSQL and JavaScript can read. */
const MAX_DATE_MS = 253_402_300_799_999;

/** One page and the cursor of the next; null on the last page. */
export async function findEvents(
  sql: Sql,
  filter: EventFilter,
  { cursor, limit }: { cursor: EventCursor | null; limit: number },
): Promise<{ events: ListedEvent[]; next: EventCursor | null }> {
  const rows = await sql<Row[]>`
    select ${COLUMNS(sql)}, nullif(found.room_id, 0) as "roomId"
    from (${placesOf(sql, filter, { cursor, limit: limit + 1 })}) found
    join events e on e.stream = found.stream and e.version = found.version
    ${SEAL_OF(sql)}
    order by found.occurred_at desc, found.position desc`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isLast = rows.length <= limit || !last;
  return {
    events: page.map(foundOf),
    next: isLast ? null : { decidedMs: last.occurred_at.getTime(), position: last.position },
  };
}

/** A whole stream, oldest first; empty if there is no such stream. */
export async function eventsOfStream(sql: Sql, stream: string): Promise<ListedEvent[]> {
  const rows = await sql<Row[]>`
    select ${COLUMNS(sql)}, nullif(k.room_id, 0) as "roomId"
    from events e
    left join audit_events a on a.occurred_at = date_trunc('milliseconds', e.occurred_at) and a.position = e.position
    left join audit_kinds k on k.kind = a.kind
    ${SEAL_OF(sql)}
    where e.stream = ${stream} order by e.version`;
  return rows.map(foundOf);
}

const COLUMNS = (sql: Sql) => sql`
  e.stream, e.version, e.type, e.schema_version, e.data, e.meta, e.command_id,
  e.occurred_at, e.epoch, e.xid, e.position, l.index, head.size, head."signedAt"`;

/** The first head that covers the event; its signature is the proof that the event was in the log. */
const SEAL_OF = (sql: Sql) => sql`
  left join log_leaves l on l.stream = e.stream and l.version = e.version
  left join lateral (
    select size, signed_at as "signedAt" from log_checkpoints
    where size > l.index order by size, number limit 1
  ) head on true`;

function foundOf({ roomId, index, size, signedAt, ...event }: Row): ListedEvent {
  const isSealed = index !== null && size !== null && signedAt !== null;
  return { ...withoutAuthor(toRawEvent(event)), roomId, sealed: isSealed ? { index, size, signedAt } : null };
}

/** Streams whose events are about several rooms, so that no kind of their events has one room. */
const BLOCK_TYPES = [
  "BlockPlaced",
  "BlockExtended",
  "BlockLifted",
  "BlockReasonSet",
  "BlockReasonRemoved",
] satisfies ClosureEvent["type"][];

/** Positions of the events, newest first. Each query reads at most a few pages' worth of an index, for any filter. */
function placesOf(
  sql: Sql,
  { stream, types, actor, roomId, from, to }: EventFilter,
  { cursor, limit }: { cursor: EventCursor | null; limit: number },
) {
  const within = sql`
    ${from ? sql`and a.occurred_at >= ${from}` : sql``} ${to ? sql`and a.occurred_at <= ${to}` : sql``}
    ${cursor ? sql`and (a.occurred_at, a.position) < (${new Date(cursor.decidedMs)}, ${cursor.position})` : sql``}
    order by a.occurred_at desc, a.position desc limit ${limit}`;
  const row = sql`a.occurred_at, a.position, a.stream, a.version, k.room_id`;
  const who = actor?.id == null ? sql`` : sql`and a.actor_id = ${actor.id}`;
  const kinds = sql`
    ${types === null ? sql`` : sql`and k.type = any(${[...types]}::text[])`}
    ${actor ? sql`and k.actor_kind = ${actor.kind}` : sql``}
    ${roomId === null ? sql`` : sql`and (k.room_id = ${roomId} or k.type in ${sql(BLOCK_TYPES)})`}`;
  const ofRoom =
    roomId === null
      ? sql``
      : sql`and (k.room_id = ${roomId} or a.stream in (${closureStreamsOfRoom(sql, roomId)}))`;
  if (stream !== null) {
    // A stream is short, so all of it is read.
    return sql`
      select ${row} from events e
      join audit_events a on a.occurred_at = date_trunc('milliseconds', e.occurred_at) and a.position = e.position
      join audit_kinds k on k.kind = a.kind
      where e.stream = ${stream} ${kinds} ${ofRoom} ${who} ${within}`;
  }
  if (types === null && actor === null && roomId === null) {
    return sql`
      select ${row} from (select * from audit_events a where true ${within}) a
      join audit_kinds k on k.kind = a.kind`;
  }
  return sql`
    select ${row} from audit_kinds k, lateral (
      select a.occurred_at, a.position, a.stream, a.version from audit_events a
      where a.kind = k.kind ${ofRoom} ${who} ${within}
    ) a
    where true ${kinds}
    order by a.occurred_at desc, a.position desc limit ${limit}`;
}
