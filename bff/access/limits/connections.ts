/** Limits how many connections are open at a time, in total and per address, and how long a request may take to arrive. */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientAddress } from "./client-address.ts";

/**
 * A body has 15 s once it is read. This limit is for bodies that are never read, heads that arrive byte by byte, and the time in between.
 */
export const ARRIVAL_LIMITS: ServerOptions = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** Requests on one connection before the first is answered. Browsers send one; all requests of one packet would be processed at once. */
const MOST_PIPELINED = 10;

export interface ConnectionLimits {
  inAll: number;
  perAddress: number;
}

/** Closes connections above the limits unanswered. Behind a proxy all of them are the proxy's, so only the total number is limited. */
export function limitConnections(
  server: Server,
  { inAll, perAddress }: ConnectionLimits,
  trustedProxies: number,
): void {
  server.maxConnections = inAll;
  if (trustedProxies > 0) return;
  const open = new Map<string, number>();
  server.prependListener("connection", (socket: Socket) => {
    const address = clientAddress({ socket, headers: {} }, 0);
    const ofAddress = (open.get(address) ?? 0) + 1;
    if (ofAddress > perAddress) return void socket.destroy();
    open.set(address, ofAddress);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/** Cuts a connection with too many unanswered requests: each answer would wait in memory for those before it. */
export function limitPipelinedRequests(server: Server): void {
  const listeners = server.listeners("request");
  const asked = new WeakMap<Socket, number>();
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const unanswered = (asked.get(socket) ?? 0) + 1;
    asked.set(socket, unanswered);
    response.once("close", () => asked.set(socket, (asked.get(socket) ?? 1) - 1));
    if (unanswered > MOST_PIPELINED) return void socket.destroy();
    for (const listener of listeners) listener.call(server, request, response);
  });
}
