/** Checks that visitors are shown no hour of a room's turnaround: in its calendar, in every room's next hours, and in the finder. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { testMeta } from "../../../core/testing/test-core.ts";
import { changeRoom } from "../../../core/venue/handle.ts";
import { seedVenue } from "../../../core/venue/seed-venue.ts";
import { instantAt } from "../../../core/venue/time/venue-time.ts";
import { Found } from "../../contract/visitor/find.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

const DAY = "2027-02-03";
let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  await seedVenue(world.ownerSql);
  await world.core.venue.reload();
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(() => world.close());

const at = (day: string, hour: number): string => instantAt(day, hour, world.core.timeZone).toISOString();
function submission(startTime: string, endTime: string) {
  const hourCount = Number(endTime.slice(0, 2)) - Number(startTime.slice(0, 2));
  const total = hourCount * 110;
  return {
    roomId: 4,
    firstName: "Ada",
    lastName: "Byron",
    email: `ada-${startTime.slice(0, 2)}@example.test`,
    phone: "+1 212 555 0100",
    startDate: DAY,
    startTime,
    endTime,
    eventType: "Meeting",
    bookingDuration: "hourly",
    hourCount,
    totalAmount: total,
    downpaymentAmount: total / 2,
    remainingAmount: total / 2,
    terms: true,
  };
}
const book = (...asked: Parameters<typeof submission>) =>
  world.call("/api/bookings", { method: "POST", body: submission(...asked) });
const taken = async (from = DAY, to = DAY) =>
  (await world.call(`/api/rooms/4/bookings?startDate=${from}&endDate=${to}`)).body;
const found = async (start: number, hours: number) => {
  const { body } = await world.call(`/api/find?day=${DAY}&start=${start}:00&hours=${hours}&people=1`);
  return Found.parse(body).rooms.find(({ roomId }) => roomId === 4);
};

it("lists for each visit the hours that stay free around it, and offers none of them", async () => {
  const first = await book("12:00", "14:00");
  expect(first.status, JSON.stringify(first.body)).toBe(201);
  const visit = { startTime: at(DAY, 12), endTime: at(DAY, 14), held: true, heldUntil: expect.any(String) };
  expect(await taken()).toEqual([visit]);
  expect(await found(14, 2)).toMatchObject({ exact: true });

  // Also for a client that has a kept answer.
  const changed = await world.call("/api/rooms/4", {
    method: "PATCH",
    token,
    body: { turnaroundHours: 2 },
  });
  expect(changed.status).toBe(200);
  const gap = { held: true, heldUntil: expect.any(String), turnaround: true };
  await expect
    .poll(() => taken())
    .toEqual([
      { ...gap, startTime: at(DAY, 10), endTime: at(DAY, 12) },
      visit,
      { ...gap, startTime: at(DAY, 14), endTime: at(DAY, 16) },
    ]);
  expect(await found(14, 2)).toMatchObject({ exact: false, startTime: at(DAY, 16) });
  expect(await found(9, 1)).toMatchObject({ exact: true });
  expect(await found(9, 2)).toMatchObject({ exact: false });
  for (const [from, to] of [
    ["14:00", "15:00"],
    ["11:00", "12:00"],
    ["09:00", "11:00"],
  ] as const) {
    expect(await book(from, to)).toMatchObject({
      status: 409,
      body: { message: "Time slot is already booked" },
    });
  }
  expect((await book("09:00", "10:00")).status).toBe(201);
});

it("counts for the room's next free hours, across midnight too, and for no other room", async () => {
  world.clock.set(at("2027-02-03", 8));
  expect((await world.call("/api/rooms/auditorium")).body).not.toHaveProperty("turnaroundHours");
  const room = async () => {
    const { body } = await world.call("/api/rooms");
    return (body as Record<string, unknown>[]).find(({ id }) => id === 4);
  };
  expect(await room()).toMatchObject({ turnaroundHours: 2 });
  const { openDay } = (await room()) as { openDay: { day: string; freeHours: number[] } };
  // Both holds have expired by then.
  expect(openDay).toEqual({ day: DAY, freeHours: [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21] });
  const byStaff = await world.call("/api/staff/bookings", {
    method: "POST",
    token: await world.logIn((await world.hire("staff")).username),
    body: { ...submission("21:00", "22:00"), payment: "desk" },
  });
  expect(byStaff.status, JSON.stringify(byStaff.body)).toBe(201);
  expect(await room()).toMatchObject({ openDay: { freeHours: [9, 10, 11, 12, 13, 14, 15, 16, 17, 18] } });
  await changeRoom(world.core, 4, { turnaroundHours: 12 }, { meta: testMeta });
  await expect.poll(room).toMatchObject({ openDay: { freeHours: [] }, nextFreeAt: at("2027-02-04", 10) });
  // The turnaround that reaches into the day from the evening before.
  expect(await taken("2027-02-04", "2027-02-04")).toEqual([
    { startTime: at(DAY, 22), endTime: at("2027-02-04", 10), held: false, heldUntil: null, turnaround: true },
  ]);
});
