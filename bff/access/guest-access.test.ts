/** The access tables of guests' links and of the cookies that hold them: each call, with every caller who lacks the right link. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
let staffToken: string;
beforeAll(async () => {
  staffWorld = await startStaffWorld();
  world = customerWorld(staffWorld);
  [ada, eve] = [await world.register(), await world.register()];
  staffToken = await staffWorld.logIn((await staffWorld.hire("admin")).username);
});
afterAll(() => staffWorld.close());

type Booking = Awaited<ReturnType<CustomerWorld["book"]>>;

const OK: Expected = [200];
const BAD_LINK: Expected = [403, "This link is not valid or has expired"];

/** Calls that a guest's link opens, by the token they are given. */
const GUEST_CALLS: [name: string, (token: string, booking: Booking) => { path: string } & Call][] = [
  ["GET /api/guest/{token}", (token) => ({ path: `/api/guest/${token}` })],
  ["GET …/cancellation", (token) => ({ path: `/api/guest/${token}/cancellation` })],
  ["GET …/calendar.ics", (token) => ({ path: `/api/guest/${token}/calendar.ics` })],
  ["POST …/cancel", (token) => ({ method: "POST", path: `/api/guest/${token}/cancel`, body: {} })],
  [
    "POST …/reschedule",
    (token, booking) => ({
      method: "POST",
      path: `/api/guest/${token}/reschedule`,
      body: anHourLater(booking),
    }),
  ],
];

describe.each(GUEST_CALLS)("%s", (_, make) => {
  const forged: [string, (id: number, other: number) => string, string | undefined][] = [
    ["a visitor, with the booking's number", (id) => String(id), undefined],
    ["another customer, without the link", (id) => `${id}.`, "eve"],
    ["staff, without the link", (id) => `${id}.${"a".repeat(43)}`, "staff"],
    [
      "the holder of another booking's link, with this one's number",
      (id, other) => world.guestToken(other).replace(/^\d+/, String(id)),
      undefined,
    ],
    ["a verification link", () => ada.token.slice(0, 40), undefined],
  ];

  it.each(forged)("by %s", async (_name, token, who) => {
    const [mine, other] = [await world.book(), await world.book()];
    const bearer = { eve: eve.token, staff: staffToken }[who ?? ""] ?? null;
    const call = make(token(mine.id, other.id), mine);
    expectAnswer(await staffWorld.call(call.path, { ...call, token: bearer }), BAD_LINK);
    expect(await world.versionOf(mine.id)).toBe(3);
  });

  it("by another booking's link reaches only that booking", async () => {
    const [mine, other] = [await world.book(), await world.book()];
    const call = make(world.guestToken(other.id), other);
    const answer = await staffWorld.call(call.path, call);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`"id":${mine.id}\\b`));
    expect(await world.versionOf(mine.id)).toBe(3);
  });

  it("by an expired link", async () => {
    const mine = await world.book();
    const call = make(world.guestToken(mine.id), mine);
    const now = staffWorld.clock.now();
    const lastOpen = new Date(mine.endsAt.getTime() + 30 * 24 * 3_600_000 - 1);
    try {
      staffWorld.clock.set(lastOpen);
      const open = await staffWorld.call(call.path, call);
      expect(
        open.status === 200 || open.body.message === "This booking is cancelled, has begun or is over",
      ).toBe(true);
      staffWorld.clock.set(new Date(lastOpen.getTime() + 1));
      expectAnswer(await staffWorld.call(call.path, call), BAD_LINK);
    } finally {
      staffWorld.clock.set(now);
    }
  });

  it("by the booking's own link", async () => {
    const mine = await world.book();
    const call = make(world.guestToken(mine.id), mine);
    expectAnswer(await staffWorld.call(call.path, call), OK);
  });
});

