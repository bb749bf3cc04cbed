/** What an append is asked for and answers: events, who acted, and what must succeed with them. */
import type { LogPosition } from "./position.ts";

/** Who acted, in the meta of every event. */
export type Actor =
  | { kind: "visitor" | "system" | "provider" }
  | { kind: "customer"; id: number }
  | { kind: "staff"; id: number; role: string }
  /** A program, by one of the tokens that admins made. */
  | { kind: "token"; id: number };

/** Whether the venue did it itself: a colleague, or a program of the venue's. */
export const isByVenue = ({ kind }: Actor): boolean => kind === "staff" || kind === "token";

/** The session in which a person acts, and the role if they are staff. */
export interface ActingSession {
  kind: "staff" | "customer";
  sessionId: string;
  accountId: number;
  role?: string;
}

/** The token with which a program acts. */
interface ActingToken {
  kind: "token";
  tokenId: number;
}

export interface EventMeta {
  actor: Actor;
  requestId: string;
  /** The append checks that the session and its account, or the token, are still valid (`SESSION_INVALID`); it does not store the session. */
  session?: ActingSession | ActingToken;
  /** Digest of the request's body, if a client may retry with an idempotency key. */
  bodyHash?: string;
  /** Made up by `make demo`: no mail is sent about it. */
  demo?: true;
  /** The import that made it, or undid it: no mail is sent about it. */
  import?: number;
}

export interface NewEvent {
  type: string;
  schemaVersion: number;
  data: unknown;
}

/**
 * What must succeed with the events, or not at all: hours, personal data, credentials. Each operation is an append rule: the database
 * function `guard.<operation>` (migrations/functions/), which gets the other fields. The rules run in the order of the list, and take their
 * locks in that order (`append_events` says which order is required).
 */
export interface AppendRule {
  readonly operation: string;
}

/** The append rule with this name; `fields` are what its database function gets. */
export const appendRule = <Fields extends object>(
  operation: string,
  fields: Fields,
): AppendRule & Fields => ({ operation, ...fields });

export interface Append {
  stream: { category: string /** Absent: the statement gives the category's next number. */; id?: number };
  expectedVersion: number;
  commandId: string;
  events: readonly NewEvent[];
  meta: EventMeta;
  /** UTC instant at which the command was decided. */
  occurredAt: Date;
  appendRules?: readonly AppendRule[];
}

/** An append to a named stream, in the transaction of another one. */
export interface OtherAppend {
  stream: { category: string; id: number };
  expectedVersion: number;
  events: readonly NewEvent[];
  appendRules?: readonly AppendRule[];
  /** Who did this, if it was not the actor of the command. */
  actor?: Actor;
}

/** The appends, then the others, at the same instant, by the same actor unless they say otherwise; each has a command id of its own. */
export function withOthers<One extends Append>(
  appends: readonly One[],
  others: readonly OtherAppend[],
): (One | (Append & OtherAppend))[] {
  const [first] = appends;
  if (!first) return [];
  const { commandId, occurredAt } = first;
  // The session is checked once, by the first append, whose request it is that may be repeated.
  // What follows in other streams was not imported: who waits for hours that an undone import frees is told by mail.
  const { session: _, bodyHash: _hash, import: _import, ...meta } = first.meta;
  return [
    ...appends,
    ...others.map(({ actor = meta.actor, ...other }) => ({
      ...other,
      commandId: `${commandId}/${other.stream.category}-${other.stream.id}`,
      meta: { ...meta, actor },
      occurredAt,
    })),
  ];
}

/** The session in which a person acts has ended, or its account has changed; or the token has ended. */
export const SESSION_INVALID = "session_stands";
/** Another append has written this version of the stream. */
export const STREAM_CHANGED = "events_one_version";
/** This command has been appended before. */
export const COMMAND_REPEATED = "events_one_command";

/** `violated`: the database's name of the constraint that refused; nothing was written then. */
export type AppendResult =
  | { ok: true; streamId: number; position: LogPosition }
  | { ok: false; violated: string };
