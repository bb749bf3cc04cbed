import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readRawStream } from "../../../../core/log/read.ts";
import { removeSecondFactorOf } from "../../../../core/staff/second-factor.ts";
import { CALLS } from "../../../access/roles/role-matrix-fixture.ts";
import {
  type Answer,
  type Colleague,
  PASSWORD,
  type StaffWorld,
  startStaffWorld,
} from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
beforeEach(() => world.clock.advanceMinutes(10));
afterAll(() => world.close());

const post = (path: string, body: unknown, token: string | null = null): Promise<Answer> =>
  world.call(path, { method: "POST", body, token });
const typePassword = (username: string, password = PASSWORD): Promise<Answer> =>
  post("/api/auth/login", { username, password });
const typeCode = (challenge: unknown, code: string): Promise<Answer> =>
  post("/api/auth/login/second-factor", { challenge, code });
const BY_PASSWORD = { currentPassword: PASSWORD };
const challengeOf = async (username: string): Promise<string> =>
  String((await typePassword(username)).body.challenge);

interface Device {
  secret: string;
  /** The code of this moment, or of that many steps before or after it. */
  code(step?: number): string;
}

function deviceWith(secret: string): Device {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const at = (step: number) => ({ timestamp: world.clock.now().getTime() + step * 30_000 });
  return { secret, code: (step = 0) => totp.generate(at(step)) };
}

/** A colleague who has just turned it on; the clock has moved to the next code since. */
async function enrolled(role: Colleague["role"] = "staff") {
  const colleague = await world.hire(role);
  const token = await world.logIn(colleague.username);
  return { colleague, token, ...(await enrol(token)) };
}

async function enrol(token: string) {
  const begun = await post("/api/staff/second-factor/enrolment", BY_PASSWORD, token);
  const device = deviceWith(String(begun.body.secret));
  const { enrolment } = begun.body;
  const answer = await post("/api/staff/second-factor", { enrolment, code: device.code() }, token);
  const recoveryCodes = answer.body.recoveryCodes as string[];
  const firstCode = device.code();
  world.clock.advanceMinutes(1);
  return { begun, answer, device, recoveryCodes, firstCode, enrolment };
}

describe("turning it on", () => {
  it("shows a QR code and its secret as text, and needs a first code; ten recovery codes are shown once", async () => {
    const { begun, answer, recoveryCodes, token, colleague } = await enrolled();
    expect(begun.status).toBe(200);
    const uri = new URL(String(begun.body.uri));
    expect(uri.protocol).toBe("otpauth:");
    expect(uri.searchParams.get("secret")).toBe(begun.body.secret);
    expect(uri.searchParams.get("issuer")).toBe("The Hub");
    expect(answer.status).toBe(201);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const status = await world.call("/api/staff/second-factor", { token });
    expect(status.body).toMatchObject({ on: true, recoveryCodesLeft: 10, demanded: false });
    const list = await world.call("/api/staff", { token });
    expect(list.body).toContainEqual(expect.objectContaining({ id: colleague.id, secondFactor: true }));
  });

  it("keeps the secret encrypted and the codes hashed, and neither in an event or a line of the log", async () => {
    const { colleague, device, recoveryCodes } = await enrolled();
    const rows = await world.sql`
      select f.*, r.code_hash from staff_second_factors f join staff_recovery_codes r using (staff_id)
      where staff_id = ${colleague.id}`;
    expect(rows).toHaveLength(10);
    const events = await readRawStream(world.sql, `staff-${colleague.id}`);
    expect(events.at(-1)).toMatchObject({
      type: "SecondFactorEnrolled",
      data: {},
      meta: { actor: { kind: "staff", id: colleague.id, role: "staff" } },
    });
    const kept = JSON.stringify([rows, events, world.logged], (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    for (const secret of [
      device.secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll("-", "")),
    ]) {
      expect(kept).not.toContain(secret);
    }
  });

  it("refuses a wrong first code, another's enrolment, one that took too long, and a second one", async () => {
    const colleague = await world.hire("staff");
    const token = await world.logIn(colleague.username);
    const { body } = await post("/api/staff/second-factor/enrolment", BY_PASSWORD, token);
    const device = deviceWith(String(body.secret));
    const wrong = await post(
      "/api/staff/second-factor",
      { enrolment: body.enrolment, code: device.code(40) },
      token,
    );
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      400,
      "CodeNotAccepted",
      [{ path: "code", message: "This code is not valid, or was used already" }],
    ]);
    const other = await world.logIn((await world.hire("staff")).username);
    const foreign = await post(
      "/api/staff/second-factor",
      { enrolment: body.enrolment, code: device.code() },
      other,
    );
    expect([foreign.status, foreign.body.code]).toEqual([400, "EnrolmentEnded"]);
    world.clock.advanceMinutes(16);
    const late = await post(
      "/api/staff/second-factor",
      { enrolment: body.enrolment, code: device.code() },
      token,
    );
    expect([late.status, late.body.code]).toEqual([400, "EnrolmentEnded"]);
    const { enrolment, device: on } = await enrol(token);
    const again = await post("/api/staff/second-factor", { enrolment, code: on.code() }, token);
    expect([again.status, again.body.code]).toEqual([409, "SecondFactorAlreadyOn"]);
    expect((await post("/api/staff/second-factor/enrolment", BY_PASSWORD, token)).status).toBe(409);
  });
});

