/** Checks tokens from making to end: what each scope opens, who acted in the log, and limits. */
import { describe, expect, it } from "vitest";
import { readRawStream } from "../../../core/log/read.ts";
import { TOKEN_SCOPES, type TokenScope } from "../../../core/token/scopes.ts";
import type { Call } from "../../testing/staff-fixture.ts";
import { tokenWorld } from "./token-fixture.ts";

const hub = tokenWorld();
const { make, end, listed } = hub;

describe("a token", () => {
  it("is told once, and is stored as a hash", async () => {
    const { id, token, name } = await make(["bookings:read"]);
    expect(token).toMatch(new RegExp(`^hub_${id}_`));
    const tokens = await hub.world.call("/api/tokens", { token: hub.admin });
    expect(tokens.headers.get("cache-control")).toBe("no-store");
    expect(tokens.body[0]).toEqual({
      id,
      name,
      scopes: ["bookings:read"],
      expiresOn: "2027-12-31",
      state: "active",
      madeBy: "Grace Hopper",
      createdAt: expect.any(String),
      lastUsedAt: null,
      endedAt: null,
      networks: [],
    });
    const secret = token.slice(`hub_${id}_`.length);
    expect(JSON.stringify(tokens.body)).not.toContain(secret.slice(0, 12));
    const rows = await hub.world.ownerSql`select * from api_tokens`;
    expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 12));
    const told = (await readRawStream(hub.world.sql, `token-${id}`)).map(({ data, meta }) => ({
      data,
      meta,
    }));
    expect(JSON.stringify(told)).not.toContain(name);
    expect(hub.world.logged.join("")).not.toContain(secret.slice(0, 12));
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: "a\nb" }, "name"],
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["bookings:all"] }, "scopes.0"],
    [{ scopes: "bookings:read" }, "scopes"],
    [{ expiresOn: "2020-01-01" }, "expiresOn"],
    [{ expiresOn: "tomorrow" }, "expiresOn"],
    [{ expiresOn: undefined }, "expiresOn"],
  ])("is refused for %j", async (change, path) => {
    const body = { name: "Program", scopes: ["bookings:read"], expiresOn: "2027-12-31", ...change };
    const answer = await hub.world.call("/api/tokens", { method: "POST", token: hub.admin, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ path })]);
  });

  it("that is mistyped, unknown or of another number opens nothing", async () => {
    const { token } = await make(["bookings:read"]);
    const other = await make(["bookings:read"]);
    const wrong = [
      `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`,
      token.replace(/^hub_\d+/, `hub_${other.id}`),
      token.replace(/^hub_\d+/, "hub_999999"),
      "hub_",
      token.toUpperCase(),
    ];
    for (const text of wrong) {
      const answer = await hub.world.call("/api/bookings?limit=1", { token: text });
      expect(answer.status, text).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
    expect((await hub.world.call("/api/bookings?limit=1", { token })).status).toBe(200);
  });

  it("works through the venue's last day, and not a minute longer", async () => {
    const now = hub.world.clock.now();
    const { token, id } = await make(["bookings:read"], { expiresOn: "2027-01-31" });
    const read = () => hub.world.call("/api/bookings?limit=1", { token });
    try {
      // New York is five hours behind.
      hub.world.clock.set(new Date("2027-02-01T04:59:00Z"));
      expect((await read()).status).toBe(200);
      hub.world.clock.set(new Date("2027-02-01T05:00:00Z"));
      expect((await read()).body).toMatchObject({ status: 401, code: "TokenNotValid" });
    } finally {
      hub.world.clock.set(now);
    }
    expect(await listed(id)).toMatchObject({ state: "active" });
  });

  it("ends at once, once, and an unknown one is not found", async () => {
    const { id, token } = await make(["bookings:read"]);
    expect(await end(id)).toMatchObject({ status: 200, body: { id, state: "ended", networks: [] } });
    expect((await hub.world.call("/api/bookings?limit=1", { token })).body.code).toBe("TokenNotValid");
    expect((await end(id)).status).toBe(200);
    expect(await readRawStream(hub.world.sql, `token-${id}`)).toHaveLength(2);
    expect((await end(999_999)).status).toBe(404);
  });
});

/** A call of each scope, and what it answers a token with that scope. */
const CALLS: Record<TokenScope, { path: string; status: number } & Call> = {
  "bookings:read": { path: "/api/bookings/summary", status: 200 },
  "bookings:write": {
    path: "/api/bookings/999999",
    method: "PATCH",
    body: { status: "confirmed" },
    status: 404,
  },
  "rooms:write": {
    path: "/api/rooms/999999",
    method: "PATCH",
    body: { capacity: 3, version: 1 },
    status: 404,
  },
  "analytics:read": { path: "/api/analytics", status: 200 },
  "events:read": { path: "/api/events", status: 200 },
};

