/** Checks that access is checked again once a body has arrived late: what has ended meanwhile permits nothing. */
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CustomerWorld, customerWorld } from "../../testing/customer-fixture.ts";
import { slowCall } from "../../testing/slow-call-fixture.ts";
import { PASSWORD, type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let customers: CustomerWorld;
beforeAll(async () => {
  world = await startStaffWorld();
  customers = customerWorld(world);
  // No account here is the last active admin.
  await world.hire("admin");
});
afterAll(() => world.close());

const SESSION_ENDED = { status: 401, body: { code: "SessionEnded" } };

let made = 0;
const newAdmin = () => {
  made += 1;
  const username = `late-${made}`;
  const person = { firstName: "Joan", lastName: "Clarke", email: `${username}@hub.example.test` };
  return { username, password: "a long secret 1", role: "admin", ...person };
};

async function eventCount(): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`select count(*)::int as count from events`;
  return row?.count ?? 0;
}

describe("a colleague whose session ends while their body is on its way", () => {
  it("creates no admin: deleted", async () => {
    const admin = await world.hire("admin");
    const token = await world.logIn(admin.username);
    const late = await slowCall(world.port, "/api/staff/create", { token, body: newAdmin() });
    await world.change("DeleteStaffAccount", admin);
    const before = await eventCount();
    expect(await late.finish()).toMatchObject(SESSION_ENDED);
    expect(await eventCount()).toBe(before);
  });

  it("creates no admin: logged out, deactivated, or with a role that may not", async () => {
    for (const [ending, answer] of [
      ["logout", SESSION_ENDED],
      ["deactivation", { status: 401 }],
      ["role", { status: 403, body: { code: "RoleNotPermitted" } }],
    ] as const) {
      const admin = await world.hire("admin");
      const token = await world.logIn(admin.username);
      const late = await slowCall(world.port, "/api/staff/create", { token, body: newAdmin() });
      if (ending === "logout") await world.call("/api/auth/logout", { method: "POST", token });
      if (ending === "deactivation") await world.change("DeactivateStaffAccount", admin);
      if (ending === "role") {
        await world.ownerSql`update staff_credentials set role = 'staff' where staff_id = ${admin.id}`;
      }
      const before = await eventCount();
      expect([ending, await late.finish()]).toMatchObject([ending, answer]);
      expect(await eventCount()).toBe(before);
    }
  });

  it("enrolls no second factor: logged out everywhere", async () => {
    const colleague = await world.hire("manager");
    const token = await world.logIn(colleague.username);
    const { body } = await world.call("/api/staff/second-factor/enrolment", {
      method: "POST",
      token,
      body: { currentPassword: PASSWORD },
    });
    const { enrolment, secret } = body;
    expect(enrolment).toEqual(expect.any(String));
    const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) });
    const code = totp.generate({ timestamp: world.clock.now().getTime() });
    const late = await slowCall(world.port, "/api/staff/second-factor", { token, body: { enrolment, code } });
    const own = await world.logIn(colleague.username);
    await world.call("/api/auth/logout-everywhere", { method: "POST", token: own });
    expect(await late.finish()).toMatchObject(SESSION_ENDED);
    const rows = await world.sql`select from staff_second_factors where staff_id = ${colleague.id}`;
    expect(rows).toHaveLength(0);
  });
});

describe("a customer whose password has changed when the body arrives", () => {
  it("cancels no booking with the earlier session", async () => {
    const customer = await customers.register();
    const booking = await customers.book({ userId: customer.id, email: customer.email });
    const path = `/api/auth/bookings/${booking.id}`;
    const terms = await world.call(`${path}/cancellation`, { token: customer.token });
    const { refundAmount } = terms.body;
    const late = await slowCall(world.port, `${path}/cancel`, {
      token: customer.token,
      body: { refundAmount },
    });
    const { email, password } = customer;
    const other = await customers.post("/api/auth/user-login", { email, password });
    const change = { currentPassword: password, password: "quite another 1" };
    const changed = await customers.post("/api/auth/user-password", change, {
      token: String(other.body.token),
    });
    expect(changed.status).toBe(200);
    expect(await late.finish()).toMatchObject(SESSION_ENDED);
    const cancelled = await world.sql`
      select from events where stream = ${`booking-${booking.id}`} and type like '%Cancelled%'`;
    expect(cancelled).toHaveLength(0);
  });
});
