/** Owns the append: one SQL statement, one round trip, in which hours are claimed and released, personal data stored and events inserted. */
import postgres from "postgres";
import type { Sql, TransactionSql } from "../platform/database.ts";
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
  /** Made up by `make demo`: nobody is written to about it. */
  demo?: true;
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
  /** Refuse when this holder has that many unpaid bookings open at `occurredAt`. */
  maxOpenHolds?: number;
}

export type StreamCategory = "booking" | "inquiry" | "staff" | "customer" | "feedback";

export interface Append {
  stream: { category: StreamCategory /** Absent: the statement gives the next id. */; id?: number };
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
  | { ok: false; violated: Guarantee | "open-holds" };

type Guarantee =
  | "stream-version"
  | "room-hours"
  | "command-once"
  | "staff-username"
  | "staff-email"
  | "last-active-admin";

const VIOLATIONS: Record<string, Guarantee> = {
  events_one_version: "stream-version",
  room_hours_one_booking: "room-hours",
  events_one_command: "command-once",
  staff_credentials_one_username: "staff-username",
  staff_credentials_one_email: "staff-email",
  active_admins_never_none: "last-active-admin",
};

type Row = { stream_id: number | null; epoch: number; xid: bigint; position: number };

/** Appends at once or not at all; committed when it returns. `occurredAt` is a UTC instant. */
export async function append(sql: Sql | TransactionSql, request: Append): Promise<AppendResult> {
  try {
    const [row] = await appendEvents(sql, request);
    if (!row || row.stream_id === null) return { ok: false, violated: "open-holds" };
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

/** Carries a refused append out of its transaction. */
class Violated extends Error {
  readonly result: AppendResult;
  constructor(result: AppendResult) {
    super("the append was refused");
    this.result = result;
  }
}

/**
 * The same, with what must stand or fall with it though it is no event (credentials, say): `beside` runs after the
 * append in one transaction, and what it throws undoes both.
 */
export async function appendWith(
  sql: Sql,
  request: Append,
  beside: (tx: TransactionSql, streamId: number) => Promise<void>,
): Promise<AppendResult> {
  try {
    return await sql.begin(async (tx) => {
      const result = await append(tx, request);
      if (!result.ok) throw new Violated(result);
      await beside(tx, result.streamId);
      return result;
    });
  } catch (error) {
    if (error instanceof Violated) return error.result;
    const violated = violationOf(error);
    if (violated) return { ok: false, violated };
    throw error;
  }
}

const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";

function violationOf(error: unknown): Guarantee | undefined {
  return error instanceof postgres.PostgresError &&
    (error.code === UNIQUE_VIOLATION || error.code === CHECK_VIOLATION)
    ? VIOLATIONS[error.constraint_name ?? ""]
    : undefined;
}

const instants = (dates: readonly Date[]): string[] => dates.map((date) => date.toISOString());

/** The statement itself is the database function `append_events` (migration 0001), which says in which order it locks. */
function appendEvents(
  sql: Sql | TransactionSql,
  { stream, hours, person, events, ...request }: Append,
): Promise<Row[]> {
  return sql<Row[]>`
    select * from append_events(
      ${stream.category}, ${stream.id ?? null}, ${request.expectedVersion}, ${request.commandId},
      ${events.map((event) => event.type)}, ${events.map((event) => event.schemaVersion)},
      ${events.map((event) => JSON.stringify(event.data))}::text[]::jsonb[], ${sql.json({ ...request.meta })},
      ${request.occurredAt},
      ${hours?.roomId ?? null}, ${instants(hours?.claim ?? [])}::timestamptz[],
      ${instants(hours?.release ?? [])}::timestamptz[], ${instants(hours?.keep ?? [])}::timestamptz[],
      ${hours?.heldUntil ?? null}, ${hours?.holder ?? null}, ${hours?.maxOpenHolds ?? null},
      ${person ? sql.json({ ...person }) : null})`;
}