describe("a scope", () => {
  it.each(TOKEN_SCOPES)("%s opens its own calls and no others", async (scope) => {
    const { token } = await make([scope]);
    for (const other of TOKEN_SCOPES) {
      const { path, status, ...call } = CALLS[other];
      const answer = await hub.world.call(path, { ...call, token });
      expect(answer.status, `${scope} at ${path}`).toBe(other === scope ? status : 403);
      if (other === scope) continue;
      expect(answer.body.message).toBe(`This token lacks the scope ${other}`);
      expect(answer.headers.get("www-authenticate")).toBe(
        `Bearer error="insufficient_scope", scope="${other}"`,
      );
    }
  });

  it.each([
    "/api/tokens",
    "/api/staff",
    "/api/contact",
    "/api/audit/events",
    "/api/staff/second-factor",
    "/api/staff/guests?search=ada",
    "/api/takings?day=2027-01-04",
    "/api/auth/me",
    "/api/erasures",
  ])("of any kind does not open %s", async (path) => {
    const { token } = await make(TOKEN_SCOPES);
    const answer = await hub.world.call(path, { token });
    expect(answer.body).toMatchObject({ status: 403, code: "TokenNotPermitted" });
  });

  it("of bookings shows no revenue, as the desk sees none", async () => {
    const { token } = await make(["bookings:read"]);
    const { body } = await hub.world.call("/api/bookings/summary", { token });
    expect(body).toMatchObject({ totalRevenue: null, downpayments: null });
  });

  it("is not needed for what anyone may see", async () => {
    const { token } = await make(["events:read"]);
    expect((await hub.world.call("/api/rooms", { token })).status).toBe(200);
  });
});

describe("what a program did", () => {
  it("is the token's in the log, in the history, in the audit and its filter", async () => {
    const { id, token, name } = await make(["bookings:write"]);
    const booking = await hub.world.book();
    const confirmed = await hub.world.call(`/api/bookings/${booking}`, {
      method: "PATCH",
      token,
      body: { status: "confirmed" },
    });
    expect(confirmed.status).toBe(200);
    const events = await readRawStream(hub.world.sql, `booking-${booking}`);
    expect(events.at(-1)?.meta).toEqual({ actor: { kind: "token", id }, requestId: expect.any(String) });
    const history = await hub.world.call(`/api/bookings/${booking}/history`, { token: hub.admin });
    expect(history.body.entries.at(-1).by).toEqual({ kind: "token", name: `Token ${id} (${name})` });
    const audit = await hub.world.call(`/api/audit/events?actor=token-${id}`, { token: hub.admin });
    expect(audit.body.events).toEqual([
      expect.objectContaining({
        stream: `booking-${booking}`,
        type: "BookingConfirmed",
        actor: { kind: "token", id, name: `Token ${id} (${name})` },
      }),
    ]);
    const ofIt = await hub.world.call(`/api/audit/events?stream=token-${id}`, { token: hub.admin });
    expect(ofIt.body.events.map(({ text }: { text: string }) => text)).toEqual([
      `Token ${id} made, for bookings:write, until 2027-12-31`,
    ]);
  });

  it("does not happen once the token has ended, even if the call was let in before", async () => {
    const { id, token } = await make(["bookings:write"]);
    const booking = await hub.world.book();
    const confirm = () =>
      hub.world.call(`/api/bookings/${booking}`, { method: "PATCH", token, body: { status: "confirmed" } });
    const [ended, answers] = await Promise.all([end(id), Promise.all(Array.from({ length: 8 }, confirm))]);
    expect(ended.status).toBe(200);
    for (const { status } of answers) expect([200, 401]).toContain(status);
    const last = await confirm();
    expect(last.status).toBe(401);
    const endedAt = (await readRawStream(hub.world.sql, `token-${id}`)).at(-1);
    const order = await hub.world.sql<{ before: boolean }[]>`
      select (a.epoch, a.xid, a.position) < (b.epoch, b.xid, b.position) as before
      from events a, events b
      where a.stream = ${`booking-${booking}`} and a.type = 'BookingConfirmed' and b.stream = ${`token-${id}`}
        and b.type = 'TokenEnded'`;
    expect(endedAt?.type).toBe("TokenEnded");
    // What was appended was appended before the end.
    expect(order).toEqual(answers.some(({ status }) => status === 200) ? [{ before: true }] : []);
  });

  it("counts up to 600 calls a minute, for this token alone", async () => {
    const { token } = await make(["bookings:write"]);
    const other = await make(["bookings:write"]);
    const { path, status: _, ...call } = CALLS["bookings:write"];
    const statuses = new Map<number, number>();
    let refused: Response | null = null;
    for (let n = 0; n < 13; n += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          fetch(`http://127.0.0.1:${hub.world.port}${path}`, {
            method: "PATCH",
            headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
            body: JSON.stringify(call.body),
          }),
        ),
      );
      for (const answer of answers) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status === 429) refused = answer;
        await answer.body?.cancel();
      }
    }
    expect(statuses.get(404)).toBe(600);
    expect(statuses.get(429)).toBe(50);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await hub.world.call(path, { ...call, token: other.token })).status).toBe(404);
  });
});
