/** Owns a request's id: the caller's own where it is a sane one, else one of ours; it stands in header, problem, log and event. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const REQUEST_ID_HEADER = "X-Request-Id";

const SANE = /^[\w.:-]{1,128}$/;

/** Unique to this process and start; what follows is a count, so that an id costs nothing to make. */
const PREFIX = `${randomBytes(6).toString("base64url")}-`;
let count = 0;

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && SANE.test(given) ? given : PREFIX + (++count).toString(36);
}
