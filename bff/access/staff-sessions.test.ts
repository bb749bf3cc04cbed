import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  type Colleague,
  PUBLIC_URL,
  type StaffWorld,
  startStaffWorld,
} from "../testing/staff-fixture.ts";

let world: StaffWorld;
let admin: Colleague;
let adminToken: string;
beforeAll(async () => {
  world = await startStaffWorld();
  admin = await world.hire("admin");
  adminToken = await world.logIn(admin.username);
});
afterAll(() => world.close());

const cookieOf = (answer: Answer): string => answer.headers.get("set-cookie") ?? "";

describe("a session", () => {
  it("is valid by its cookie alone", async () => {
    const cookie = `staff_session=${adminToken}`;
    expect((await world.call("/api/staff", { headers: { Cookie: cookie } })).status).toBe(200);
  });

  it.each([
    ["another site's script", "PATCH", { Origin: "https://evil.example" }, 403],
    ["a page of no origin", "PATCH", { Origin: "null" }, 403],
    ["our own page", "PATCH", { Origin: PUBLIC_URL }, 200],
    ["no browser", "PATCH", {}, 200],
    ["a form", "POST", { "Content-Type": "text/plain" }, 403],
  ])("by cookie, asked by %s", async (_, method, headers, status) => {
    const { id } = await world.hire("staff");
    const path = method === "POST" ? "/api/staff/create" : `/api/staff/${id}/deactivate`;
    const answer = await world.call(path, {
      method,
      headers: { ...headers, Cookie: `staff_session=${adminToken}` },
      ...(method === "POST" ? { body: {} } : {}),
    });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.message).toBe("This request did not come from our own pages");
  });

  it("by a bearer token needs no such proof: no site can make a browser send one", async () => {
    const { id } = await world.hire("staff");
    const headers = { Origin: "https://evil.example" };
    const answer = await world.call(`/api/staff/${id}/deactivate`, {
      method: "PATCH",
      token: adminToken,
      headers,
    });
    expect(answer.status).toBe(200);
  });

  it("is none of ours when it is forged", async () => {
    const claims = { sub: String(admin.id), kind: "staff", role: "admin" };
    const [header, payload, signature] = adminToken.split(".");
    const unsigned = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    const otherKey = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt()
      .setExpirationTime("1 year")
      .sign(new TextEncoder().encode("another secret, long enough for HS256"));
    for (const token of [
      "null",
      "x",
      "a.b.c",
      otherKey,
      `${unsigned}.${payload}.`,
      `${header}.${payload}.${signature}x`,
    ]) {
      const answer = await world.call("/api/staff", { token });
      expect([token, answer.status, answer.body.message]).toEqual([
        token,
        401,
        "Your session has ended. Please log in again",
      ]);
    }
  });

  it("of a deactivated colleague ends at the next call, and the one after reactivation is valid", async () => {
    const colleague = await world.hire("staff");
    const token = await world.logIn(colleague.username);
    expect((await world.call("/api/staff", { token })).status).toBe(200);
    const path = `/api/staff/${colleague.id}`;
    await world.call(`${path}/deactivate`, { method: "PATCH", token: adminToken });
    expect((await world.call("/api/staff", { token })).status).toBe(401);
    await world.call(`${path}/reactivate`, { method: "PATCH", token: adminToken });
    expect((await world.call("/api/staff", { token: await world.logIn(colleague.username) })).status).toBe(
      200,
    );
  });

  it("lasts twelve hours", async () => {
    const colleague = await world.hire("staff");
    const token = await world.logIn(colleague.username);
    const now = world.clock.now();
    world.clock.advanceMinutes(12 * 60 - 1);
    expect((await world.call("/api/staff", { token })).status).toBe(200);
    world.clock.advanceMinutes(2);
    expect((await world.call("/api/staff", { token })).status).toBe(401);
    world.clock.set(now);
  });

  it("loses its cookie at logout", async () => {
    const answer = await world.call("/api/auth/logout", { method: "POST", token: adminToken });
    expect(answer).toMatchObject({
      status: 200,
      body: { message: "You have been logged out successfully." },
    });
    expect(cookieOf(answer)).toBe("staff_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
  });
});
