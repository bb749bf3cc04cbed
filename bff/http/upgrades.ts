/** Handles a request that offers another protocol: WebSocket is accepted, any other offer is ignored (RFC 9110, 7.8). */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

export const asksForWebSocket = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers.upgrade?.trim().toLowerCase() === "websocket";

/**
 * The connection as if nothing had been offered. Once a server listens for upgrades, Node does not handle requests with an `Upgrade`
 * header as normal requests. This function puts the request back without that header, so that the server reads it as any other, with its
 * body.
 */
export function removeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Duplex {
  const { method, url, httpVersion, rawHeaders } = request;
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = "", value = ""] = [rawHeaders[i], rawHeaders[i + 1]];
    const kept = keptOf(name.toLowerCase(), value);
    if (kept !== null) text += `${name}: ${kept}\r\n`;
  }
  socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, "latin1"), head]));
  return socket;
}

/** The header's value without the offer; null if nothing of it is left. */
function keptOf(name: string, value: string): string | null {
  if (name === "upgrade") return null;
  if (name !== "connection") return value;
  const options = value.split(",").filter((option) => !/^\s*(upgrade|http2-settings)\s*$/i.test(option));
  return options.length > 0 ? options.join(",") : null;
}
