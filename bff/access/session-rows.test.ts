/** Checks that sessions end: a copy of a token is useless once its session is over, in any process and on any socket. */
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { passwordResetLink } from "../../core/customer/mailed-links.ts";
import { erasePerson } from "../../core/erasure/handle.ts";
import { sessionKeys } from "../../core/platform/secrets/keys.ts";
import { deleteExpiredSessions } from "../../core/session/sessions.ts";
import { testMeta } from "../../core/testing/test-core.ts";
import { type CustomerWorld, customerWorld } from "../testing/customer-fixture.ts";
import { type Call, type Colleague, type StaffWorld, startStaffWorld } from "../testing/staff-fixture.ts";

let world: StaffWorld;
let customers: CustomerWorld;
let adminToken: string;
beforeAll(async () => {
  world = await startStaffWorld();
  customers = customerWorld(world);
  adminToken = await world.logIn((await world.hire("admin")).username);
});
afterAll(() => world.close());

const asStaff = async (token: string): Promise<number> => (await world.call("/api/staff", { token })).status;
const asCustomer = async (token: string): Promise<number> =>
  (await world.call("/api/auth/me", { token })).status;
const post = (path: string, call: Call = {}) => world.call(path, { method: "POST", ...call });

async function colleague(): Promise<{ hired: Colleague; token: string; other: string }> {
  const hired = await world.hire("staff");
  return { hired, token: await world.logIn(hired.username), other: await world.logIn(hired.username) };
}

async function customer() {
  const registered = await customers.register();
  const { email, password } = registered;
  const again = await customers.post("/api/auth/user-login", { email, password });
  return { ...registered, other: String(again.body.token) };
}

describe("logging out", () => {
  it("ends this session, by token and by cookie, and no other", async () => {
    const staff = await colleague();
    await post("/api/auth/logout", { token: staff.token });
    expect([await asStaff(staff.token), await asStaff(staff.other)]).toEqual([401, 200]);
    await post("/api/auth/logout", { headers: { Cookie: `staff_session=${staff.other}` } });
    expect(await asStaff(staff.other)).toBe(401);

    const visitor = await customer();
    await post("/api/auth/user-logout", { token: visitor.token });
    expect([await asCustomer(visitor.token), await asCustomer(visitor.other)]).toEqual([401, 200]);
  });

  it("does not end another person's session: a customer's token ends no staff session", async () => {
    const [{ token }, visitor] = [await colleague(), await customer()];
    await post("/api/auth/logout", { token: visitor.token });
    expect([await asStaff(token), await asCustomer(visitor.token)]).toEqual([200, 200]);
  });

  it.each(["/api/auth/logout", "/api/auth/user-logout"])(
    "by another site's form is refused: %s",
    async (path) => {
      const [staff, visitor] = [await colleague(), await customer()];
      const cookie = `staff_session=${staff.token}; customer_session=${visitor.token}`;
      const form = { "Content-Type": "application/x-www-form-urlencoded" };
      const evil = { Origin: "https://evil.example" };
      for (const headers of [
        { ...form, ...evil, Cookie: cookie },
        { ...form, Cookie: cookie },
        { ...evil, Cookie: cookie },
        // The browser did not send this cookie: the answer takes it back anyway.
        { ...form, ...evil },
      ]) {
        const answer = await post(path, { headers });
        expect([answer.status, answer.body.code]).toEqual([403, "ForeignOrigin"]);
        expect(answer.headers.get("set-cookie")).toBeNull();
      }
      expect([await asStaff(staff.token), await asCustomer(visitor.token)]).toEqual([200, 200]);
    },
  );

  it("everywhere ends all of one's own sessions, and no other person's", async () => {
    const [staff, neighbor] = [await colleague(), await colleague()];
    const answer = await post("/api/auth/logout-everywhere", { token: staff.token });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
      200,
      "staff_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
    expect([await asStaff(staff.token), await asStaff(staff.other)]).toEqual([401, 401]);
    expect(await asStaff(neighbor.token)).toBe(200);

    const visitor = await customer();
    expect((await post("/api/auth/user-logout-everywhere", { token: visitor.other })).status).toBe(200);
    expect([await asCustomer(visitor.token), await asCustomer(visitor.other)]).toEqual([401, 401]);
  });
});

