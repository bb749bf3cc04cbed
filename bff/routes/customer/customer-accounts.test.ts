import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passwordResetLink, verificationLink } from "../../../core/customer/mailed-links.ts";
import {
  CUSTOMER_PASSWORD,
  type CustomerWorld,
  customerWorld,
  errorsOf,
} from "../../testing/customer-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let staffWorld: StaffWorld;
let world: CustomerWorld;
beforeAll(async () => {
  staffWorld = await startStaffWorld();
  world = customerWorld(staffWorld);
});
afterAll(() => staffWorld.close());

describe("registering and signing in", () => {
  it("answers a token and the user, and sets the cookie", async () => {
    const answer = await world.post("/api/auth/register", {
      email: "Grace@example.test",
      password: "secret1",
      firstName: "Grace",
      lastName: "Hopper",
      phone: "",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user: {
        firstName: "Grace",
        lastName: "Hopper",
        email: "Grace@example.test",
        phone: null,
        emailVerified: false,
        createdAt: staffWorld.clock.now().toISOString(),
        updatedAt: staffWorld.clock.now().toISOString(),
      },
    });
    const claims = decodeJwt(String(answer.body.token));
    expect(claims).toMatchObject({ kind: "customer", sid: expect.any(String) });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(7 * 24 * 3_600);
    const [session, device] = answer.headers.getSetCookie();
    expect(session).toMatch(/^customer_session=.+HttpOnly; SameSite=Lax/);
    expect(device).toMatch(
      /^customer_device_\w+=.+Max-Age=15552000; Path=\/api\/auth\/; HttpOnly; SameSite=Strict$/,
    );
    expect(JSON.stringify(answer.body)).not.toMatch(/argon|hash/i);
  });

  it("names every bad field with its fixed text", async () => {
    const answer = await world.post("/api/auth/register", {
      email: "no",
      password: "12345",
      firstName: " ",
      lastName: "",
    });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([
      ["email", "Please enter a valid email address"],
      ["password", "Password must be at least 6 characters"],
      ["firstName", "First name is required"],
      ["lastName", "Last name is required"],
    ]);
    const login = await world.post("/api/auth/user-login", { email: "no", password: "" });
    expect(errorsOf(login)).toEqual([
      ["email", "Please enter a valid email address"],
      ["password", "Password is required"],
    ]);
  });

  it("refuses a taken email", async () => {
    const { email } = await world.register();
    const again = { email: email.toUpperCase(), password: "secret1", firstName: "A", lastName: "B" };
    const answer = await world.post("/api/auth/register", again);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "There is already an account with this email",
    ]);
    expect(errorsOf(answer)[0]?.[0]).toBe("email");
  });

  it("answers an unknown email and a wrong password alike", async () => {
    const { email, id } = await world.register();
    const logIn = (who: string, password: string) =>
      world.post("/api/auth/user-login", { email: who, password });
    const [wrong, unknown] = [await logIn(email, "wrong"), await logIn("unknown@example.test", "wrong")];
    for (const { status, body } of [wrong, unknown]) {
      expect([status, body.message]).toEqual([401, "Invalid email or password"]);
    }
    const right = await logIn(email.toUpperCase(), CUSTOMER_PASSWORD);
    expect(right.status).toBe(200);
    expect(right.body.user).toMatchObject({ id });
  });

  it("allows ten failures per account and address, and does not count a success", async () => {
    const { email } = await world.register();
    const headers = world.fromElsewhere();
    const logIn = (password: string, from: object = { headers }) =>
      world.post("/api/auth/user-login", { email, password }, from);
    for (let i = 0; i < 12; i++) expect((await logIn(CUSTOMER_PASSWORD)).status).toBe(200);
    for (let i = 0; i < 10; i++) expect((await logIn("wrong")).status).toBe(401);
    const blocked = await logIn(CUSTOMER_PASSWORD);
    expect([blocked.status, Number(blocked.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await logIn(CUSTOMER_PASSWORD, {})).status).toBe(200);
  });

  it("logs out by taking the cookie back", async () => {
    const answer = await world.post("/api/auth/user-logout", {});
    expect(answer.body.message).toBe("You have been successfully logged out.");
    expect(answer.headers.get("set-cookie")).toMatch(/^customer_session=; Max-Age=0/);
  });
});

describe("mailed links", () => {
  it("verify an email by POST only, so that a mail scanner verifies no email", async () => {
    const customer = await world.register();
    const link = await verificationLink(staffWorld.core, customer.id, staffWorld.clock.now());
    const path = `/api/auth/verify-email?token=${link?.token}`;
    const { email, token } = customer;
    expect((await staffWorld.call(path)).body).toEqual({ email, emailVerified: false, passwordNeeded: true });
    expect((await staffWorld.call(path, { token })).body).toMatchObject({
      emailVerified: false,
      passwordNeeded: false,
    });
    const verified = await world.post("/api/auth/verify-email", { token: link?.token }, { token });
    expect(verified.body).toMatchObject({ success: true });
    expect((await staffWorld.call("/api/auth/me", { token: customer.token })).body).toMatchObject({
      emailVerified: true,
    });
    expect((await staffWorld.call("/api/auth/verify-email?token=1.2.3")).status).toBe(403);
  });

  it("set a new password once; the answer never tells whether there is an account", async () => {
    const customer = await world.register();
    const answers = await Promise.all(
      [customer.email, "unknown@example.test"].map((email) =>
        world.post("/api/auth/forgot-password", { email }),
      ),
    );
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const link = await passwordResetLink(staffWorld.core, customer.id, staffWorld.clock.now());
    const reset = (password: string) =>
      world.post("/api/auth/reset-password", { token: link?.token, password });
    expect(errorsOf(await reset("short"))).toEqual([["password", "Password must be at least 6 characters"]]);
    const done = await reset("another1");
    expect(done.status).toBe(200);
    // This is how an owner signs in whose account strangers keep trying: the device is known from now on.
    expect(done.headers.getSetCookie().some((cookie) => cookie.startsWith("customer_device_"))).toBe(true);
    expect((await reset("a third one")).status).toBe(403);
    expect((await staffWorld.call("/api/auth/me", { token: customer.token })).status).toBe(401);
    const fresh = await world.post("/api/auth/user-login", { email: customer.email, password: "another1" });
    const me = await staffWorld.call("/api/auth/me", { token: String(fresh.body.token) });
    expect(me.body).toMatchObject({ emailVerified: true });
  });
});