describe("a shared visit", () => {
  const paths = (token: string) => [`/api/visits/${token}`, `/api/visits/${token}/calendar.ics`];
  const sharedToken = async (id: number): Promise<string> => {
    const { body } = await staffWorld.call(`/api/guest/${world.guestToken(id)}`);
    return String(body.shareUrl).replace("/visit/", "");
  };

  it("is read by its own link only, and shows neither names, money nor the booking's number", async () => {
    const [mine, other] = [await world.book(), await world.book()];
    const token = await sharedToken(mine.id);
    const bad = [
      String(mine.id),
      world.guestToken(mine.id),
      (await sharedToken(other.id)).replace(/^\d+/, String(mine.id)),
      `${token}A`,
    ];
    for (const path of bad.flatMap(paths)) expectAnswer(await staffWorld.call(path), BAD_LINK);
    const { status, body } = await staffWorld.call(`/api/visits/${token}`);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      ...["roomId", "roomName", "roomSlug", "startTime", "endTime", "timeZone", "status"],
    ]);
    expect(body).toMatchObject({ startTime: mine.startsAt.toISOString(), status: "confirmed" });
    // It opens nothing that the guest's own link opens.
    expectAnswer(await staffWorld.call(`/api/guest/${token}`), BAD_LINK);
  });

  it("tells a cancellation, is then shared no more, and ends 30 days after the visit", async () => {
    const mine = await world.book();
    const token = await sharedToken(mine.id);
    const guest = world.guestToken(mine.id);
    await staffWorld.call(`/api/guest/${guest}/cancel`, { method: "POST", body: {} });
    expect((await staffWorld.call(`/api/visits/${token}`)).body).toMatchObject({ status: "cancelled" });
    expect((await staffWorld.call(`/api/guest/${guest}`)).body).toMatchObject({ shareUrl: null });
    const now = staffWorld.clock.now();
    try {
      staffWorld.clock.set(new Date(mine.endsAt.getTime() + 30 * 24 * 3_600_000));
      for (const path of paths(token)) expectAnswer(await staffWorld.call(path), BAD_LINK);
    } finally {
      staffWorld.clock.set(now);
    }
  });
});

const NOT_HOLDER: Expected = [
  403,
  "Only the person who made this booking can open it. Please use the link in the booking's mail",
];

/** Calls for the holder of a booking, by its number. */
const HOLDER_CALLS: [name: string, (booking: Booking) => { path: string } & Call][] = [
  ["GET /api/bookings/{id}/own", ({ id }) => ({ path: `/api/bookings/${id}/own` })],
  [
    "POST /api/bookings/{id}/release",
    ({ id }) => ({ method: "POST", path: `/api/bookings/${id}/release`, body: {} }),
  ],
  [
    "PUT /api/bookings/{id}/hold",
    ({ id, roomId, startsAt }) => ({
      method: "PUT",
      path: `/api/bookings/${id}/hold`,
      body: {
        ...anHourLater({ startsAt }),
        endTime: new Date(startsAt.getTime() + 2 * 3_600_000).toISOString(),
        ...priceOfAnHour(roomId),
      },
    }),
  ],
];

function priceOfAnHour(roomId: number) {
  const cents = staffWorld.core.rooms.byId(roomId)?.rates.hourlyCents ?? 0;
  return { totalAmount: cents / 100, downpaymentAmount: cents / 200, remainingAmount: cents / 200 };
}

const cookie = (id: number, token: string) => ({ headers: { Cookie: `hub_booking_${id}=${token}` } });

