/**
 * Checks that no stranger takes over an account before its owner has used it: verification, passwords, and removal of a stranger's account.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verificationLink } from "../../../core/customer/mailed-links.ts";
import {
  type CustomerWorld,
  customerWorld,
  errorsOf,
  type RegisteredCustomer,
} from "../../testing/customer-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let staffWorld: StaffWorld;
let world: CustomerWorld;
beforeAll(async () => {
  staffWorld = await startStaffWorld();
  world = customerWorld(staffWorld);
});
afterAll(() => staffWorld.close());

const logIn = (email: string, password: string) => world.post("/api/auth/user-login", { email, password });
const bookingsOf = (token: string) => staffWorld.call("/api/auth/bookings", { token });
async function mailed({ id }: { id: number }) {
  const link = await verificationLink(staffWorld.core, id, staffWorld.clock.now());
  if (!link) throw new Error("no link");
  return link;
}

describe("an account that a stranger opened with another person's email", () => {
  it("shows that person's bookings only to them; they verify with a password of their own", async () => {
    const stranger = `stranger-${Math.random()}@example.test`;
    const booking = await world.book({ email: stranger });
    const attacker = await world.register(stranger);
    const { token } = await mailed(attacker);

    const pressed = await world.post("/api/auth/verify-email", { token });
    expect([pressed.status, pressed.body.code]).toEqual([409, "PasswordNeeded"]);
    expect((await bookingsOf(attacker.token)).body).toEqual([]);

    const common = await world.post("/api/auth/verify-email", { token, password: "Password1" });
    expect([common.status, errorsOf(common)[0]?.[0]]).toEqual([400, "password"]);
    const chosen = await world.post("/api/auth/verify-email", { token, password: "a longer one" });
    expect(chosen.status).toBe(200);
    const cancel = await staffWorld.call(`/api/auth/bookings/${booking.id}/cancel`, {
      method: "POST",
      token: attacker.token,
      body: {},
    });
    expect([cancel.status, (await bookingsOf(attacker.token)).status]).toEqual([401, 401]);
    expect((await logIn(stranger, attacker.password)).status).toBe(401);
    const own = await logIn(stranger, "a longer one");
    const list = (await bookingsOf(String(own.body.token))).body as { id: number }[];
    expect(list.map(({ id }) => id)).toEqual([booking.id]);
    // A used link sets no other password.
    expect((await world.post("/api/auth/verify-email", { token, password: "yet another" })).status).toBe(403);
    expect((await world.post("/api/auth/verify-email", { token })).status).toBe(200);
  });

  it("is not verified by another customer's session, nor by another site's page with its own cookie", async () => {
    const [ada, eve] = [await world.register(), await world.register()];
    const { token } = await mailed(ada);
    const byEve = await world.post("/api/auth/verify-email", { token }, { token: eve.token });
    expect(byEve.status).toBe(409);
    const headers = { Cookie: `customer_session=${ada.token}`, Origin: "https://evil.example" };
    expect((await world.post("/api/auth/verify-email", { token }, { headers })).status).toBe(409);
  });

  it("is removed by the mail's other link, together with all that was typed", async () => {
    const attacker = await world.register();
    const { disowning, token } = await mailed(attacker);
    for (const wrong of [token, "1.2.3", `${disowning.token}x`]) {
      expect((await world.post("/api/auth/disown-account", { token: wrong })).status).toBe(403);
    }
    expect((await world.post("/api/auth/disown-account", { token: disowning.token })).status).toBe(200);
    expect((await bookingsOf(attacker.token)).status).toBe(401);
    expect((await logIn(attacker.email, attacker.password)).status).toBe(401);
    const people = await staffWorld.sql`select from personal_data where email = ${attacker.email}`;
    expect(people).toHaveLength(0);
    expect((await world.post("/api/auth/disown-account", { token: disowning.token })).status).toBe(403);
    expect((await world.register(attacker.email)).id).not.toBe(attacker.id);
  });

  it("stays once its email is verified", async () => {
    const customer = await world.register();
    const { disowning } = await mailed(customer);
    await world.verify(customer);
    const answer = await world.post("/api/auth/disown-account", { token: disowning.token });
    expect([answer.status, answer.body.code]).toEqual([409, "EmailAlreadyVerified"]);
    expect((await bookingsOf(customer.token)).status).toBe(200);
  });
});

describe("changing one's password", () => {
  const change = (customer: RegisteredCustomer, currentPassword: string, password: string) =>
    world.post(
      "/api/auth/user-password",
      { currentPassword, password },
      {
        token: customer.token,
        headers: world.fromElsewhere(),
      },
    );

  it("requires the old one; this session stays, all others end", async () => {
    const customer = await world.register();
    const other = String((await logIn(customer.email, customer.password)).body.token);
    staffWorld.clock.advanceMinutes(1);
    const wrong = await change(customer, "not it", "a longer one");
    expect([wrong.status, errorsOf(wrong)]).toEqual([
      403,
      [["currentPassword", "This is not your current password"]],
    ]);
    expect((await change(customer, customer.password, "a longer one")).status).toBe(200);
    const me = await staffWorld.call("/api/auth/me", { token: customer.token });
    expect(me.body).toMatchObject({ updatedAt: staffWorld.clock.now().toISOString() });
    expect((await bookingsOf(other)).status).toBe(401);
    expect((await logIn(customer.email, customer.password)).status).toBe(401);
    expect((await logIn(customer.email, "a longer one")).status).toBe(200);
  });

  it("allows as many wrong ones as a login does", async () => {
    const customer = await world.register();
    const headers = world.fromElsewhere();
    const guess = (currentPassword: string) =>
      world.post(
        "/api/auth/user-password",
        { currentPassword, password: "a longer one" },
        { token: customer.token, headers },
      );
    for (let tries = 0; tries < 10; tries += 1) expect((await guess("wrong")).status).toBe(403);
    expect((await guess(customer.password)).status).toBe(429);
  });

  it.each(["PASSWORD", "qwerty123", "email", "local part"])(
    "to %s is refused, and says why",
    async (kind) => {
      const customer = await world.register();
      const named: Record<string, string | undefined> = {
        email: customer.email.toUpperCase(),
        "local part": customer.email.split("@")[0],
      };
      const password = named[kind] ?? kind;
      const changed = await change(customer, customer.password, password);
      expect([changed.status, errorsOf(changed)[0]?.[0]]).toEqual([400, "password"]);
      const person = { firstName: "Ada", lastName: "Byron", email: customer.email };
      const registered = await world.post("/api/auth/register", { ...person, password });
      expect([registered.status, errorsOf(registered)[0]?.[0]]).toEqual([400, "password"]);
    },
  );
});

describe("one's own name and phone", () => {
  it("are changed, and the old ones are deleted", async () => {
    const customer = await world.register();
    const { token } = customer;
    const change = (body: unknown) => staffWorld.call("/api/auth/me", { method: "PATCH", token, body });
    const refused = await change({ firstName: " ", lastName: "Simone", phone: "1" });
    expect([refused.status, errorsOf(refused).map(([path]) => path)]).toEqual([400, ["firstName", "phone"]]);
    const changed = await change({ firstName: "Nina", lastName: "Simone", phone: "+1 (555) 010-0199" });
    const profile = {
      email: customer.email,
      firstName: "Nina",
      lastName: "Simone",
      phone: "+1 (555) 010-0199",
    };
    expect([changed.status, changed.body]).toMatchObject([200, profile]);
    expect((await change({ firstName: "Nina", lastName: "Simone", phone: "" })).body).toMatchObject({
      phone: null,
    });
    expect((await staffWorld.call("/api/auth/me", { token })).body).toMatchObject({
      ...profile,
      phone: null,
    });
    const kept = await staffWorld.core.sql<{ first_name: string | null }[]>`
      select first_name from personal_data where lower(email) = lower(${customer.email})`;
    expect(kept).toEqual([{ first_name: "Nina" }]);
    expect((await staffWorld.call("/api/auth/me", { method: "PATCH", body: profile })).status).toBe(401);
  });
});
