/** Checks that a page that does not read its messages costs a bounded amount of memory, and does not slow down other pages. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMetrics } from "../http/metrics.ts";
import {
  openSocket,
  PUBLIC_URL,
  REHEARSAL_ROOM,
  startVisitorWorld,
  type VisitorWorld,
} from "../testing/visitor-fixture.ts";
import { createLiveSockets } from "./sockets.ts";

const MEGABYTE = 1024 * 1024;

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

describe("pages that do not read their messages", () => {
  it("are cut off at 256 KiB each, and the others get every message", async () => {
    const { core, sql } = world;
    const live = createLiveSockets({
      rooms: core.rooms,
      metrics: createMetrics({ sql, clock: core.clock, databaseUrl: world.databaseUrl }),
      publicUrl: PUBLIC_URL,
      embedOrigins: [],
      shownPosition: () => "0.0.0",
      staffSessionOf: async () => null,
      limits: { inAll: 100, perAddress: 100 },
      trustedProxies: 0,
    });
    const server = createServer();
    live.attach(server);
    server.listen(0);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // its server listens on a port
    const base = `http://127.0.0.1:${port}`;
    const subscribe = { type: "subscribe_room", roomId: REHEARSAL_ROOM };
    const reader = await openSocket(base);
    reader.say(subscribe);
    const mute = await Promise.all(Array.from({ length: 20 }, () => openSocket(base)));
    for (const socket of mute) {
      socket.say(subscribe);
      await socket.settled();
      socket.socket.pause();
    }
    await reader.settled();
    const open = async (): Promise<number> =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    expect(await open()).toBe(21);

    const before = process.memoryUsage().rss;
    const message = JSON.stringify({ type: "test", words: "x".repeat(64 * 1024) });
    const MESSAGES = 600;
    for (let n = 1; n <= MESSAGES; n++) {
      live.sendToRoom(REHEARSAL_ROOM, message);
      await reader.hears(n);
      await yieldToOthers();
    }
    expect(reader.heard).toHaveLength(MESSAGES);
    await expect.poll(open).toBe(1);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
    for (const socket of [...mute, reader]) socket.socket.terminate();
    await live.close();
    server.close();
  });
});
