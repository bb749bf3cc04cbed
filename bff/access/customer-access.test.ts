/** The access table: every customer call, each kind of caller, and the status and message that they get (decisions 90, 94). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passwordResetLink } from "../../core/customer/mailed-links.ts";
import {
  anHourLater,
  type CustomerWorld,
  customerWorld,
  type Expected,
  expectAnswer,
  type RegisteredCustomer,
} from "../testing/customer-fixture.ts";
import { type Call, type StaffWorld, startStaffWorld } from "../testing/staff-fixture.ts";

let staffWorld: StaffWorld;
let world: CustomerWorld;
let ada: RegisteredCustomer;
let eve: RegisteredCustomer;
/** Registered with Ada's office address, with which she booked as a guest, but never opened the mail. */
let mallory: RegisteredCustomer;
let staffToken: string;
let oldToken: string;

const OFFICE = "ada@office.example.test";

beforeAll(async () => {
  staffWorld = await startStaffWorld();
  world = customerWorld(staffWorld);
  [ada, eve, mallory] = [await world.register(), await world.register(), await world.register(OFFICE)];
  await world.verify(ada);
  await world.verify(eve);
  staffToken = await staffWorld.logIn((await staffWorld.hire("admin")).username);
  oldToken = await endedSession();
});
afterAll(() => staffWorld.close());

/** A session that the account's new password has ended. */
async function endedSession(): Promise<string> {
  const customer = await world.register();
  const { core } = staffWorld;
  const link = await passwordResetLink(core, customer.id, core.clock.now());
  const body = { token: link?.token, password: "another1" };
  const answer = await staffWorld.call("/api/auth/reset-password", { method: "POST", body });
  expect(answer.status).toBe(200);
  return customer.token;
}

type Bookings = Record<"own" | "asGuest" | "others", Awaited<ReturnType<CustomerWorld["book"]>>>;

const LOGIN_FIRST: Expected = [401, "Please log in first"];
const ENDED: Expected = [401, "Your session has ended. Please log in again"];
const CUSTOMERS_ONLY: Expected = [403, "This is for signed-in customers only"];
const FOREIGN: Expected = [403, "This request did not come from our own pages"];
const NOT_FOUND: Expected = [404, "Booking not found"];
const OK: Expected = [200];

/** Calls of signed-in customers, and whose booking they are about. */
const ACCOUNT_CALLS: [
  name: string,
  (bookings: Bookings) => { path: string } & Call,
  about: keyof Bookings | null,
][] = [
  ["GET /api/auth/me", () => ({ path: "/api/auth/me" }), null],
  [
    "PATCH /api/auth/me",
    () => ({
      method: "PATCH",
      path: "/api/auth/me",
      body: { firstName: "Ada", lastName: "Lovelace", phone: "555 0100" },
    }),
    null,
  ],
  ["GET /api/auth/bookings", () => ({ path: "/api/auth/bookings" }), null],
  ["GET /api/user/bookings", () => ({ path: "/api/user/bookings" }), null],
  ["GET /api/billing-account", () => ({ path: "/api/billing-account" }), null],
  ["POST …/verify-email/resend", () => ({ method: "POST", path: "/api/auth/verify-email/resend" }), null],
  ["GET /api/auth/my-data", () => ({ path: "/api/auth/my-data" }), null],
  ["POST /api/auth/erasure-request", () => ({ method: "POST", path: "/api/auth/erasure-request" }), null],
  ...(["own", "asGuest"] as const).flatMap(
    (about): [string, (bookings: Bookings) => { path: string } & Call, keyof Bookings][] => [
      [
        `GET …/calendar.ics, ${about}`,
        (b) => ({ path: `/api/auth/bookings/${b[about].id}/calendar.ics` }),
        about,
      ],
      [
        `GET …/cancellation, ${about}`,
        (b) => ({ path: `/api/auth/bookings/${b[about].id}/cancellation` }),
        about,
      ],
      [
        `POST …/cancel, ${about}`,
        (b) => ({ method: "POST", path: `/api/auth/bookings/${b[about].id}/cancel`, body: {} }),
        about,
      ],
      [
        `POST …/reschedule, ${about}`,
        (b) => ({
          method: "POST",
          path: `/api/auth/bookings/${b[about].id}/reschedule`,
          body: anHourLater(b[about]),
        }),
        about,
      ],
    ],
  ),
];

/** A call that is refused before it changes the account. */
ACCOUNT_CALLS.push([
  "POST …/user-password",
  () => ({
    method: "POST",
    path: "/api/auth/user-password",
    body: { currentPassword: "secret1", password: "secret1" },
  }),
  null,
]);

