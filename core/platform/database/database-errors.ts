/** Tells which errors mean that the database is unavailable or locked by others, and not that the query was wrong. */

/** Codes of postgres.js, of Node and of this product: connections refused, lost or cut, and no server that takes writes. */
const CODES = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "NO_PRIMARY",
  "ETIMEDOUT",
]);

/** The severities with which PostgreSQL ends a session or refuses one: it is stopping, starting or full, or the login no longer exists. */
const SESSION_ENDS = new Set(["FATAL", "PANIC"]);

/** "cannot execute … in a read-only transaction": the server is a standby now, or was made read-only. */
const READ_ONLY = "25006";

/** Another session kept a row or a table locked for longer than a statement may wait; nothing was written. */
export class LockTimeout extends Error {
  override readonly name = "LockedTooLong";
  constructor(cause: unknown) {
    super("Another session holds a lock that this statement needs", { cause });
  }
}

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as Error & { code?: unknown; severity?: unknown }; // the type of each is checked before use
  return CODES.has(String(code)) || code === READ_ONLY || SESSION_ENDS.has(String(severity));
}
