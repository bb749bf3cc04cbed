/** Owns that whoever does not read what they are sent costs a bounded amount of memory for a bounded time, and nobody else anything. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMetrics } from "../http/metrics.ts";
import { createLiveSockets } from "../live/sockets.ts";
import { type StaffWorld, startStaffWorld } from "../testing/staff-fixture.ts";
import { openSocket, PUBLIC_URL, REHEARSAL_ROOM } from "../testing/visitor-fixture.ts";

const MEGABYTE = 1024 * 1024;

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld({ answerStandsStillMs: 1_000 });
});
afterAll(() => world.close());

/** Asks for the same again and again on one connection, and reads nothing of it. */
function unread(port: number, path: string, times: number): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  socket.on("error", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: hub\r\n\r\n`.repeat(times));
  return socket;
}

describe("answers that nobody reads", () => {
  const ASKED = 500;

  it("are cut off, and are not kept for whoever asked", async () => {
    const { headers } = await world.call("/api/openapi.json");
    const length = Number(headers.get("content-length") ?? 0);
    expect(length).toBeGreaterThan(50_000);
    const before = process.memoryUsage().rss;
    const sockets = Array.from({ length: 20 }, () => unread(world.port, "/api/openapi.json", ASKED));
    const began = performance.now();
    while (performance.now() - began < 3_000) {
      // Others are answered meanwhile.
      const asked = performance.now();
      expect((await world.call("/healthz")).status).toBe(200);
      expect(performance.now() - asked).toBeLessThan(2_000);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
    for (const socket of sockets) {
      let heard = 0;
      socket.on("data", (chunk) => {
        heard += chunk.length;
      });
      const closed = once(socket, "close");
      socket.resume();
      await closed;
      expect(heard).toBeLessThan(length * ASKED);
    }
  });

  it("are not those of a reader who is only slow", async () => {
    const socket = unread(world.port, "/api/openapi.json", 3);
    let heard = 0;
    let closed = false;
    socket.on("close", () => {
      closed = true;
    });
    socket.on("data", (chunk) => {
      heard += chunk.length;
    });
    await expect
      .poll(
        () => {
          socket.resume();
          return heard;
        },
        { interval: 300 },
      )
      .toBeGreaterThan(3 * 50_000);
    expect(closed).toBe(false);
    socket.destroy();
  });
});

describe("pages that do not read what they subscribed to", () => {
  it("are cut off at 256 KiB each, and the others hear everything", async () => {
    const { core, sql } = world;
    const live = createLiveSockets({
      rooms: core.rooms,
      metrics: createMetrics(sql),
      publicUrl: PUBLIC_URL,
      shownPosition: () => "0.0.0",
      staffSessionOf: async () => null,
      limits: { inAll: 100, perAddress: 100 },
      trustedProxies: 0,
    });
    const server = createServer();
    live.attach(server);
    server.listen(0);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // it listens on a port
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