/** The caller, how the call is sent, and what is answered if the caller is not the owner. */
const OUTSIDERS: [name: string, (call: Call, bookings: Bookings) => Call, Expected][] = [
  ["a visitor", (call) => call, LOGIN_FIRST],
  ["a guest's link as a token", (call, b) => ({ ...call, token: world.guestToken(b.own.id) }), ENDED],
  ["a made-up token", (call) => ({ ...call, token: `${ada.token.slice(0, -3)}abc` }), ENDED],
  ["a session older than the password", (call) => ({ ...call, token: oldToken }), ENDED],
  ["staff", (call) => ({ ...call, token: staffToken }), CUSTOMERS_ONLY],
];

async function bookings(): Promise<Bookings> {
  return {
    own: await world.book({ userId: ada.id, email: OFFICE }),
    asGuest: await world.book({ email: ada.email }),
    others: await world.book({ userId: eve.id, email: ada.email }),
  };
}

describe("POST /api/bookings/{id}/payment with a test token", () => {
  const pay = (id: number, call: Call = {}) =>
    staffWorld.call(`/api/bookings/${id}/payment`, {
      method: "POST",
      body: { stripeToken: "tok_visa" },
      ...call,
    });
  const unpaid = (by: { userId?: number; email?: string }) => world.book(by, { unpaid: true });

  it("is for staff, and for the booking's own customer", async () => {
    const [own, asGuest] = [
      await unpaid({ userId: ada.id, email: OFFICE }),
      await unpaid({ email: ada.email }),
    ];
    expectAnswer(await pay(own.id, { token: ada.token }), OK);
    expectAnswer(await pay(asGuest.id, { token: ada.token }), OK);
    expectAnswer(await pay((await unpaid({ email: ada.email })).id, { token: staffToken }), OK);
  });

  it("is refused to all others, and changes nothing", async () => {
    const { id } = await unpaid({ userId: ada.id, email: OFFICE });
    const before = await world.versionOf(id);
    expectAnswer(await pay(id), LOGIN_FIRST);
    expectAnswer(await pay(id, { token: eve.token }), NOT_FOUND);
    expectAnswer(await pay(id, { token: mallory.token }), NOT_FOUND);
    expectAnswer(await pay(id, { token: oldToken }), ENDED);
    const headers = { Cookie: `customer_session=${ada.token}`, Origin: "https://evil.example" };
    expectAnswer(await pay(id, { headers }), FOREIGN);
    expect(await world.versionOf(id)).toBe(before);
  });
});

describe.each(ACCOUNT_CALLS)("%s", (_, make, about) => {
  const send = async (call: { path: string } & Call) => staffWorld.call(call.path, call);

  it.each(OUTSIDERS)("by %s", async (_name, as, expected) => {
    const made = await bookings();
    const before = about && (await world.versionOf(made[about].id));
    const call = make(made);
    expectAnswer(await send({ ...call, ...as(call, made) }), expected);
    expect(about && (await world.versionOf(made[about].id))).toBe(before);
  });

  it("by another site, with the customer's own cookie", async () => {
    const call = make(await bookings());
    const headers = { Cookie: `customer_session=${ada.token}`, Origin: "https://evil.example" };
    // Forbidding a read is the browser's task: it does not show the answer to another site.
    expectAnswer(await send({ ...call, headers }), call.method === undefined ? OK : FOREIGN);
  });

  it.each(["another customer", "an account that never verified the guest's email"])("by %s", async (who) => {
    const made = await bookings();
    const asGuest = await world.book({ email: OFFICE });
    const stranger = who === "another customer" ? eve : mallory;
    const call = make({ ...made, asGuest });
    const answer = await send({ ...call, token: stranger.token });
    expectAnswer(answer, about ? NOT_FOUND : OK);
    const seen = JSON.stringify(answer.body);
    for (const id of [made.own.id, asGuest.id]) expect(seen).not.toMatch(new RegExp(`"id":${id}\\b`));
    expect(await world.versionOf(made.own.id)).toBe(3);
  });

  it("by the customer after a week", async () => {
    const call = make(await bookings());
    const now = staffWorld.clock.now();
    staffWorld.clock.set(new Date(now.getTime() + 7 * 24 * 3_600_000 + 1_000));
    const answer = await send({ ...call, token: ada.token });
    staffWorld.clock.set(now);
    expectAnswer(answer, ENDED);
  });

  it("by the customer", async () => {
    expectAnswer(await send({ ...make(await bookings()), token: ada.token }), OK);
  });

  it("by the customer's cookie", async () => {
    const headers = { Cookie: `customer_session=${ada.token}` };
    expectAnswer(await send({ ...make(await bookings()), headers }), OK);
  });
});

