/**
 * The two statements of an append, each one round trip and one commit: for one stream, or for many new ones; and which constraint refused.
 */
import postgres from "postgres";
import type { Sql } from "../platform/database/database.ts";
import { isDatabaseUnavailable } from "../platform/database/database-errors.ts";
import {
  type Append,
  type AppendResult,
  type AppendRule,
  appendRule,
  type EventMeta,
} from "./append-request.ts";
import type { LogPosition } from "./position.ts";
import { runInLane } from "./single-appends.ts";

/** Appends by one call of the database function `append_events`. */
export const appendOne = (sql: Sql, request: Append): Promise<AppendResult> =>
  orViolation(async () => {
    const [row] = await sql<AppendedRow[]>`
      select * from append_events(${sql.json(requestOf(request) as never)})`;
    if (!row) throw new Error("The append returned nothing");
    return { ok: true, ...placeOf(row) };
  });

type AppendedRow = LogPosition & { stream_id: number };
type Place = { streamId: number; position: LogPosition };
type Violation = Extract<AppendResult, { ok: false }>;

const placeOf = ({ stream_id: streamId, ...position }: AppendedRow): Place => ({ streamId, position });

/** What the statement answers, or the name of the constraint that refused it. */
async function orViolation<Result>(statement: () => Promise<Result>): Promise<Result | Violation> {
  try {
    return await statement();
  } catch (error) {
    const violated = violationIn(error);
    if (violated) return { ok: false, violated };
    throw error;
  }
}

/** The request as the database function takes it. */
function requestOf(append: Append): object {
  const { stream, meta, appendRules: _, ...rest } = append;
  return { ...stream, ...rest, meta: storedMeta(meta), guard: appendRulesOf(append) };
}

const storedMeta = ({ session: _, ...meta }: EventMeta): Omit<EventMeta, "session"> => meta;

/** Streams of accounts: a change of an account may end sessions, including the acting one. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(["staff", "customer"]);

/** The session or token of who acts comes first: its lock must be taken before any other. */
function appendRulesOf({ stream, appendRules = [], meta: { session } }: Append): readonly AppendRule[] {
  if (!session) return appendRules;
  if (session.kind === "token") return [appendRule("token_stands", session), ...appendRules];
  const alone = OF_ACCOUNTS.has(stream.category);
  return [appendRule("session_stands", { ...session, alone }), ...appendRules];
}

const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";

/** Whether the server itself refused: then the statement wrote nothing. */
export const wasRolledBack = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && !isDatabaseUnavailable(error);

/** The name of the constraint that refused; undefined for any other error. */
function violationIn(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError &&
    (error.code === UNIQUE_VIOLATION || error.code === CHECK_VIOLATION)
    ? error.constraint_name
    : undefined;
}

type Row = LogPosition & { command_id: string; stream: string };

/** Appends to new streams by one call of the database function `append_new_streams`: all or none. */
export async function appendToNewStreams(
  sql: Sql,
  requests: readonly Append[],
): Promise<(AppendResult | undefined)[]> {
  const rows = await sql<Row[]>`select * from append_new_streams(${sql.json(setsOf(requests) as never)})`;
  // If a command has several events, its position is the last one's.
  const last = new Map(rows.map((row) => [row.command_id, row]));
  return requests.map(({ commandId, stream }) => {
    const row = last.get(commandId);
    if (!row) return undefined;
    const { epoch, xid, position } = row;
    const streamId = Number(row.stream.slice(stream.category.length + 1));
    return { ok: true, streamId, position: { epoch, xid, position } };
  });
}

/**
 * Appends to streams that name each other, all or none, in one statement and without locking the hours of others; the numbers of new ones
 * come from `nextStreamIds`. Their hours must not be in each other's way. Answers the position of the last event. Throws `LockedTooLong` if another writer holds a lock for too long.
 */
export const appendInOneStatement = (
  sql: Sql,
  requests: readonly (Append & { stream: { id: number } })[],
): Promise<{ ok: true; position: LogPosition } | Violation> =>
  orViolation(async () => {
    const [last] = await runInLane(
      sql,
      () => sql<LogPosition[]>`
        select epoch, xid, position from append_new_streams(${sql.json(setsOf(requests) as never)}) order by position desc limit 1`,
    );
    if (!last) throw new Error("The append returned nothing");
    return { ok: true, position: last };
  });

/** Numbers for new streams, in ascending order. Streams that are never begun leave theirs unused. */
export async function nextStreamIds(sql: Sql, category: string, n: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`select id from next_stream_ids(${category}, ${n}) id order by id`;
  return rows.map(({ id }) => id);
}

/** The requests as that function takes them: one list for each thing that a statement does for all; `n` is the request's number, from 1. */
function setsOf(requests: readonly Append[]): object {
  const appends: object[] = [];
  const events: object[] = [];
  const guard: Record<string, object[]> = {};
  for (const request of requests) {
    const { stream, expectedVersion, commandId, occurredAt, meta } = request;
    const n = appends.push({ ...stream, expectedVersion, commandId, occurredAt, meta: storedMeta(meta) });
    for (const [i, event] of request.events.entries()) events.push({ n, seq: i + 1, ...event });
    for (const { operation, ...rest } of appendRulesOf(request)) {
      guard[operation] ??= [];
      guard[operation].push({ n, ...rest });
    }
  }
  return { appends, events, guard };
}

/**
 * Appends by one call of the database function `append_events_together`: all or none, in order, with the hours of every room locked against
 * other writers. Answers the position of each. Throws `LockedTooLong` if another writer holds the locks for too long.
 */
export const appendTogether = (
  sql: Sql,
  requests: readonly Append[],
): Promise<{ ok: true; appended: Place[] } | Violation> =>
  orViolation(async () => {
    const statement = () => sql<AppendedRow[]>`
      select * from append_events_together(${sql.json(requests.map(requestOf) as never)})`;
    return { ok: true, appended: (await runInLane(sql, statement)).map(placeOf) };
  });
