import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  type Colleague,
  PASSWORD,
  type StaffWorld,
  startStaffWorld,
} from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
let admin: Colleague;
let adminToken: string;
beforeAll(async () => {
  world = await startStaffWorld();
  admin = await world.hire("admin");
  adminToken = await world.logIn(admin.username);
});
afterAll(() => world.close());

const logIn = (
  username: string,
  password: string,
  address = "198.51.100.1",
  cookie?: string,
): Promise<Answer> =>
  world.call("/api/auth/login", {
    method: "POST",
    body: { username, password },
    headers: { "X-Forwarded-For": address, ...(cookie === undefined ? {} : { Cookie: cookie }) },
  });
/** The cookie that makes the browser known from now on. */
const deviceOf = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.includes("_device_"))
    ?.split(";")[0] ?? "";
const cookieOf = (answer: Answer): string =>
  answer.headers.getSetCookie().find((cookie) => cookie.includes("staff_session")) ?? "";
const listed = async (id: number) => {
  const { body } = await world.call("/api/staff", { token: adminToken });
  return (body as { id: number }[]).find((account) => account.id === id);
};

describe("POST /api/auth/login", () => {
  it("answers a token and the staff record, and sets the same token as a cookie", async () => {
    const colleague = await world.hire("manager");
    const answer = await logIn(colleague.username.toUpperCase(), PASSWORD);
    const now = world.clock.now().toISOString();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.any(String),
      staff: {
        ...colleague,
        firstName: "Grace",
        lastName: "Hopper",
        isActive: true,
        secondFactor: false,
        lastLogin: now,
        createdAt: now,
        updatedAt: now,
      },
    });
    const token = String(answer.body.token);
    const iat = world.clock.now().getTime() / 1000;
    expect(decodeJwt(token)).toEqual({
      sub: String(colleague.id),
      kind: "staff",
      sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      role: "manager",
      iat,
      exp: iat + 12 * 3600,
    });
    expect(cookieOf(answer)).toBe(`staff_session=${token}; Max-Age=43200; Path=/; HttpOnly; SameSite=Lax`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [opened] = await world.sql`
      select data, meta from events
      where type = 'StaffSessionOpened' and (data ->> 'staffId')::bigint = ${colleague.id}`;
    expect(opened).toEqual({
      data: { staffId: colleague.id, secondFactor: false },
      meta: {
        actor: { kind: "staff", id: colleague.id, role: "manager" },
        requestId: answer.headers.get("x-request-id"),
      },
    });
    expect(await listed(colleague.id)).toMatchObject({ lastLogin: now });
  });

  it("answers alike for an unknown username, a wrong password and a deactivated account", async () => {
    const [active, inactive] = [await world.hire("staff"), await world.hire("staff")];
    await world.change("DeactivateStaffAccount", inactive);
    const answers = await Promise.all([
      logIn("unknown-of-ours", PASSWORD),
      logIn(active.username, "wrong"),
      logIn(inactive.username, PASSWORD),
      logIn(inactive.username, "wrong"),
    ]);
    const bare = answers.map(({ status, body: { requestId: _, ...body }, headers }) => ({
      status,
      body,
      cookie: headers.get("set-cookie"),
    }));
    expect(bare[0]).toMatchObject({
      status: 401,
      body: { message: "Invalid username or password" },
      cookie: null,
    });
    for (const answer of bare) expect(answer).toEqual(bare[0]);
  });

  it.each<[string, unknown, Record<string, string>]>([
    ["nothing", undefined, { username: "Username is required", password: "Password is required" }],
    [
      "blanks",
      { username: "  ", password: "" },
      { username: "Username is required", password: "Password is required" },
    ],
    ["no password", { username: "ada" }, { password: "Password is required" }],
    [
      "no text",
      { username: 7, password: ["x"] },
      { username: "Username must be text", password: "Password is required" },
    ],
    [
      "a novel",
      { username: "ada", password: "x".repeat(201) },
      { password: "Password must be at most 200 characters" },
    ],
  ])("names the fields at fault of %s", async (_, body, errors) => {
    const answer = await world.call("/api/auth/login", { method: "POST", body });
    expect(answer.status).toBe(400);
    const named = (answer.body.errors as { path: string; message: string }[]).map(({ path, message }) => [
      path,
      message,
    ]);
    expect(Object.fromEntries(named)).toEqual(errors);
  });
});