describe("a caller who has a session and not the password", () => {
  const WRONG: [unknown, number, string][] = [
    [{ currentPassword: "wrong" }, 403, "WrongPassword"],
    [{}, 400, "MissingInformation"],
  ];

  it("cannot begin to enroll", async () => {
    const token = await world.logIn((await world.hire("staff")).username);
    for (const [body, status, code] of WRONG) {
      const answer = await post("/api/staff/second-factor/enrolment", body, token);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.errors).toEqual([expect.objectContaining({ path: "currentPassword" })]);
    }
  });

  it("cannot turn it off or renew its recovery codes, even with a code", async () => {
    const { colleague, device, token } = await enrolled();
    for (const path of ["turn-off", "recovery-codes"]) {
      for (const [body, status, code] of WRONG) {
        const given = { ...Object(body), code: device.code() };
        const answer = await post(`/api/staff/second-factor/${path}`, given, token);
        expect([answer.status, answer.body.code]).toEqual([status, code]);
      }
    }
    expect((await typePassword(colleague.username)).body.code).toBe("SecondFactorCodeNeeded");
  });

  it("cannot complete what another session has begun, nor what was begun with another password", async () => {
    const { username } = await world.hire("staff");
    const [token, thief] = [await world.logIn(username), await world.logIn(username)];
    const { body } = await post("/api/staff/second-factor/enrolment", BY_PASSWORD, token);
    const confirmation = { enrolment: body.enrolment, code: deviceWith(String(body.secret)).code() };
    const stolen = await post("/api/staff/second-factor", confirmation, thief);
    expect([stolen.status, stolen.body.code]).toEqual([400, "EnrolmentEnded"]);
    const password = "quite another one";
    expect((await post("/api/auth/password", { ...BY_PASSWORD, password }, token)).status).toBe(200);
    const late = await post("/api/staff/second-factor", confirmation, token);
    expect([late.status, late.body.code]).toEqual([400, "EnrolmentEnded"]);
  });

  it("is signed out once the owner has enrolled, who stays", async () => {
    const { username } = await world.hire("staff");
    const [token, thief] = [await world.logIn(username), await world.logIn(username)];
    await enrol(token);
    const statusOf = async (one: string) =>
      (await world.call("/api/staff/second-factor", { token: one })).status;
    expect([await statusOf(token), await statusOf(thief)]).toEqual([200, 401]);
  });
});

