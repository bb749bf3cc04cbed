/** Owns which errors mean that the database is away rather than that we asked it something wrong. */

/** postgres.js' own, Node's, and PostgreSQL's: connections refused, lost, too many, or a server that stops or starts. */
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
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);

/** Class 08 of PostgreSQL's codes is about the connection. */
const CONNECTION_EXCEPTION = /^08\d{3}$/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return CODES.has(code) || CONNECTION_EXCEPTION.test(code);
}