describe("an account's sessions end", () => {
  it("with its deactivation, for good: after a reactivation the old token is still invalid", async () => {
    const { hired, token } = await colleague();
    await world.call(`/api/staff/${hired.id}/deactivate`, { method: "PATCH", token: adminToken });
    await world.call(`/api/staff/${hired.id}/reactivate`, { method: "PATCH", token: adminToken });
    expect(await asStaff(token)).toBe(401);
    expect(await asStaff(await world.logIn(hired.username))).toBe(200);
  });

  it("with its deletion", async () => {
    const { hired } = await colleague();
    await world.change("DeleteStaffAccount", hired);
    const [row] = await world.sql<{ open: number }[]>`
      select count(*) as open from sessions where kind = 'staff' and account_id = ${hired.id} and ended_at is null`;
    expect(row?.open).toBe(0);
  });

  it("with the person's erasure, and with a password reset", async () => {
    const erased = await customer();
    await erasePerson(world.core, { email: erased.email, bookingsOf: async () => [] }, testMeta);
    const [row] = await world.sql<{ open: number }[]>`
      select count(*) as open from sessions
      where kind = 'customer' and account_id = ${erased.id} and ended_at is null`;
    expect([row?.open, await asCustomer(erased.token)]).toEqual([0, 401]);

    const visitor = await customer();
    const link = await passwordResetLink(world.core, visitor.id, world.clock.now());
    await customers.post("/api/auth/reset-password", { token: link?.token, password: "another1" });
    expect([await asCustomer(visitor.token), await asCustomer(visitor.other)]).toEqual([401, 401]);
  });
});

describe("a token", () => {
  it.each([
    ["without an end", { sid: crypto.randomUUID() }, null],
    ["without a session", {}, "1h"],
    ["of a session that never was", { sid: crypto.randomUUID() }, "1h"],
  ])("%s is refused, though we have signed it", async (_, claims, lasts) => {
    const { hired } = await colleague();
    const [key] = sessionKeys("a secret of the tests, long enough for anyone", []);
    const jwt = new SignJWT({ kind: "staff", role: "staff", ...claims })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setSubject(String(hired.id))
      .setIssuedAt(world.clock.now());
    if (lasts) jwt.setExpirationTime(new Date(world.clock.now().getTime() + 3_600_000));
    expect(await asStaff(await jwt.sign(key))).toBe(401);
  });
});

it("sockets end at once with the session that opened them, and no others", async () => {
  const [out, everywhere, stays] = [await colleague(), await colleague(), await colleague()];
  const gone = await world.hire("staff");
  const goneToken = await world.logIn(gone.username);
  const closed: string[] = [];
  const sockets = await Promise.all(
    Object.entries({ out: out.token, everywhere: everywhere.other, gone: goneToken, stays: stays.token }).map(
      async ([name, token]) => {
        const socket = new WebSocket(`ws://127.0.0.1:${world.port}/ws`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        const subscribed = new Promise((resolve) => socket.once("message", resolve));
        socket.on("close", (code) => closed.push(`${name} ${code}`));
        await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
        socket.send(JSON.stringify({ type: "subscribe_staff" }));
        expect(JSON.parse(String(await subscribed))).toMatchObject({ type: "staff_subscribed" });
        return socket;
      },
    ),
  );
  await post("/api/auth/logout", { token: out.token });
  await post("/api/auth/logout-everywhere", { token: everywhere.token });
  await world.change("DeactivateStaffAccount", gone);
  await expect.poll(() => closed.toSorted()).toEqual(["everywhere 1008", "gone 1008", "out 1008"]);
  for (const socket of sockets) socket.terminate();
});

it("rows are deleted once they have expired", async () => {
  const { hired } = await colleague();
  await world.ownerSql`update sessions set expires_at = now() - interval '1 minute' where account_id = ${hired.id} and kind = 'staff'`;
  expect(await deleteExpiredSessions(world.sql)).toBeGreaterThanOrEqual(2);
  const rows = await world.sql`select from sessions where account_id = ${hired.id} and kind = 'staff'`;
  expect(rows).toHaveLength(0);
});
