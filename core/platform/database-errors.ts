/** Owns which errors mean that the database is away, or taken by somebody else, rather than that we asked it something wrong. */

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

/** Somebody else kept a row or a table locked for longer than a statement may wait for it; nothing was written. */
export class LockedTooLong extends Error {
  override readonly name = "LockedTooLong";
  constructor(cause: unknown) {
    super("Somebody else has kept locked what this needs", { cause });
  }
}

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as Error & { code?: unknown; severity?: unknown }; // each looked at before it is used
  return CODES.has(String(code)) || SESSION_ENDS.has(String(severity));
}
