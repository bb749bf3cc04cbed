/** Owns the append: one SQL statement, one round trip, in which events are inserted together with what their stream's guard lists. */
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

/**
 * What stands or falls with the events beside them: hours, personal data, credentials. Each operation is a function of
 * the database, `guard.<operation>` (migration 0010), which takes the other fields; they are carried out in the order of
 * the list, and locks are taken in that order (the migration says which it has to be).
 */
export interface GuardOperation {
  readonly operation: string;
}

export interface Append {
  stream: { category: string /** Absent: the statement gives the category's next number. */; id?: number };
  expectedVersion: number;
  commandId: string;
  events: readonly NewEvent[];
  meta: EventMeta;
  /** UTC instant at which the command was decided. */
  occurredAt: Date;
  guard?: readonly GuardOperation[];
}

/** Somebody else has appended this version of the stream. */
export const STREAM_MOVED_ON = "events_one_version";
/** This command has been appended before. */
export const COMMAND_REPEATED = "events_one_command";

/** `violated`: the database's name of the constraint that refused; nothing was written then. */
export type AppendResult =
  | { ok: true; streamId: number; position: LogPosition }
  | { ok: false; violated: string };

type Row = { stream_id: number; epoch: number; xid: bigint; position: number };

/** Appends at once or not at all; committed when it returns (unless `sql` is a transaction). */
export async function append(sql: Sql | TransactionSql, request: Append): Promise<AppendResult> {
  const { stream, guard = [], ...rest } = request;
  try {
    const [row] = await sql<Row[]>`
      select * from append_events(${sql.json({ ...stream, guard, ...rest } as never)})`;
    if (!row) throw new Error("The append answered nothing");
    const { stream_id: streamId, ...position } = row;
    return { ok: true, streamId, position };
  } catch (error) {
    const violated = violationIn(error);
    if (violated) return { ok: false, violated };
    throw error;
  }
}

const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";

function violationIn(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError &&
    (error.code === UNIQUE_VIOLATION || error.code === CHECK_VIOLATION)
    ? error.constraint_name
    : undefined;
}
