/** Checks that a body is read only after the access checks, and within limits of bytes, time and connections. */
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { customerWorld } from "../../testing/customer-fixture.ts";
import { openCall, slowCall } from "../../testing/slow-call-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";
import { createBodyMemory } from "./body-memory.ts";

let world: StaffWorld;
let manager: string;
beforeAll(async () => {
  world = await startStaffWorld({ bodyArrivesWithinMs: 1_000 });
  manager = await world.logIn((await world.hire("manager")).username);
});
afterAll(() => world.close());

interface Operation {
  requestBody?: unknown;
  responses: Record<string, { description: string } | undefined>;
}

/** Every call with a body that the API's document says is for signed-in users. */
async function guardedCalls(): Promise<{ method: string; path: string }[]> {
  const { body } = await world.call("/api/openapi.json");
  const paths = Object.entries(body.paths as Record<string, Record<string, Operation>>);
  return paths.flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.responses["401"]?.description.includes("`SessionRequired`"))
      // A call that pays with a provider's token says so in the body.
      .filter(() => !/^\/api\/(bookings|series)\/\{id\}\/payment$/.test(path))
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, "1") }))
      .filter(({ method }) => method !== "GET"),
  );
}

/** Sends without end, as fast as the server reads; answers how many bytes that were. */
async function endless(path: string, method: string, headers: Record<string, string>) {
  const open = openCall(world.port, path, { method, headers });
  const piece = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  let sent = 0;
  for (; sent < 64 && (await open.answer(0)) === null; sent++) {
    open.write(piece);
    await delay(5);
  }
  return { answer: await open.answer(), closed: await open.closes() };
}

describe("an endless body from a sender who is not signed in", () => {
  it("is answered 401 by every call that is not public, and the connection is closed", async () => {
    const calls = await guardedCalls();
    expect(calls.length).toBeGreaterThan(30);
    for (const { method, path } of calls) {
      const headers = { "Transfer-Encoding": "chunked", "Content-Type": "application/json" };
      const open = openCall(world.port, path, { method, headers });
      open.write("5\r\n12345\r\n");
      const answer = await open.answer(3_000);
      const closed = await open.closes();
      open.close();
      const of = `${method} ${path}`;
      expect([of, answer?.status, answer?.headers.connection, closed]).toEqual([of, 401, "close", true]);
    }
  });

  it("is cut off, however fast it comes", async () => {
    const before = process.memoryUsage().rss;
    const form = { "Transfer-Encoding": "chunked", "Content-Type": "multipart/form-data; boundary=x" };
    const all = await Promise.all(
      Array.from({ length: 20 }, () => endless("/api/rooms/1/photos", "POST", form)),
    );
    for (const { answer, closed } of all) {
      // If the sender's own bytes are still on the way, the connection may be cut before the answer is read.
      expect([answer?.status ?? 401, closed]).toEqual([401, true]);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

describe("an accepted body", () => {
  it("has its length stated if it is a photo", async () => {
    const headers = { "Transfer-Encoding": "chunked", "Content-Type": "multipart/form-data; boundary=x" };
    const open = openCall(world.port, "/api/rooms/1/photos", { token: manager, headers });
    open.write("5\r\n12345\r\n");
    const answer = await open.answer();
    open.close();
    expect(answer).toMatchObject({ status: 411, body: { code: "LengthRequired" } });
    expect(answer?.body.message).toMatch(/Content-Length/);
  });

  it.each([
    ["of a visitor", "/api/contact", () => null],
    ["of staff", "/api/staff/create", () => manager],
  ])("arrives in time or is answered 408, %s", async (_, path, token) => {
    const headers = { "Content-Type": "application/json", "Content-Length": "100" };
    const open = openCall(world.port, path, { token: token(), headers });
    open.write("{");
    const answer = await open.answer(5_000);
    expect(answer).toMatchObject({ status: 408, body: { code: "BodyTooSlow" } });
    expect(await open.closes()).toBe(true);
  });

  it("may arrive in pieces", async () => {
    const late = await slowCall(world.port, "/api/contact", { body: {} });
    expect(await late.finish()).toMatchObject({ status: 400, body: { code: "MissingInformation" } });
  });

  it("of one address does not fill the memory: the address is told to wait, and others are not", async () => {
    const customers = customerWorld(world);
    const from = (address: string) => ({
      "Content-Type": "application/json",
      "Content-Length": "65000",
      "X-Forwarded-For": address,
    });
    // Fewer than the call's own limit per address and minute.
    const held = Array.from({ length: 70 }, () => {
      const open = openCall(world.port, "/api/create-payment-intent", { headers: from("203.0.113.9") });
      open.write("x".repeat(64_000));
      return open;
    });
    await expect
      .poll(async () =>
        (await Promise.all(held.map((open) => open.answer(0)))).map((answer) => answer?.status),
      )
      .toContain(429);
    const answer = await customers.post("/api/create-payment-intent", {});
    expect(answer.status).toBe(400);
    for (const open of held) open.close();
  });
});

describe("room for bodies", () => {
  it("is limited in all and per address, and is given back", () => {
    const room = createBodyMemory({ inAll: 100, perAddress: 60 });
    const [a, b, c] = [room.open("one"), room.open("one"), room.open("two")];
    expect([a.reserve(40), b.reserve(30), c.reserve(60), b.reserve(10)]).toEqual([
      "taken",
      "too many",
      "taken",
      "no room",
    ]);
    a.release();
    expect([b.reserve(40), c.reserve(1)]).toEqual(["taken", "too many"]);
    for (const lodging of [b, c]) lodging.release();
    expect(room.open("two").reserve(60)).toBe("taken");
  });
});

describe("connections", () => {
  it("are limited per address, and in all", async () => {
    const small = await startStaffWorld({ maxConnections: { inAll: 6, perAddress: 4 }, trustedProxies: 0 });
    const sockets = Array.from({ length: 8 }, () => connect(small.port, "127.0.0.1"));
    const closed = new Set<number>();
    for (const [n, socket] of sockets.entries()) {
      socket.on("error", () => closed.add(n));
      socket.on("close", () => closed.add(n));
    }
    await expect.poll(() => closed.size).toBe(4);
    await delay(100);
    expect(closed.size).toBe(4);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await small.call("/healthz").catch(() => null))?.status).toBe(200);
    await small.close();
  });
});
