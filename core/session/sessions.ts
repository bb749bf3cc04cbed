/**
 * Keeps the table `sessions`: how a session is opened and what ends it. The session's account is queried together with
 * the account itself.
 */
import { randomUUID } from "node:crypto";
import { type AppendRule, appendRule } from "../log/append-request.ts";
import type { Sql } from "../platform/database/database.ts";

export type SessionKind = "staff" | "customer";

/** How long each kind of session lasts (decision 87). */
export const SESSION_DURATION_MS: Record<SessionKind, number> = {
  staff: 12 * 3_600_000,
  customer: 7 * 24 * 3_600_000,
};

/** Notified with the commit that ends a session; the payload is its id. */
export const SESSIONS_ENDED_CHANNEL = "sessions_ended";

/** A session to be opened. Its id is random and not a secret: a token that names it is signed. */
export interface NewSession {
  sessionId: string;
  kind: SessionKind;
  createdAt: Date;
  expiresAt: Date;
}

/** What a token claims about the caller. */
export interface SessionClaim {
  sessionId: string;
  kind: SessionKind;
  accountId: number;
}

export const newSession = (kind: SessionKind, now: Date): NewSession => ({
  sessionId: randomUUID(),
  kind,
  createdAt: now,
  expiresAt: new Date(now.getTime() + SESSION_DURATION_MS[kind]),
});

/** Opens a session in the append of the events; for the stream's own account, unless `accountId` is given. */
export function openSession(
  { sessionId, kind, expiresAt }: NewSession,
  account: { passwordVersion: number; accountId?: number },
): AppendRule {
  return appendRule("open_session", { sessionId, kind, expiresAt, ...account });
}

/** Opens a session without an event. */
export async function insertSession(
  sql: Sql,
  { sessionId, kind, createdAt, expiresAt }: NewSession,
  account: { id: number; passwordVersion: number },
): Promise<void> {
  await sql`
    insert into sessions (session_id, kind, account_id, password_version, created_at, expires_at)
    values (${sessionId}, ${kind}, ${account.id}, ${account.passwordVersion}, ${createdAt}, ${expiresAt})`;
}

/** Ends all sessions of the stream's account in the append of the events; `except` is the calling session, which stays open. */
export const endSessions = (kind: SessionKind, except?: string): AppendRule =>
  appendRule("end_sessions", { kind, except });

/** Ends one session; does nothing if it has ended or never existed. */
export async function endSession(sql: Sql, sessionId: string, now: Date): Promise<void> {
  await sql`select end_session(${sessionId}, ${now})`;
}

/** Deletes expired sessions, by the database's clock; returns how many. */
export async function deleteExpiredSessions(sql: Sql): Promise<number> {
  const [row] = await sql<{ deleted: number }[]>`select delete_expired_sessions() as deleted`;
  return row?.deleted ?? 0;
}

/** Sessions of an account that are open at this instant (UTC), the newest first. */
export function openSessions(
  sql: Sql,
  { kind, accountId, now }: { kind: SessionKind; accountId: number; now: Date },
): Promise<Pick<NewSession, "sessionId" | "createdAt" | "expiresAt">[]> {
  return sql<Pick<NewSession, "sessionId" | "createdAt" | "expiresAt">[]>`
    select session_id as "sessionId", created_at as "createdAt", expires_at as "expiresAt" from sessions
    where kind = ${kind} and account_id = ${accountId} and ended_at is null and expires_at > ${now}
    order by created_at desc`;
}