describe("POST /api/auth/user-logout-everywhere", () => {
  const call = { method: "POST", path: "/api/auth/user-logout-everywhere" };

  it.each(OUTSIDERS)("by %s", async (_name, as, expected) => {
    expectAnswer(await staffWorld.call(call.path, { ...call, ...as(call, await bookings()) }), expected);
  });

  it("by another site, and by the customer", async () => {
    const { token } = await world.register();
    const headers = { Cookie: `customer_session=${token}`, Origin: "https://evil.example" };
    expectAnswer(await staffWorld.call(call.path, { ...call, headers }), FOREIGN);
    expectAnswer(await staffWorld.call(call.path, { ...call, token }), OK);
  });
});

describe("a customer's lists", () => {
  it("contain what was booked signed in or as a guest with the verified email, and nothing else", async () => {
    const lovelace = await world.register();
    await world.verify(lovelace);
    const own = await world.book({ userId: lovelace.id, email: "else@example.test" });
    const asGuest = await world.book({ email: lovelace.email.toUpperCase() });
    await world.book({ userId: eve.id, email: lovelace.email });
    for (const path of ["/api/auth/bookings", "/api/user/bookings"]) {
      const { body } = await staffWorld.call(path, { token: lovelace.token });
      const ids = (body as { id: number }[]).map(({ id }) => id);
      expect(ids.sort()).toEqual([own.id, asGuest.id].sort());
    }
  });
});

describe("POST /api/feedback", () => {
  const feedbackOn = (booking: Bookings["own"], as: Call = {}) =>
    staffWorld.call("/api/feedback", {
      method: "POST",
      body: {
        bookingId: booking.id,
        roomId: booking.roomId,
        customerEmail: ada.email,
        customerName: "Ada Byron",
      },
      ...as,
    });
  const complete = (booking: Bookings["own"]) => world.command(booking.id, { type: "CompleteBooking" });

  it.each(OUTSIDERS)("by %s", async (_name, as, expected) => {
    const made = await bookings();
    await complete(made.own);
    expectAnswer(await feedbackOn(made.own, as({}, made)), expected);
  });

  it("by another customer, by a customer who never verified the guest's email, and by the customer", async () => {
    const made = await bookings();
    const asGuest = await world.book({ email: OFFICE });
    for (const booking of [made.own, asGuest]) await complete(booking);
    expectAnswer(await feedbackOn(made.own, { token: eve.token }), NOT_FOUND);
    expectAnswer(await feedbackOn(asGuest, { token: mallory.token }), NOT_FOUND);
    expectAnswer(await feedbackOn(made.own, { token: ada.token }), [201, "Thank you for your feedback!"]);
  });
});

describe("GET /api/customer/{email}/loyalty", () => {
  const record = (email: string, as: Call = {}) =>
    staffWorld.call(`/api/customer/${encodeURIComponent(email)}/loyalty`, as);
  const NOT_YOURS: Expected = [403, "You can see your own loyalty record only"];

  it.each(OUTSIDERS.filter(([name]) => name !== "staff"))("by %s", async (_name, as, expected) => {
    expectAnswer(await record(ada.email, as({}, await bookings())), expected);
  });

  it("is that customer's, and tells others nothing about which emails exist", async () => {
    expectAnswer(await record(ada.email.toUpperCase(), { token: ada.token }), OK);
    expectAnswer(await record(ada.email, { token: eve.token }), NOT_YOURS);
    expectAnswer(await record("unknown@example.test", { token: eve.token }), NOT_YOURS);
  });

  it("is for staff, and an unknown email has a new customer's record", async () => {
    expectAnswer(await record(ada.email, { token: staffToken }), OK);
    expect((await record("unknown@example.test", { token: staffToken })).body).toMatchObject({
      loyaltyTier: "Bronze",
      totalBookings: 0,
      totalSpent: "0.00",
      loyaltyPoints: 0,
    });
  });

  it("counts a guest's bookings for an account only once its email is verified", async () => {
    const curie = await world.register();
    await world.book({ email: curie.email });
    const bookingsOf = async () => (await record(curie.email, { token: curie.token })).body.totalBookings;
    expect(await bookingsOf()).toBe(0);
    await world.verify(curie);
    expect(await bookingsOf()).toBe(1);
  });
});

describe("GET /api/feedback", () => {
  it("is for staff only", async () => {
    expectAnswer(await staffWorld.call("/api/feedback"), LOGIN_FIRST);
    expectAnswer(await staffWorld.call("/api/feedback", { token: ada.token }), [
      403,
      "This is for staff only",
    ]);
    expectAnswer(await staffWorld.call("/api/feedback", { token: staffToken }), OK);
  });
});
