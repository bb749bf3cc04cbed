/** Gives a request its id: the caller's own if it is a UUID, otherwise one of ours. Header, problem, log and event contain it. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const REQUEST_ID_HEADER = "X-Request-Id";

/** No free text is accepted, since events keep the id forever. */
const UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/** Unique to this process and start; a counter follows, so that an id costs almost nothing. */
const PREFIX = `${randomBytes(6).toString("base64url")}-`;
let count = 0;

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && UUID.test(given) ? given : PREFIX + (++count).toString(36);
}
