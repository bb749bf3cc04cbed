/** Reads what the headers of a request say of it: its id, the log position that its caller has seen, and its hosts. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { READ_AFTER_HEADER } from "../contract/headers.ts";

export const REQUEST_ID_HEADER = "X-Request-Id";

/** No free text is accepted, since events keep the id forever. */
const UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/** Unique to this process and start; a counter follows, so that an id costs almost nothing. */
const PREFIX = `${randomBytes(6).toString("base64url")}-`;
let count = 0;

/** The caller's own id if it is a UUID, otherwise one of ours. Header, problem, log and event contain it. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && UUID.test(given) ? given : PREFIX + (++count).toString(36);
}

/** `Read-After`: the highest log position that the caller has seen. */
export function readAfterOf(request: IncomingMessage): string | undefined {
  const header = request.headers[READ_AFTER_HEADER];
  return typeof header === "string" ? header : undefined;
}

/** Whether it has two Host headers: a proxy in front may have used the other one (RFC 9112, 3.2). */
export function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  let hosts = 0;
  // Names and values alternate.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}