describe("failed logins", () => {
  it("block an account at an address after ten, and no other", async () => {
    const [victim, neighbor] = [await world.hire("staff"), await world.hire("staff")];
    const here = "203.0.113.5";
    for (let i = 0; i < 10; i++) expect((await logIn(victim.username, "wrong", here)).status).toBe(401);
    for (const password of ["wrong", PASSWORD]) {
      const answer = await logIn(victim.username, password, here);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.body.message).toBe("Too many failed logins. Please wait a few minutes and try again");
    }
    expect((await logIn(victim.username, PASSWORD, "203.0.113.6")).status).toBe(200);
    expect((await logIn(neighbor.username, PASSWORD, here)).status).toBe(200);
  });

  it("are all that counts: any number of right ones succeeds", async () => {
    const colleague = await world.hire("staff");
    const here = "203.0.113.7";
    const statuses: number[] = [];
    for (let i = 0; i < 14; i++) statuses.push((await logIn(colleague.username, PASSWORD, here)).status);
    const atOnce = await Promise.all(
      Array.from({ length: 12 }, () => logIn(colleague.username, PASSWORD, here)),
    );
    expect(new Set([...statuses, ...atOnce.map(({ status }) => status)])).toEqual(new Set([200]));
  });

  it("sent all at once gain nothing: the right one among them is refused after the tenth wrong one", async () => {
    const colleague = await world.hire("staff");
    const here = "203.0.113.8";
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => logIn(colleague.username, "wrong", here)),
    );
    expect(guesses.every(({ status }) => status === 401 || status === 429)).toBe(true);
    expect((await logIn(colleague.username, PASSWORD, here)).status).toBe(429);
  });

  it("of strangers, from however many addresses and all at once, do not lock the owner out", async () => {
    const victim = await world.hire("admin");
    const known = deviceOf(await logIn(victim.username, PASSWORD, "192.0.2.1"));
    const atOnce = await Promise.all(
      Array.from({ length: 80 }, () => logIn(victim.username, "wrong", "192.0.2.2")),
    );
    const answered = atOnce.filter(({ status }) => status === 401).length;
    expect(answered).toBeLessThanOrEqual(10);
    expect(atOnce.filter(({ status }) => status === 429).length).toBe(80 - answered);
    for (let address = 3; address < 9; address++) {
      for (let i = 0; i < 12; i++) await logIn(victim.username, "wrong", `192.0.2.${address}`);
    }
    expect((await logIn(victim.username, PASSWORD, "192.0.2.50")).status).toBe(200);
    // A known device is let in even when strangers may try no more.
    expect((await logIn(victim.username, PASSWORD, "192.0.2.2")).status).toBe(429);
    expect((await logIn(victim.username, PASSWORD, "192.0.2.2", known)).status).toBe(200);
  });

  it("of many strangers leave each new address two tries", async () => {
    const victim = await world.hire("staff");
    for (let address = 1; address < 8; address++) {
      for (let i = 0; i < 10; i++) await logIn(victim.username, "wrong", `192.0.3.${address}`);
    }
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await logIn(victim.username, "wrong", "192.0.3.90")).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  it("count at a known device as well, for this account only", async () => {
    const [owner, other] = [await world.hire("staff"), await world.hire("staff")];
    const known = deviceOf(await logIn(owner.username, PASSWORD, "192.0.4.1"));
    for (let i = 0; i < 10; i++) {
      expect((await logIn(owner.username, "wrong", `192.0.4.${i + 2}`, known)).status).toBe(401);
    }
    expect((await logIn(owner.username, PASSWORD, "192.0.4.99", known)).status).toBe(429);
    // The cookie is valid for no other account, and only if we have signed it.
    for (const cookie of [known, known.replace(/.$/, (last) => (last === "0" ? "1" : "0"))]) {
      for (let i = 0; i < 10; i++) await logIn(other.username, "wrong", "192.0.4.50", cookie);
      expect((await logIn(other.username, PASSWORD, "192.0.4.50", cookie)).status).toBe(429);
    }
  });

  it("leave no username and no address of a person in the table of limits", async () => {
    const rows = await world.sql<{ key: string }[]>`select key from rate_limits`;
    expect(rows.some(({ key }) => key.startsWith("login-here:"))).toBe(true);
    expect(rows.filter(({ key }) => key.includes("colleague"))).toEqual([]);
  });
});

it("keeps names, emails, usernames, passwords and tokens out of the log", () => {
  const lines = world.logged.join("\n");
  expect(lines).toContain("/api/auth/login");
  for (const private_ of [PASSWORD, 'hub.example.test"', "colleague-", "Hopper", "eyJ", "argon2"]) {
    expect(lines).not.toContain(private_);
  }
});

it("answers more logins at once than passwords can be hashed with when to retry, and counts none of those", async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => logIn(`unknown-${i}`, "wrong", `192.0.5.${i}`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
  const sentAway = answers.findIndex(({ status }) => status === 503);
  expect(answers[sentAway]?.headers.get("retry-after")).toBe("3");
  expect(answers[sentAway]?.body.code).toBe("PasswordsBusy");
  const counted = await world.sql<{ points: number }[]>`
    select points from rate_limits where key like ${`%${world.core.holderHash(`192.0.5.${sentAway}`)}`}`;
  expect(counted.map(({ points }) => points).filter((points) => points !== 0)).toEqual([]);
});
