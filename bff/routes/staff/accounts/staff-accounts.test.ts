import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStream } from "../../../../core/log/read.ts";
import { staffStream } from "../../../../core/staff/staff.ts";
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

const logIn = (username: string, password: string, address = "198.51.100.1"): Promise<Answer> =>
  world.call("/api/auth/login", {
    method: "POST",
    body: { username, password },
    headers: { "X-Forwarded-For": address },
  });
const listed = async (id: number) => {
  const { body } = await world.call("/api/staff", { token: adminToken });
  return (body as { id: number }[]).find((account) => account.id === id);
};

const NEW = { username: "new.colleague", password: "secret1", firstName: "Joan", lastName: "Clarke" };
const create = (body: unknown) =>
  world.call("/api/staff/create", { method: "POST", token: adminToken, body });

describe("staff accounts", () => {
  it("are listed right after they are made, with all that a colleague may see and nothing else", async () => {
    const answer = await create({ ...NEW, email: "joan@hub.example.test" });
    const createdAt = world.clock.now().toISOString();
    const account = {
      id: answer.body.id,
      username: NEW.username,
      firstName: "Joan",
      lastName: "Clarke",
      email: "joan@hub.example.test",
      role: "staff",
      isActive: true,
      secondFactor: false,
      lastLogin: null,
      createdAt,
      updatedAt: createdAt,
    };
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({ ...account, message: "Staff account created" });
    expect(await listed(Number(answer.body.id))).toEqual(account);
    expect((await logIn(NEW.username, NEW.password, "198.51.100.9")).status).toBe(200);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["username", { username: "ab" }, "Username must be at least 3 characters"],
    ["username", { username: undefined }, "Username must be at least 3 characters"],
    ["username", { username: "two words" }, "Username can have letters, digits and . _ -"],
    ["username", { username: "\u0430dmin" }, "Username must be in letters of one script"],
    ["password", { password: "Password1" }, "This is one of the most used passwords. Please choose another"],
    ["password", { password: "Another" }, "Please choose a password that is not your own name or email"],
    ["password", { password: "12345" }, "Password must be at least 6 characters"],
    ["password", { password: undefined }, "Password must be at least 6 characters"],
    ["password", { password: "x".repeat(201) }, "Password must be at most 200 characters"],
    ["firstName", { firstName: " " }, "First name is required"],
    ["lastName", { lastName: undefined }, "Last name is required"],
    ["email", { email: "joan@" }, "Valid email is required"],
    ["email", { email: undefined }, "Valid email is required"],
    ["role", { role: "owner" }, "Role must be desk, staff, manager, admin or auditor"],
  ])("are refused with a bad %s: %j", async (path, change, message) => {
    const { body, status } = await create({
      ...NEW,
      username: "another",
      email: "another@hub.example.test",
      ...change,
    });
    expect([status, body.errors]).toEqual([400, [{ path, message }]]);
  });

  it("are refused with a username or an email that is taken, naming the field", async () => {
    const taken = await create({
      ...NEW,
      username: admin.username.toUpperCase(),
      email: "free@hub.example.test",
    });
    expect(taken).toMatchObject({ status: 409, body: { errors: [{ path: "username" }] } });
    const email = await create({ ...NEW, username: "free-name", email: admin.email.toUpperCase() });
    expect(email).toMatchObject({ status: 409, body: { errors: [{ path: "email" }] } });
  });

  it("have one name however it is typed: full-width letters count as plain ones, when they are taken and when logging in", async () => {
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
    const taken = await create({ ...NEW, username: wide(admin.username), email: "wide@hub.example.test" });
    expect(taken).toMatchObject({ status: 409, body: { errors: [{ path: "username" }] } });
    const made = await create({ ...NEW, username: wide("Wide.Name"), email: "wide@hub.example.test" });
    expect(made).toMatchObject({ status: 201, body: { username: "Wide.Name" } });
    for (const typed of ["wide.name", wide("wide.name")]) {
      expect((await logIn(typed, NEW.password, "198.51.100.9")).status).toBe(200);
    }
  });

  it("of earlier versions are unaffected, and new names must not look like theirs", async () => {
    const colleague = await world.hire("staff");
    const old = `old\uff0d${colleague.id}`;
    await world.ownerSql`update staff_credentials set username = ${old} where staff_id = ${colleague.id}`;
    expect((await logIn(old, PASSWORD, "198.51.100.9")).status).toBe(200);
    const alike = await create({ ...NEW, username: `OLD-${colleague.id}`, email: "alike@hub.example.test" });
    expect(alike).toMatchObject({ status: 409, body: { errors: [{ path: "username" }] } });
  });

  it("say when they were last changed; logging in is no change", async () => {
    const colleague = await world.hire("staff");
    const hiredAt = world.clock.now().toISOString();
    world.clock.advanceMinutes(1);
    const loggedIn = await logIn(colleague.username, PASSWORD, "198.51.100.9");
    expect(loggedIn.body.staff).toMatchObject({ updatedAt: hiredAt });
    world.clock.advanceMinutes(1);
    const path = `/api/staff/${colleague.id}/deactivate`;
    await world.call(path, { method: "PATCH", token: adminToken });
    const changedAt = world.clock.now().toISOString();
    expect(await listed(colleague.id)).toMatchObject({ createdAt: hiredAt, updatedAt: changedAt });
  });

  it("are gone from the list once deleted", async () => {
    const colleague = await world.hire("staff");
    expect(await listed(colleague.id)).toBeDefined();
    await world.call(`/api/staff/${colleague.id}`, { method: "DELETE", token: adminToken });
    expect(await listed(colleague.id)).toBeUndefined();
    const again = await world.call(`/api/staff/${colleague.id}`, { method: "DELETE", token: adminToken });
    expect(again).toMatchObject({ status: 404, body: { message: "Staff account not found" } });
  });

  it("list in their history who did what, by which request", async () => {
    const colleague = await world.hire("staff");
    const answer = await world.call(`/api/staff/${colleague.id}/deactivate`, {
      method: "PATCH",
      token: adminToken,
    });
    const events = await readStream(world.sql, staffStream, colleague.id);
    expect(events.at(-1)).toMatchObject({
      type: "StaffAccountDeactivated",
      meta: {
        actor: { kind: "staff", id: admin.id, role: "admin" },
        requestId: answer.headers.get("x-request-id"),
      },
    });
  });

  it.each(["abc", "0", "-1", "1e3", "99999999999999999999"])("with the id %s are not found", async (id) => {
    const answer = await world.call(`/api/staff/${id}/deactivate`, { method: "PATCH", token: adminToken });
    expect(answer.status).toBe(404);
  });
});
