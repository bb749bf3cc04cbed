/** Owns which errors mean that the database is away rather than that we asked it something wrong. */

/** postgres.js' own, and Node's: connections refused, lost or cut. */
const CODES = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** What PostgreSQL says when it ends a session, or begins none: it stops, starts, is full, or knows us no more. */
const SESSION_ENDS = new Set(["FATAL", "PANIC"]);

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as Error & { code?: unknown; severity?: unknown }; // each looked at before it is used
  return CODES.has(String(code)) || SESSION_ENDS.has(String(severity));
}
