import { Secret, TOTP } from "otpauth";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WEBHOOK_SECRET } from "../../core/adapters/stripe/payment-fixture.ts";
import { type CustomerWorld, customerWorld, type RegisteredCustomer } from "../testing/customer-fixture.ts";
import { type Colleague, PASSWORD, type StaffWorld, startStaffWorld } from "../testing/staff-fixture.ts";
import { SUCCEEDED } from "./security-log.ts";

let world: StaffWorld;
let customers: CustomerWorld;
let admin: Colleague;
let token: string;
let customer: RegisteredCustomer;
beforeAll(async () => {
  world = await startStaffWorld();
  customers = customerWorld(world);
  admin = await world.hire("admin");
  await world.hire("admin");
  token = await world.logIn(admin.username);
  customer = await customers.register();
});
afterAll(() => world.close());

/** The lines that an action has left in the security log. */
async function linesOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const since = world.logged.length;
  await act();
  return world.logged
    .slice(since)
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter((line) => line.security !== undefined);
}

const post = (path: string, body: unknown, more: Parameters<StaffWorld["call"]>[1] = {}) =>
  world.call(path, { method: "POST", body, headers: customers.fromElsewhere(), ...more });

const logIn = (username: string, password: string, headers = customers.fromElsewhere()) =>
  post("/api/auth/login", { username, password }, { headers });

describe("logins", () => {
  it("that fail, succeed and end are a line each, of the same account and address", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.9" };
    const lines = await linesOf(async () => {
      await logIn(admin.username, "wrong", headers);
      await logIn(admin.username.toUpperCase(), PASSWORD, headers);
      await post("/api/auth/logout", {}, { token, headers });
    });
    expect(lines).toMatchObject([
      { security: "login_failed", level: 40, reason: "InvalidStaffCredentials" },
      { security: "login_succeeded", level: 30 },
      { security: "logged_out" },
    ]);
    expect(lines[0]?.typed).toMatch(/^[0-9a-f]{64}$/);
    expect(lines[1]?.typed).toBe(lines[0]?.typed);
    expect(new Set(lines.map(({ address }) => address)).size).toBe(1);
    token = await world.logIn(admin.username);
  });

  it("of customers as well, as another account than the staff account of that name", async () => {
    const login = (password: string) => post("/api/auth/user-login", { email: customer.email, password });
    const lines = await linesOf(async () => {
      await login("not it");
      await login(customer.password);
      await post("/api/auth/user-logout", {}, { token: customer.token });
    });
    expect(lines.map(({ security }) => security)).toEqual(["login_failed", "login_succeeded", "logged_out"]);
    const [asStaff] = await linesOf(() => logIn(customer.email, "not it"));
    expect(asStaff?.typed).not.toBe(lines[0]?.typed);
  });

  it("with a second factor have a line for each wrong code, and for each change", async () => {
    const headers = customers.fromElsewhere();
    const colleague = await world.hire("staff");
    const session = await world.logIn(colleague.username);
    const begun = await post(
      "/api/staff/second-factor/enrolment",
      { currentPassword: PASSWORD },
      { token: session },
    );
    const totp = new TOTP({ secret: Secret.fromBase32(String(begun.body.secret)) });
    const code = () => totp.generate({ timestamp: world.clock.now().getTime() });
    const lines = await linesOf(async () => {
      const { enrolment } = begun.body;
      await post("/api/staff/second-factor", { enrolment, code: code() }, { token: session });
      const { body } = await logIn(colleague.username, PASSWORD, headers);
      const typeCode = (typed: string) =>
        post("/api/auth/login/second-factor", { challenge: body.challenge, code: typed }, { headers });
      await typeCode("000000");
      world.clock.advanceMinutes(1);
      await typeCode(code());
    });
    expect(lines).toMatchObject([
      { security: "second_factor_changed", by: `staff-${colleague.id}` },
      { security: "second_factor_failed", level: 40, account: `staff-${colleague.id}` },
      { security: "login_succeeded", account: `staff-${colleague.id}` },
    ]);
  });

  it("beyond the limit can be told from those before", async () => {
    const headers = customers.fromElsewhere();
    const lines = await linesOf(async () => {
      for (let tries = 0; tries < 11; tries += 1) await logIn("unknown-here", "wrong", headers);
    });
    expect(lines.map(({ security }) => security)).toEqual([
      ...Array.from({ length: 10 }, () => "login_failed"),
      "limit_reached",
    ]);
  });
});

