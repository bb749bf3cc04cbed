/** Owns the append: one SQL statement, one round trip, in which hours are claimed and released, personal data stored and events inserted. */
import postgres from "postgres";
import type { Sql } from "../platform/database.ts";
import type { LogPosition } from "./position.ts";

/** Who acted, in the meta of every event. */
export type Actor =
  | { kind: "visitor" | "system" | "provider" }
  | { kind: "customer"; id: number }
  | { kind: "staff"; id: number; role: string };

export interface EventMeta {
  actor: Actor;
  requestId: string;
  /** Digest of the request's body, where a client may retry with an idempotency key. */
  bodyHash?: string;
}

export interface NewEvent {
  type: string;
  schemaVersion: number;
  data: unknown;
}

/** Customers' names, addresses and free text: a row apart from the log, which events name by id. */
export interface PersonalData {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  freeText: string | null;
}

/** The change in the room-hour guard that goes with the events; all hours of one room and one booking. */
export interface HourChange {
  roomId: number;
  claim: Date[];
  release: Date[];
  /** Hours that stay; only the hold on them changes. */
  keep: Date[];
  heldUntil: Date | null;
  /** Keyed hash of the holder's email while unpaid. */
  holder: string | null;
  /** Refuse when this holder has that many unpaid bookings open at `now`. */
  maxOpenHolds?: { count: number; now: Date };
}

export interface Append {
  stream: { category: "booking" | "inquiry" /** Absent: the statement gives the next id. */; id?: number };
  expectedVersion: number;
  commandId: string;
  events: readonly NewEvent[];
  meta: EventMeta;
  occurredAt: Date;
  hours?: HourChange;
  person?: PersonalData;
}

/** Which guarantee refused the append, by the name of the violated constraint. */
export type AppendResult =
  | { ok: true; streamId: number; position: LogPosition }
  | { ok: false; violated: "stream-version" | "room-hours" | "command-once" | "open-holds" };

const VIOLATIONS: Record<string, "stream-version" | "room-hours" | "command-once"> = {
  events_one_version: "stream-version",
  room_hours_one_booking: "room-hours",
  events_one_command: "command-once",
};

type Row = { stream_id: number; epoch: number; xid: bigint; position: number };

/** Appends at once or not at all; committed when it returns. `occurredAt` is a UTC instant. */
export async function append(sql: Sql, request: Append): Promise<AppendResult> {
  try {
    const [row] =
      request.stream.id === undefined ? await openStream(sql, request) : await extend(sql, request);
    if (!row) return { ok: false, violated: "open-holds" };
    return {
      ok: true,
      streamId: row.stream_id,
      position: { epoch: row.epoch, xid: row.xid, position: row.position },
    };
  } catch (error) {
    const violated = violationOf(error);
    if (violated) return { ok: false, violated };
    throw error;
  }
}

function violationOf(error: unknown): (typeof VIOLATIONS)[string] | undefined {
  return error instanceof postgres.PostgresError && error.code === "23505"
    ? VIOLATIONS[error.constraint_name ?? ""]
    : undefined;
}

const instants = (dates: readonly Date[] = []): string[] => dates.map((date) => date.toISOString());

const eventRows = (sql: Sql, request: Append) =>
  sql.json(
    request.events.map((event, seq) => ({
      seq,
      type: event.type,
      schema_version: event.schemaVersion,
      data: event.data,
    })) as postgres.JSONValue, // event data is JSON by its zod schema
  );

/**
 * A new stream: its id comes from the category's sequence in the same statement. No row comes back when the holder has
 * too many unpaid bookings. The events wait for the claims (the scalar subquery), so that every append takes its locks
 * in one order: hours ascending, then the stream's version.
 */
function openStream(sql: Sql, request: Append): Promise<Row[]> {
  const { hours, person, stream } = request;
  return sql<Row[]>`
    with opened as materialized (
      select nextval(${`${stream.category}_ids`}::regclass) as id
      where ${hours?.maxOpenHolds?.count ?? null}::int is null
        or (select count(distinct booking_id) from room_hours
            where holder = ${hours?.holder ?? null} and held_until > ${hours?.maxOpenHolds?.now ?? null})
           < ${hours?.maxOpenHolds?.count ?? null}
    ), claimed as (
      insert into room_hours (room_id, starts_at, booking_id, held_until, holder)
      select ${hours?.roomId ?? 0}, hour, opened.id, ${hours?.heldUntil ?? null}, ${hours?.holder ?? null}
      from opened, unnest(${instants(hours?.claim)}::timestamptz[]) hour
      order by hour
      returning 1
    ), person as (
      insert into personal_data (id, first_name, last_name, email, phone, free_text, recorded_at)
      select ${person?.id ?? null}::uuid, ${person?.firstName ?? null}, ${person?.lastName ?? null},
        ${person?.email ?? null}, ${person?.phone ?? null}, ${person?.freeText ?? null}, ${request.occurredAt}
      from opened
      where ${person !== undefined} and (select count(*) from claimed) >= 0
    ), appended as (
      insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
      select ${stream.category} || '-' || opened.id, e.seq + 1, e.type, e.schema_version, e.data,
        ${sql.json({ ...request.meta })}, ${request.commandId}, e.seq, ${request.occurredAt}
      from opened, jsonb_to_recordset(${eventRows(sql, request)})
        as e (seq int, type text, schema_version int, data jsonb)
      where (select count(*) from claimed) >= 0
      order by e.seq
      returning epoch, xid, position
    )
    select opened.id as stream_id, epoch, xid, position
    from opened, appended order by position desc limit 1`;
}

/**
 * More events on a known stream. Claims come before releases, so that two moves that swap their hours meet a row that
 * still stands and fail at once, instead of each waiting for the other's release.
 */
function extend(sql: Sql, request: Append): Promise<Row[]> {
  const { hours, stream } = request;
  const id = stream.id ?? 0;
  return sql<Row[]>`
    with claimed as (
      insert into room_hours (room_id, starts_at, booking_id, held_until, holder)
      select ${hours?.roomId ?? 0}, hour, ${id}, ${hours?.heldUntil ?? null}, ${hours?.holder ?? null}
      from unnest(${instants(hours?.claim)}::timestamptz[]) hour
      order by hour
      returning 1
    ), appended as (
      insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
      select ${`${stream.category}-${id}`}, ${request.expectedVersion}::int + e.seq + 1, e.type, e.schema_version,
        e.data, ${sql.json({ ...request.meta })}, ${request.commandId}, e.seq, ${request.occurredAt}
      from jsonb_to_recordset(${eventRows(sql, request)})
        as e (seq int, type text, schema_version int, data jsonb)
      where (select count(*) from claimed) >= 0
      order by e.seq
      returning epoch, xid, position
    ), released as (
      delete from room_hours
      where room_id = ${hours?.roomId ?? 0} and booking_id = ${id}
        and starts_at = any(${instants(hours?.release)}::timestamptz[])
        and (select count(*) from appended) >= 0
    ), kept as (
      update room_hours set held_until = ${hours?.heldUntil ?? null}, holder = ${hours?.holder ?? null}
      where room_id = ${hours?.roomId ?? 0} and booking_id = ${id}
        and starts_at = any(${instants(hours?.keep)}::timestamptz[])
        and (select count(*) from appended) >= 0
    )
    select ${id}::bigint as stream_id, epoch, xid, position
    from appended order by position desc limit 1`;
}
