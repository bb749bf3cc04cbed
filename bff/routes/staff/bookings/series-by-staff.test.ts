/** Checks that staff book a series for a guest: up to 52 dates, at the calculated prices or an agreed total, by link, at the desk or free. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("staff")).username);
});
afterAll(() => world.close());

const caller = {
  roomId: 1,
  firstName: "Ida",
  lastName: "Rhodes",
  email: "ida@example.test",
  phone: "+1 (212) 555-0177",
  startDate: "2026-12-08",
  endTime: "12:00",
  startTime: "10:00",
  eventType: "Rehearsal",
};
const post = (body: object, headers: Record<string, string> = {}) =>
  world.call("/api/staff/series", { method: "POST", token, body: { ...caller, ...body }, headers });
const weekly = (count: number) => ({ every: 1, count });
const totals = ({ bookings }: { bookings: { totalAmount: string }[] }) =>
  bookings.map(({ totalAmount }) => totalAmount);

it("books every week of a year by one link, which pays all", async () => {
  const { status, body } = await post({ payment: "link", repeat: weekly(52) });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.bookings).toHaveLength(52);
  expect(body).toMatchObject({ totalAmount: "7800.00", downpaymentAmount: "3900.00", paymentRequired: true });
  expect(body.payLink).toMatch(/^http:\/\/hub\.example\.test\/guest\/.+\/pay$/);
  expect(
    await post({ startTime: "11:00", endTime: "13:00", payment: "desk", repeat: weekly(2) }),
  ).toMatchObject({
    status: 409,
    body: { code: "SlotTaken", dates: ["2026-12-08", "2026-12-15"] },
  });
});

it("shares an agreed total out to the cent, and confirms at the desk", async () => {
  const hours = { startTime: "13:00", endTime: "15:00" };
  const agreed = { ...hours, payment: "desk", totalAmount: "100.00", priceReason: "A choir" };
  const { status, body } = await post({ ...agreed, repeat: weekly(3) });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(totals(body)).toEqual(["33.34", "33.33", "33.33"]);
  expect(body).toMatchObject({ totalAmount: "100.00", paymentRequired: false, payLink: null });
  expect(body.bookings[2]).toMatchObject({ status: "confirmed", paymentStatus: "pending" });
});

it("books free dates with a reason, monthly on the same weekday, until a day", async () => {
  const monthly = { monthly: true, until: "2027-03-31" };
  const free = { startTime: "16:00", endTime: "18:00", payment: "free", repeat: monthly };
  expect((await post(free)).body.errors?.[0]?.path).toBe("priceReason");
  const { status, body } = await post({ ...free, priceReason: "Open day" });
  expect(status, JSON.stringify(body)).toBe(201);
  const days = body.bookings.map(({ startTime }: { startTime: string }) => startTime.slice(0, 10));
  expect(days).toEqual(["2026-12-08", "2027-01-12", "2027-02-09", "2027-03-09"]);
  expect(totals(body)).toEqual(Array(4).fill("0.00"));
});

it("answers a repeated request as the first", async () => {
  const key = { "idempotency-key": "3f3c1a52-9a04-4f43-9d5c-7f5f6f0d8a11" };
  const request = { startTime: "19:00", endTime: "20:00", payment: "link", repeat: weekly(2) };
  const first = await post(request, key);
  expect(first.status, JSON.stringify(first.body)).toBe(201);
  expect(await post(request, key)).toMatchObject({ status: 201, body: first.body });
  const other = { ...request, repeat: weekly(3) };
  expect((await post(other, key)).body.code).toBe("IdempotencyKeyReused");
});

it("names the field of what does not fit, and books nothing", async () => {
  for (const [path, wrong] of [
    ["repeat", { repeat: weekly(1) }],
    ["repeat", {}],
    ["repeat.count", { repeat: weekly(53) }],
    ["payment", { payment: "barter", repeat: weekly(2) }],
    ["swaps.2026-12-08.startTime", { repeat: weekly(2), swaps: { "2026-12-08": { startTime: "10:15" } } }],
  ] as const) {
    const { status, body } = await post({ payment: "link", ...wrong });
    expect([status, body.errors?.[0]?.path], JSON.stringify(body)).toEqual([400, path]);
  }
});
