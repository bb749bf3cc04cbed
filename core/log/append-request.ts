/** Owns what an append is asked for and answers: events, who acted, and what stands or falls with them. */
import type { LogPosition } from "./position.ts";

/** Who acted, in the meta of every event. */
export type Actor =
  | { kind: "visitor" | "system" | "provider" }
  | { kind: "customer"; id: number }
  | { kind: "staff"; id: number; role: string };

/** The session by which somebody acts, and in which role where they are staff. */
export interface ActingSession {
  kind: "staff" | "customer";
  sessionId: string;
  accountId: number;
  role?: string;
}

export interface EventMeta {
  actor: Actor;
  requestId: string;
  /** Whoever acts by one does so while it and its account stand: the append checks that (`SESSION_STANDS`), and does not store it. */
  session?: ActingSession;
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
 * the database, `guard.<operation>` (migrations/functions/), which takes the other fields; they are carried out in the order of
 * the list, and locks are taken in that order (`append_events` says which it has to be).
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

/** The session by which somebody acts has ended, or its account is no longer what it was. */
export const SESSION_STANDS = "session_stands";
/** Somebody else has appended this version of the stream. */
export const STREAM_MOVED_ON = "events_one_version";
/** This command has been appended before. */
export const COMMAND_REPEATED = "events_one_command";

/** `violated`: the database's name of the constraint that refused; nothing was written then. */
export type AppendResult =
  | { ok: true; streamId: number; position: LogPosition }
  | { ok: false; violated: string };
