/** Owns that a request names one host: of two, a proxy in front may have believed the other (RFC 9112, 3.2). */
import type { IncomingMessage } from "node:http";

export function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  let hosts = 0;
  // Names and values take turns.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}
