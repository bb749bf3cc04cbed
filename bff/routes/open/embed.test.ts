/** Checks who may read, listen and frame from other sites, and where a visitor may be led back: named sites only, and never anything else. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import {
  DAY,
  PUBLIC_URL,
  REHEARSAL_ROOM,
  startVisitorWorld,
  type VisitorWorld,
} from "../../testing/visitor-fixture.ts";

const SITE = "https://venue.example";
const OTHER_SITE = "http://localhost:4000";
const STRANGER = "https://stranger.example";
const BOOKINGS = `/api/rooms/${REHEARSAL_ROOM}/bookings?startDate=${DAY}&endDate=${DAY}`;
const OPEN = ["/api/rooms", "/api/rooms/rehearsal-room", BOOKINGS, "/api/house", "/api/embed/rehearsal-room"];

let folder: string;
let world: VisitorWorld;
const opened: WebSocket[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hub-embed-"));
  const document =
    '<!doctype html><html><head><!--words--><title>?</title><!--/words--></head><body><div id="root"></div></body></html>';
  for (const name of ["web", "web-server", "web-embed"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "web", "index.html"), document);
  writeFileSync(
    join(folder, "web-server", "route-files.json"),
    JSON.stringify({ index: [], "room.$slug": [] }),
  );
  writeFileSync(join(folder, "web-embed", "embed.js"), "customElements.define('hub-booking', class {})");
  world = await startVisitorWorld({
    webFolder: join(folder, "web"),
    embedOrigins: [SITE, OTHER_SITE],
  });
});
afterAll(async () => {
  for (const socket of opened) socket.terminate();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const from = (origin: string, path: string, init: RequestInit = {}) =>
  world.call(path, { ...init, headers: { origin, ...(init.headers as Record<string, string>) } });

const allowed = (answer: { headers: Headers }) => answer.headers.get("access-control-allow-origin");

const asking = (method: string, headers?: string) => ({
  method: "OPTIONS",
  headers: {
    "access-control-request-method": method,
    ...(headers === undefined ? {} : { "access-control-request-headers": headers }),
  },
});

describe("reading from another site", () => {
  it.each(OPEN)(
    "is open to the named sites at %s, kept answers too, and never with cookies",
    async (path) => {
      for (const origin of [SITE, OTHER_SITE, SITE]) {
        const answer = await from(origin, path);
        expect(answer.status).toBe(200);
        expect(allowed(answer)).toBe(origin);
        expect(answer.headers.get("vary")).toBe("Origin");
        expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
        const tag = answer.headers.get("etag") ?? "";
        const again = await from(origin, path, { headers: { "if-none-match": tag } });
        expect([again.status, allowed(again)]).toEqual([304, origin]);
      }
    },
  );

  it.each(OPEN)("is closed to all others at %s, and a cache keeps them apart", async (path) => {
    for (const origin of [
      STRANGER,
      "null",
      `${SITE}.stranger.example`,
      "http://venue.example",
      `${SITE}:8443`,
    ]) {
      const answer = await from(origin, path);
      expect(allowed(answer)).toBeNull();
      expect(answer.headers.get("vary")).toBe("Origin");
    }
    expect(allowed(await world.call(path))).toBeNull();
  });

  it("reads an error too, such as for an unknown room", async () => {
    const answer = await from(SITE, "/api/rooms/no-such-room");
    expect([answer.status, allowed(answer)]).toEqual([404, SITE]);
  });

  it("answers the browser's question about such a read, with the position that it has seen", async () => {
    const answer = await from(SITE, BOOKINGS, asking("GET", "read-after"));
    expect(answer.status).toBe(204);
    expect(allowed(answer)).toBe(SITE);
    expect(answer.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
    expect(answer.headers.get("access-control-allow-headers")?.toLowerCase()).toBe("read-after");
    expect(allowed(await from(STRANGER, BOOKINGS, asking("GET", "read-after")))).toBeNull();
  });

  it.each([
    ["POST", "/api/bookings"],
    ["PATCH", "/api/house"],
    ["PATCH", "/api/rooms/5"],
    ["POST", "/api/rooms/5/photos"],
    ["GET", "/api/find"],
    ["GET", "/api/embed"],
    ["GET", "/api/auth/user"],
    ["GET", "/api/rooms/rehearsal-room/reviews"],
    ["GET", "/api/staff/bookings"],
  ])("opens no %s %s", async (method, path) => {
    expect(allowed(await from(SITE, path, asking(method, "content-type")))).toBeNull();
    const answer = await from(SITE, path, { method, ...(method === "GET" ? {} : { body: "{}" }) });
    expect(allowed(answer)).toBeNull();
  });
});

describe("the script and the page for frames", () => {
  it("serves the script to every site, briefly kept, and to the named ones also by CORS", async () => {
    const script = await from(SITE, "/embed.js");
    expect(script.status).toBe(200);
    expect(allowed(script)).toBe(SITE);
    expect(script.headers.get("content-type")).toMatch(/javascript/);
    expect(script.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(script.headers.get("cache-control")).toBe("public, max-age=300");
    expect(script.headers.get("vary")).toBe("Accept-Encoding, Origin");
    const tag = script.headers.get("etag") ?? "";
    expect((await from(SITE, "/embed.js", { headers: { "if-none-match": tag } })).status).toBe(304);
    expect(allowed(await from(STRANGER, "/embed.js"))).toBeNull();
  });

  it("may be framed by the named sites only, and every other page by none", async () => {
    const page = await world.call("/embed/rehearsal-room");
    expect(page.status).toBe(200);
    expect(page.text).toContain('<hub-booking room="rehearsal-room"></hub-booking>');
    expect(page.headers.get("content-security-policy")).toMatch(
      /; frame-ancestors https:\/\/venue\.example http:\/\/localhost:4000$/,
    );
    expect(page.headers.has("x-frame-options")).toBe(false);
    for (const path of [
      "/",
      "/room/rehearsal-room",
      "/embed",
      "/embed/rehearsal-room/more",
      "/api/house",
      "/embed.js",
    ]) {
      const { headers } = await world.call(path);
      expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'/);
      expect(headers.get("x-frame-options")).toBe("DENY");
    }
  });

  it("says that a room is unknown, and takes nothing from the address that it does not know", async () => {
    const unknown = await world.call(`/embed/${encodeURIComponent('no"><script>alert(1)</script>')}`);
    expect(unknown.status).toBe(404);
    expect(unknown.text).not.toContain("<script>alert");
    const { text } = await world.call(`/embed/rehearsal-room?day=someday&theme=pink&back=${STRANGER}/`);
    expect(text).toContain('<hub-booking room="rehearsal-room"></hub-booking>');
    const full = await world.call(`/embed/rehearsal-room?day=${DAY}&theme=dark&back=${SITE}/book?a=1%26b=2`);
    expect(full.text).toContain(`back="${SITE}/book?a=1&amp;b=2" day="${DAY}" theme="dark"`);
  });

  it("knows the page around the frame by its referrer", async () => {
    const framed = (referer: string) => world.call("/embed/classroom", { headers: { referer } });
    expect((await framed(`${SITE}/book`)).text).toContain(`back="${SITE}/book"`);
    expect((await framed(`${STRANGER}/book`)).text).not.toContain("back=");
  });
});

describe("the way back", () => {
  const back = async (to: string) =>
    (await world.call(`/api/embed?${new URLSearchParams({ back: to })}`)).body.back;

  it("leads to any page of a named site", async () => {
    expect((await world.call("/api/embed")).body).toEqual({ origins: [SITE, OTHER_SITE], back: null });
    expect(await back(`${SITE}/book?room=5#hours`)).toBe(`${SITE}/book?room=5#hours`);
    expect(await back(SITE)).toBe(`${SITE}/`);
    expect(await back(OTHER_SITE)).toBe(`${OTHER_SITE}/`);
  });

  it.each([
    `${STRANGER}/`,
    `${SITE}@stranger.example/`,
    `https://me:secret@venue.example/`,
    `${SITE}.stranger.example/`,
    "http://venue.example/",
    "//venue.example/",
    "/\\venue.example",
    "javascript:alert(1)//https://venue.example",
    "data:text/html,https://venue.example",
    "blob:https://venue.example/5f0c6f9e-6a5b-4f64-9d43-1f0f4a8d3c21",
    "https:venue.example.stranger.example",
    "",
    `${SITE}/${"a".repeat(2_000)}`,
    PUBLIC_URL,
  ])("leads nowhere from %s", async (to) => {
    expect(await back(to)).toBeNull();
  });

  it("is one address", async () => {
    const answer = await world.call(`/api/embed?back=${SITE}&back=${STRANGER}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "back" }] } });
  });
});

describe("live messages on another site", () => {
  async function listen(origin: string, headers: Record<string, string> = {}) {
    const socket = new WebSocket(`${world.base.replace("http", "ws")}/ws`, { origin, headers });
    opened.push(socket);
    const heard: { type: string; message?: string }[] = [];
    socket.on("message", (data) => heard.push(JSON.parse(String(data))));
    const status = await new Promise<number>((resolve) => {
      socket.once("open", () => resolve(101));
      socket.once("unexpected-response", (_, { statusCode }) => resolve(statusCode ?? 0));
      socket.once("error", () => undefined);
    });
    return { socket, heard, status };
  }

  it("tell a named site about a room, and never what staff get", async () => {
    const { socket, heard, status } = await listen(SITE);
    expect(status).toBe(101);
    socket.send(JSON.stringify({ type: "subscribe_staff" }));
    await expect.poll(() => heard.map(({ message }) => message)).toEqual(["Please log in first"]);
    socket.send(JSON.stringify({ type: "subscribe_room", roomId: REHEARSAL_ROOM }));
    await world.book();
    await expect.poll(() => heard.map(({ type }) => type)).toContain("booking_created");
  });

  it.each([STRANGER, "null", `${SITE}.stranger.example`])("are refused to %s", async (origin) => {
    expect((await listen(origin)).status).toBe(403);
  });
});