describe.each(HOLDER_CALLS)("%s", (_, make) => {
  const strangers: [string, (mine: Booking, other: Booking) => Call][] = [
    ["a visitor", () => ({})],
    ["another customer", () => ({ token: eve.token })],
    ["staff", () => ({ token: staffToken })],
    ["a made-up cookie", ({ id }) => cookie(id, `${id}.${"a".repeat(43)}`)],
    ["a cookie that is no link", ({ id }) => cookie(id, "%E0%A4%A")],
    ["another booking's cookie", (_mine, other) => cookie(other.id, world.guestToken(other.id))],
    [
      "another booking's cookie under this one's name",
      ({ id }, other) => cookie(id, world.guestToken(other.id)),
    ],
    ["the link as a session's token", ({ id }) => ({ token: world.guestToken(id) })],
  ];

  it.each(strangers)(
    "by %s, with the same answer as for a booking that does not exist",
    async (_name, as) => {
      const [mine, other] = [
        await world.book({ userId: ada.id }, { unpaid: true }),
        await world.book({}, { unpaid: true }),
      ];
      const call = { ...make(mine), ...as(mine, other) };
      expectAnswer(await staffWorld.call(call.path, call), NOT_HOLDER);
      const none = { ...make({ ...mine, id: 987_654 }), ...as(mine, other) };
      expectAnswer(await staffWorld.call(none.path, none), NOT_HOLDER);
      expect(await world.versionOf(mine.id)).toBe(1);
    },
  );

  it("by another site, with the cookie", async () => {
    const mine = await world.book({}, { unpaid: true });
    const { headers } = cookie(mine.id, world.guestToken(mine.id));
    const call = { ...make(mine), headers: { ...headers, Origin: "https://evil.example" } };
    // Forbidding a read is the browser's task: it does not show the answer to another site.
    const expected: Expected =
      call.method === undefined ? OK : [403, "This request did not come from our own pages"];
    expectAnswer(await staffWorld.call(call.path, call), expected);
    expect(await world.versionOf(mine.id)).toBe(1);
  });

  it("by the cookie, when the link is no longer valid", async () => {
    const mine = await world.book({}, { unpaid: true });
    const call = { ...make(mine), ...cookie(mine.id, world.guestToken(mine.id)) };
    const over = new Date(mine.endsAt.getTime() + 30 * 24 * 3_600_000);
    await world.atTime(over, async () => expectAnswer(await staffWorld.call(call.path, call), NOT_HOLDER));
  });

  it("by the browser that made it, and by its customer", async () => {
    const [held, own] = [
      await world.book({}, { unpaid: true }),
      await world.book({ userId: ada.id }, { unpaid: true }),
    ];
    const byCookie = { ...make(held), ...cookie(held.id, world.guestToken(held.id)) };
    expectAnswer(await staffWorld.call(byCookie.path, byCookie), OK);
    const bySession = { ...make(own), token: ada.token };
    expectAnswer(await staffWorld.call(bySession.path, bySession), OK);
  });
});

describe("GET /api/bookings/held", () => {
  it("is empty for callers who hold nothing", async () => {
    const mine = await world.book({ userId: ada.id }, { unpaid: true });
    const forged = cookie(mine.id, `${mine.id}.${"a".repeat(43)}`);
    for (const call of [{}, { token: eve.token }, { token: staffToken }, { token: "none" }, forged]) {
      const answer = await staffWorld.call("/api/bookings/held", call);
      expect([answer.status, answer.body]).toEqual([200, []]);
    }
  });
});

describe("changes of one booking by its holders", () => {
  it("are limited per hour, from any address; asking for another person's booking does not use up its limit", async () => {
    const booking = await world.book({}, { unpaid: true });
    const path = `/api/guest/${world.guestToken(booking.id)}/reschedule`;
    const stranger = () =>
      staffWorld.call(`/api/bookings/${booking.id}/release`, {
        method: "POST",
        body: {},
        headers: world.fromElsewhere(),
      });
    for (let n = 0; n < 25; n++) expect((await stranger()).status).toBe(403);
    const answers = [];
    for (let n = 0; n < 22; n++) answers.push(await world.post(path, anHourLater(booking)));
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429, 429]);
    expect(answers.at(-1)?.body.message).toMatch(/changed too often/);
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(60);
    const release = await world.post(`/api/bookings/${booking.id}/release`, {
      token: world.guestToken(booking.id),
    });
    expect(release.status).toBe(429);
    const other = await world.book();
    expect((await world.post(`/api/guest/${world.guestToken(other.id)}/cancel`, {})).status).toBe(200);
  });

  it("are limited per minute and address", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.77" };
    const statuses = [];
    for (let n = 0; n < 61; n++) {
      statuses.push((await world.post("/api/guest/1.x/cancel", {}, { headers })).status);
    }
    expect(statuses).toEqual([...Array(60).fill(403), 429]);
  });
});
