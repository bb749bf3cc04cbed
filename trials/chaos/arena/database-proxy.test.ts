/** Shows that the proxy before PostgreSQL passes data on, cuts within an answer, is silent, and refuses. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DatabaseProxy, openDatabaseProxy } from "./database-proxy.ts";
import { listenOnLoopback } from "./listen-on-loopback.ts";

const ANSWER = Buffer.alloc(100_000, "x");

/** Answers each line with a long answer. */
const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.on("data", () => socket.write(ANSWER));
});
let line: DatabaseProxy;
beforeAll(async () => {
  line = await openDatabaseProxy(await listenOnLoopback(server));
});
afterAll(async () => {
  await line.close();
  server.close();
});

async function dial(): Promise<Socket> {
  const socket = connect(line.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function received(socket: Socket, bytes: number): Promise<number> {
  let count = 0;
  for await (const chunk of socket) {
    count += (chunk as Buffer).length;
    if (count >= bytes) return count;
  }
  return count;
}

it("passes on whole answers while it is open", async () => {
  const socket = await dial();
  socket.write("ask");
  expect(await received(socket, ANSWER.length)).toBe(ANSWER.length);
});

it("cuts a connection within an answer, after the given number of bytes", async () => {
  const socket = await dial();
  const cut = line.cutAfter(1_234, 5_000);
  socket.write("ask");
  expect((await buffer(socket)).length).toBe(1_234);
  expect(await cut).toBe(1);
});

it("cuts an idle connection when time is up, and does not count it as a cut answer", async () => {
  const socket = await dial();
  const ended = new Promise((resolve) => socket.on("close", resolve));
  expect(await line.cutAfter(10, 50)).toBe(0);
  await ended;
});

it("lets nothing through while it is silent, and everything afterward", async () => {
  line.set({ kind: "silent" });
  const socket = await dial();
  socket.write("ask");
  const all = received(socket, ANSWER.length);
  const first = await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 100, "nothing"))]);
  expect(first).toBe("nothing");
  line.set({ kind: "open" });
  expect(await all).toBe(ANSWER.length);
});

it("refuses connections while it is shut", async () => {
  line.set({ kind: "shut" });
  const socket = connect(line.port, "127.0.0.1");
  const [error] = await once(socket, "error");
  expect(error).toMatchObject({ code: "ECONNRESET" });
  line.set({ kind: "open" });
});