describe("accounts", () => {
  it("created, deactivated, reactivated and deleted have a line with the account and the actor", async () => {
    let id = 0;
    const lines = await linesOf(async () => {
      const person = { firstName: "Joan", lastName: "Clarke", email: "joan@hub.example.test" };
      const account = { ...person, username: "joan", password: PASSWORD };
      id = Number((await post("/api/staff/create", account, { token })).body.id);
      await world.call(`/api/staff/${id}/deactivate`, { method: "PATCH", token });
      await world.call(`/api/staff/${id}/reactivate`, { method: "PATCH", token });
      await world.call(`/api/staff/${id}`, { method: "DELETE", token });
    });
    const by = `staff-${admin.id}`;
    expect(lines).toMatchObject([
      { security: "account_created", by },
      { security: "account_deactivated", by, account: `staff-${id}` },
      { security: "account_reactivated", by, account: `staff-${id}` },
      { security: "account_deleted", by, account: `staff-${id}` },
    ]);
  });

  it("of customers: registered, asked to verify, reset", async () => {
    const lines = await linesOf(async () => {
      const other = await customers.register();
      await post("/api/auth/verify-email/resend", {}, { token: other.token });
      await customers.verify(other);
      await post("/api/auth/forgot-password", { email: other.email });
      await post("/api/auth/reset-password", { token: "none", password: "another one" });
    });
    expect(lines.map(({ security }) => security)).toEqual([
      "account_created",
      "verification_asked",
      "email_verified",
      "password_reset_asked",
      "link_refused",
    ]);
  });
});

describe("refusals", () => {
  it("by access checks are warnings, with the reason", async () => {
    const member = await world.hire("staff");
    const memberToken = await world.logIn(member.username);
    const lines = await linesOf(async () => {
      await world.call("/api/staff/1", { method: "DELETE", token: memberToken });
      await world.call("/api/staff", { token: customer.token });
      await world.change("DeactivateStaffAccount", member);
      await world.call("/api/staff", { token: memberToken });
      const cookie = `staff_session=${token}`;
      await post("/api/staff/create", {}, { headers: { Cookie: cookie, Origin: "https://evil.example" } });
    });
    expect(lines).toMatchObject([
      { security: "permission_refused", reason: "RoleNotPermitted", level: 40 },
      { security: "permission_refused", reason: "StaffOnly", level: 40 },
      { security: "ended_session_refused", reason: "AccountDeactivated", level: 40 },
      { security: "foreign_origin_refused", reason: "ForeignOrigin", level: 40 },
    ]);
  });

  it("of webhooks: not signed, and signed but no event", async () => {
    const payload = "null";
    const timestamp = Date.parse("2026-06-01T12:00:00Z") / 1000;
    const signed = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp });
    const lines = await linesOf(async () => {
      await post("/api/stripe/webhook", null, { headers: { "Stripe-Signature": "t=1,v1=00" } });
      await post("/api/stripe/webhook", null, { headers: { "Stripe-Signature": signed } });
    });
    expect(lines).toMatchObject([
      { security: "webhook_refused", reason: "InvalidSignature" },
      { security: "webhook_refused", reason: "InvalidData" },
    ]);
  });

  it("without a security event leave no line", async () => {
    const lines = await linesOf(async () => {
      await world.call("/api/nothing");
      await world.call("/api/staff");
      await post("/api/contact", {});
    });
    expect(lines).toEqual([]);
  });
});

it("has no username, email, address or token in any line", () => {
  const lines = world.logged.filter((line) => line.includes('"security":'));
  expect(lines.length).toBeGreaterThan(20);
  const all = lines.join("\n");
  for (const secret of [
    admin.username,
    customer.email,
    "203.0.113.9",
    "198.51.100.",
    token,
    PASSWORD,
    "joan",
  ]) {
    expect(all).not.toContain(secret);
  }
});

it("watches only calls that exist", async () => {
  const { body } = await world.call("/api/openapi.json");
  const calls = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  expect(calls).toEqual(expect.arrayContaining(Object.keys(SUCCEEDED)));
});
