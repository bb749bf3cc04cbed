/** Owns which errors mean that the database is away, or taken by somebody else, rather than that we asked it something wrong. */

/** postgres.js' own, Node's and ours: connections refused, lost or cut, and no server that takes writes. */
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

/** What PostgreSQL says when it ends a session, or begins none: it stops, starts, is full, or knows us no more. */
const SESSION_ENDS = new Set(["FATAL", "PANIC"]);

/** "cannot execute … in a read-only transaction": the server follows another one now, or was made read-only. */
const READ_ONLY = "25006";

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
  return CODES.has(String(code)) || code === READ_ONLY || SESSION_ENDS.has(String(severity));
}
