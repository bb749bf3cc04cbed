/**
 * A TCP proxy between one process of the product and its PostgreSQL that can be slow, silent or shut, or cut a connection in the middle
 * of an answer.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { listenOnLoopback } from "./listen-on-loopback.ts";

/** `silent`: the proxy accepts everything and passes nothing on, as a firewall that drops packets. `shut`: it refuses connections. */
type LineState = { kind: "open" } | { kind: "slow"; ms: number } | { kind: "silent" } | { kind: "shut" };

export interface DatabaseProxy {
  /** The database's address for the process. */
  port: number;
  set(state: LineState): void;
  /** Cuts all connections now; answers how many. */
  cut(): number;
  /**
   * Cuts each connection after this many more bytes of answers, and those without answers after `withinMs`.
   * Resolves with the number that were cut in the middle.
   */
  cutAfter(bytes: number, withinMs: number): Promise<number>;
  close(): Promise<void>;
}

interface Connection {
  /** Bytes of answers until it is cut. */
  bytesLeft: number;
  /** After `end`, data that was sent still arrives; a `reset` may overtake it. */
  destroy(how: "end" | "reset"): void;
}

/** Listens on a port of its own and passes on to `target`, a port of this machine. */
export async function openDatabaseProxy(target: number): Promise<DatabaseProxy> {
  const connections = new Set<Connection>();
  let state: LineState = { kind: "open" };
  let waiters: (() => void)[] = [];
  let cutInTheMiddle = 0;

  const server = createServer((client) => {
    if (state.kind === "shut") client.resetAndDestroy();
    else void carry(client);
  });
  const port = await listenOnLoopback(server);

  /** Waits while the line is silent, and delays while it is slow. */
  async function passage(): Promise<void> {
    while (state.kind === "silent") await new Promise<void>((resolve) => waiters.push(resolve));
    if (state.kind === "slow") await delay(state.ms);
  }

  async function carry(client: Socket): Promise<void> {
    const upstream = connect({ host: "127.0.0.1", port: target, noDelay: true });
    client.setNoDelay(true);
    const connection: Connection = {
      bytesLeft: Number.POSITIVE_INFINITY,
      destroy(how) {
        connections.delete(connection);
        if (how === "end") client.destroy();
        else if (!client.destroyed) client.resetAndDestroy();
        upstream.destroy();
      },
    };
    connections.add(connection);
    await Promise.all([pump(client, upstream), pump(upstream, client, connection)]);
    connection.destroy("end");
  }

  /** Passes data on until either end is gone; with `counted`, until the connection has used up its bytes. */
  async function pump(from: Socket, to: Socket, counted?: Connection): Promise<void> {
    from.on("error", () => undefined);
    try {
      for await (const chunk of from) {
        await passage();
        const bytes = chunk as Buffer; // a socket without an encoding emits only buffers
        if (counted && bytes.length >= counted.bytesLeft) {
          cutInTheMiddle += 1;
          await new Promise((resolve) => to.write(bytes.subarray(0, counted.bytesLeft), resolve));
          return counted.destroy("end");
        }
        if (counted) counted.bytesLeft -= bytes.length;
        if (!to.write(bytes)) await Promise.race([once(to, "drain"), once(to, "close")]);
      }
    } catch {
      // A connection that breaks at one end ends at the other.
    }
    await passage();
    to.end();
  }

  function cut(): number {
    const count = connections.size;
    for (const connection of connections) connection.destroy("reset");
    return count;
  }

  return {
    port,
    set(next) {
      state = next;
      const waiting = waiters;
      waiters = [];
      for (const resume of waiting) resume();
    },
    cut,
    async cutAfter(bytes, withinMs) {
      const before = cutInTheMiddle;
      const open = [...connections];
      for (const connection of open) connection.bytesLeft = bytes;
      const until = performance.now() + withinMs;
      while (open.some((connection) => connections.has(connection)) && performance.now() < until)
        await delay(10);
      for (const connection of open) if (connections.has(connection)) connection.destroy("reset");
      return cutInTheMiddle - before;
    },
    async close() {
      state = { kind: "open" };
      for (const resume of waiters) resume();
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
