/**
 * Checks that a client that does not read its answers costs a bounded amount of memory for a bounded time, and does not slow down others.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

const MEGABYTE = 1024 * 1024;
/** A megabyte without compression. */
const LARGE = "/api/openapi.json";

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld({ answerStandsStillMs: 1_000 });
});
afterAll(() => world.close());

/** Sends the same request this many times on one connection, and reads nothing until it is told to. */
function unread(times: number): Socket {
  const socket = connect(world.port, "127.0.0.1");
  socket.pause();
  socket.on("error", () => undefined);
  socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: hub\r\n\r\n`.repeat(times));
  return socket;
}

/** Reads until the other side has closed; answers how many bytes came. */
async function heardUntilClosed(socket: Socket): Promise<number> {
  let heard = 0;
  socket.on("data", (chunk) => {
    heard += chunk.length;
  });
  const closed = once(socket, "close");
  socket.resume();
  await closed;
  return heard;
}

async function largeLength(): Promise<number> {
  const { headers } = await world.call(LARGE, { headers: { "Accept-Encoding": "identity" } });
  return Number(headers.get("content-length"));
}

describe("answers that a client does not read", () => {
  it("are cut off once they make no progress, while others are answered", async () => {
    const length = await largeLength();
    const before = process.memoryUsage().rss;
    const TIMES = 10;
    const sockets = Array.from({ length: 10 }, () => unread(TIMES));
    for (const until = performance.now() + 4_000; performance.now() < until; await delay(100)) {
      expect((await world.call("/healthz")).status).toBe(200);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
    for (const socket of sockets) expect(await heardUntilClosed(socket)).toBeLessThan(length * TIMES);
  });

  it("are not processed by the hundred, though all were asked for in one packet", async () => {
    const length = await largeLength();
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const TIMES = 1_000;
    const sockets = Array.from({ length: 10 }, () => unread(TIMES));
    for (const socket of sockets) expect(await heardUntilClosed(socket)).toBeLessThan(length * 20);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
  });

  it("of a slow reader are not cut off", async () => {
    const length = await largeLength();
    const socket = unread(2);
    let heard = 0;
    socket.on("data", (chunk) => {
      heard += chunk.length;
      socket.pause();
    });
    // One piece at a time, for longer than an answer may make no progress.
    const began = performance.now();
    await expect
      .poll(
        () => {
          socket.resume();
          return heard;
        },
        { interval: 100 },
      )
      .toBeGreaterThan(length * 2);
    expect(performance.now() - began).toBeGreaterThan(1_000);
    socket.destroy();
  });
});