describe("logging in", () => {
  it("asks for a code once the password is right, and then answers what a login answers", async () => {
    const { colleague, device } = await enrolled("manager");
    const first = await typePassword(colleague.username);
    expect([first.status, first.body.code]).toEqual([401, "SecondFactorCodeNeeded"]);
    expect(first.headers.get("set-cookie")).toBeNull();
    expect(first.body.token).toBeUndefined();
    const answer = await typeCode(first.body.challenge, device.code());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      token: expect.any(String),
      staff: { id: colleague.id, username: colleague.username, role: "manager", secondFactor: true },
    });
    expect(answer.headers.get("set-cookie")).toContain("staff_session=");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const list = await world.call("/api/staff", { token: String(answer.body.token) });
    expect(list.status).toBe(200);
  });

  it("says nothing of a second factor to a wrong password, nor for a deactivated account", async () => {
    const { colleague } = await enrolled();
    expect((await typePassword(colleague.username, "wrong")).body.code).toBe("InvalidStaffCredentials");
    const challenge = await challengeOf(colleague.username);
    await world.change("DeactivateStaffAccount", colleague);
    expect((await typePassword(colleague.username)).body.code).toBe("InvalidStaffCredentials");
    expect((await typeCode(challenge, "123456")).status).toBe(401);
  });

  it.each([-1, 0, 1])("accepts the code of %i steps from now", async (step) => {
    const { colleague, device } = await enrolled();
    const answer = await typeCode(await challengeOf(colleague.username), device.code(step));
    expect(answer.status).toBe(200);
  });

  it.each([-2, 2])("does not accept the code of %i steps from now", async (step) => {
    const { colleague, device } = await enrolled();
    const answer = await typeCode(await challengeOf(colleague.username), device.code(step));
    expect([answer.status, answer.body.code]).toEqual([401, "InvalidSecondFactorCode"]);
  });

  it("accepts a code once, however many requests send it at the same time", async () => {
    const { colleague, device } = await enrolled();
    const challenge = await challengeOf(colleague.username);
    const answers = await Promise.all(Array.from({ length: 8 }, () => typeCode(challenge, device.code())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body.code]).toEqual([401, "InvalidSecondFactorCode"]);
    }
    const logins = await world.sql`
      select from events where type = 'StaffSessionOpened' and (data ->> 'staffId')::bigint = ${colleague.id}`;
    expect(logins).toHaveLength(2);
    expect((await typeCode(challenge, device.code(-1))).status).toBe(401);
    world.clock.advanceMinutes(1);
    expect((await typeCode(challenge, device.code())).status).toBe(200);
  });

  it("does not accept the code that turned it on", async () => {
    const { colleague, firstCode } = await enrolled();
    world.clock.advanceMinutes(-1);
    expect((await typeCode(await challengeOf(colleague.username), firstCode)).status).toBe(401);
  });

  it("accepts each recovery code once, as it is written or without dashes, also of two at once", async () => {
    const { colleague, recoveryCodes } = await enrolled();
    const [one = "", two = ""] = recoveryCodes;
    const challenge = await challengeOf(colleague.username);
    const atOnce = await Promise.all([typeCode(challenge, one), typeCode(challenge, one)]);
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await typeCode(challenge, one)).status).toBe(401);
    const other = await typeCode(challenge, ` ${two.replaceAll("-", " ").toUpperCase()} `);
    expect(other.status).toBe(200);
    const status = await world.call("/api/staff/second-factor", { token: String(other.body.token) });
    expect(status.body).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it("accepts a challenge for five minutes, and none that is a session, altered, or another's", async () => {
    const [{ colleague, device, token }, other] = [await enrolled(), await enrolled()];
    const challenge = await challengeOf(colleague.username);
    const [head, claims, signature] = challenge.split(".");
    const altered = `${head}.${Buffer.from(
      JSON.stringify({ ...JSON.parse(atob(claims ?? "")), sub: String(other.colleague.id) }),
    ).toString("base64url")}.${signature}`;
    for (const none of [token, altered, "x"]) {
      const answer = await typeCode(none, other.device.code());
      expect([answer.status, answer.body.code]).toEqual([401, "LoginChallengeEnded"]);
    }
    expect((await typeCode(challenge, other.device.code())).body.code).toBe("InvalidSecondFactorCode");
    const asSession = await world.call("/api/staff", { token: challenge });
    expect(asSession.status).toBe(401);
    world.clock.advanceMinutes(6);
    expect((await typeCode(challenge, device.code())).body.code).toBe("LoginChallengeEnded");
  });

  it("limits tries as it limits passwords, and a right password gives no new ones", async () => {
    const { colleague, device } = await enrolled();
    for (let i = 0; i < 10; i++) {
      const challenge = await challengeOf(colleague.username);
      expect((await typeCode(challenge, device.code(50 + i))).status).toBe(401);
    }
    const answer = await typeCode(await challengeOf(colleague.username), device.code());
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("one's own second factor", () => {
  it("is turned off by a code only, and then the password alone logs in", async () => {
    const { colleague, device, token } = await enrolled();
    const turnOff = (code: string) =>
      post("/api/staff/second-factor/turn-off", { ...BY_PASSWORD, code }, token);
    const wrong = await turnOff(device.code(40));
    expect([wrong.status, wrong.body.code]).toEqual([400, "CodeNotAccepted"]);
    const off = await turnOff(device.code());
    expect([off.status, off.body.message]).toEqual([200, "Second factor turned off"]);
    expect((await typePassword(colleague.username)).status).toBe(200);
    const events = await readRawStream(world.sql, `staff-${colleague.id}`);
    expect(events.map(({ type }) => type)).toContain("SecondFactorRemoved");
    expect((await turnOff(device.code())).body.code).toBe("SecondFactorOff");
    expect(await world.sql`select from staff_recovery_codes where staff_id = ${colleague.id}`).toHaveLength(
      0,
    );
  });

  it("gets new recovery codes, and the old ones end", async () => {
    const { colleague, device, token, recoveryCodes } = await enrolled();
    const renewed = await post(
      "/api/staff/second-factor/recovery-codes",
      { ...BY_PASSWORD, code: device.code() },
      token,
    );
    expect(renewed.status).toBe(200);
    const [fresh = ""] = renewed.body.recoveryCodes as string[];
    const challenge = await challengeOf(colleague.username);
    expect((await typeCode(challenge, recoveryCodes[0] ?? "")).status).toBe(401);
    expect((await typeCode(challenge, fresh)).status).toBe(200);
    const events = await readRawStream(world.sql, `staff-${colleague.id}`);
    expect(events.map(({ type }) => type)).toContain("RecoveryCodesRenewed");
  });
});

it("is removed by a colleague if the device is lost, which the log tells", async () => {
  const admin = await world.hire("admin");
  const token = await world.logIn(admin.username);
  const { colleague } = await enrolled("manager");
  const path = `/api/staff/${colleague.id}/second-factor`;
  const removed = await world.call(path, { method: "DELETE", token });
  expect([removed.status, removed.body]).toEqual([
    200,
    { id: colleague.id, isActive: true, message: "Second factor removed" },
  ]);
  expect((await typePassword(colleague.username)).status).toBe(200);
  const events = await readRawStream(world.sql, `staff-${colleague.id}`);
  expect(events.find(({ type }) => type === "SecondFactorRemoved")?.meta.actor).toEqual({
    kind: "staff",
    id: admin.id,
    role: "admin",
  });
});

it("is removed by the operator if no colleague can", async () => {
  const { colleague } = await enrolled("admin");
  expect((await removeSecondFactorOf(world.core, colleague.username.toUpperCase())).ok).toBe(true);
  expect((await typePassword(colleague.username)).status).toBe(200);
  const events = await readRawStream(world.sql, `staff-${colleague.id}`);
  expect(events.find(({ type }) => type === "SecondFactorRemoved")?.meta.actor).toEqual({ kind: "system" });
  expect(await removeSecondFactorOf(world.core, "unknown-of-ours")).toMatchObject({ ok: false });
});

describe("a role that must have a second factor", () => {
  let adminToken: string;
  const demand = (roles: string[]) =>
    world.call("/api/staff/second-factor-policy", { method: "PUT", body: { roles }, token: adminToken });
  beforeEach(async () => {
    adminToken = await world.logIn((await world.hire("admin")).username);
  });

  it("may do nothing but set one up, and everything once that is done", async () => {
    const colleague = await world.hire("staff");
    const token = await world.logIn(colleague.username);
    const demanded = await demand(["staff"]);
    expect([demanded.status, demanded.body]).toEqual([200, { roles: ["staff"] }]);
    // It may also change its own account: a password that a colleague gave may be changed first.
    const free = ["/api/staff/second-factor", "/api/staff/second-factor/enrolment", "/api/auth/password"];
    const signsOut = "/api/auth/logout-everywhere";
    for (const { call, prepare, route } of CALLS) {
      const { path, ...given } = await prepare(world, colleague);
      if ([...free, signsOut].some((open) => route.endsWith(open))) continue;
      const answer = await world.call(path, { ...given, token });
      expect([call, answer.status, answer.body.code]).toEqual([call, 403, "SecondFactorRequired"]);
    }
    expect((await world.call("/api/staff/second-factor", { token })).body).toMatchObject({ demanded: true });
    expect((await world.call("/api/staff", { token: adminToken })).status).toBe(200);
    const { answer } = await enrol(token);
    expect(answer.status).toBe(201);
    expect((await world.call("/api/bookings", { token })).status).toBe(200);
    expect((await demand([])).status).toBe(200);
  });

  it("is in the log once, in the table beside it, and only an admin can set it", async () => {
    await demand(["admin", "manager"]);
    await enrol(adminToken);
    await demand(["manager", "admin"]);
    expect((await world.call("/api/staff/second-factor-policy", { token: adminToken })).body).toEqual({
      roles: ["manager", "admin"],
    });
    await demand([]);
    const events = await readRawStream(world.sql, "second-factor-policy-1");
    expect(events.slice(-2).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: "SecondFactorPolicySet", data: { roles: ["manager", "admin"] } },
      { type: "SecondFactorPolicySet", data: { roles: [] } },
    ]);
    const refused = await demand(["janitor"]);
    expect(refused.status).toBe(400);
  });
});
