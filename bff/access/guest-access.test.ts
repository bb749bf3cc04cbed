/** Owns the access table of guests' links: every call that one opens × everybody who may try it without the right one. */
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
    ["nobody, with the booking's number", (id) => String(id), undefined],
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

  it("by another booking's link reaches that one alone", async () => {
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
