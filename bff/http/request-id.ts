/** Owns a request's id: the caller's own where it is a UUID, else one of ours; it stands in header, problem, log and event. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const REQUEST_ID_HEADER = "X-Request-Id";

/** Nothing that could hold a word: an event keeps it for good. */
const UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/** Unique to this process and start; what follows is a count, so that an id costs nothing to make. */
const PREFIX = `${randomBytes(6).toString("base64url")}-`;
let count = 0;

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && UUID.test(given) ? given : PREFIX + (++count).toString(36);
}
