/** Checks over HTTP that price rules and a shortest booking are told before, kept by what is booked, and enforced. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedVenue } from "../../../core/venue/seed-venue.ts";
import { instantAt } from "../../../core/venue/time/venue-time.ts";
import { diffProjection } from "../../../operator/replay-commands.ts";
import { bookings } from "../../../projections/views/bookings.ts";
import { Found } from "../../contract/visitor/find.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  await seedVenue(world.ownerSql);
  await world.core.venue.reload();
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(() => world.close());

const FRIDAY = "2027-01-15";
const call = (method: string, path: string, body?: unknown) => world.call(path, { method, token, body });
const room = async () => (await world.call("/api/rooms/auditorium")).body;

function submission(from: number, to: number, total: string) {
  const half = (Number(total) / 2).toFixed(2);
  const at = (hour: number) => instantAt(FRIDAY, hour, world.core.timeZone).toISOString();
  return {
    ...{ roomId: 2, firstName: "Ella", lastName: "Baker", email: "ella@example.test", phone: "212 555 0101" },
    ...{ startDate: FRIDAY, startTime: at(from), endTime: at(to), eventType: "Rehearsal" },
    ...{ engineerRequired: false, bookingDuration: "hourly", hourCount: to - from, terms: true },
    ...{ totalAmount: total, downpaymentAmount: half, remainingAmount: half },
  };
}
const book = (from: number, to: number, total: string) =>
  world.call("/api/bookings", { method: "POST", body: submission(from, to, total) });

it("a room's rules and its shortest booking are refused where they are wrong, naming the line", async () => {
  const { body, status } = await call("PATCH", "/api/rooms/2", {
    priceRules: ["Fri 18-24: +25%", "late: more"],
    leastHours: 0,
  });
  expect(status).toBe(400);
  expect(body.errors).toMatchObject([
    { path: "priceRules", message: expect.stringMatching(/line 2/) },
    { path: "leastHours" },
  ]);
});

it("prices follow the rules wherever they are told, and a booking keeps those under which it was made", async () => {
  expect(await room()).not.toHaveProperty("priceRules");
  const hourly = Number((await room()).hourlyRate);
  const changed = await call("PATCH", "/api/rooms/2", { priceRules: ["Fri 18-24: +50%"], leastHours: 2 });
  expect(changed.body).toMatchObject({ priceRules: ["Fri 18-24: +50%"], leastHours: 2 });
  expect(await room()).toMatchObject({ priceRules: ["Fri 18-24: +50%"], leastHours: 2 });

  const found = async (start: string, hours: number) => {
    const { body } = await world.call(`/api/find?day=${FRIDAY}&start=${start}&hours=${hours}&people=1`);
    return Found.parse(body).rooms.find(({ roomId }) => roomId === 2);
  };
  const peak = (hourly * 2.5).toFixed(2);
  expect(await found("17:00", 2)).toMatchObject({ exact: true, totalAmount: peak });
  expect(await found("15:00", 2)).toMatchObject({ totalAmount: (hourly * 2).toFixed(2) });
  expect((await found("15:00", 1))?.bookingDuration).not.toBe("hourly");

  expect((await book(17, 19, (hourly * 2).toFixed(2))).status).toBe(400);
  expect((await book(15, 16, hourly.toFixed(2))).body.errors).toMatchObject([
    { path: "endTime", message: "Hourly bookings are 2 to 12 hours long" },
  ]);
  const made = await book(17, 19, peak);
  expect(made).toMatchObject({ status: 201, body: { totalAmount: peak } });

  // Other rules later: the booking keeps its own, also when staff make it longer.
  await call("PATCH", "/api/rooms/2", { priceRules: [] });
  const end = instantAt(FRIDAY, 20, world.core.timeZone).toISOString();
  const { startTime } = submission(17, 20, "0.00");
  const longer = { startTime, endTime: end };
  expect(await call("POST", `/api/bookings/${made.body.id}/move?dryRun=1`, longer)).toMatchObject({
    status: 200,
    body: { totalAmount: (hourly * 4).toFixed(2) },
  });
  const [event] = await world.sql<{ rules: string[] }[]>`
    select data -> 'terms' -> 'rates' -> 'rules' as rules from events
    where type = 'BookingRequested' order by position desc limit 1`;
  expect(event?.rules).toEqual(["Fri 18-24: +50%"]);
  const differences: string[] = [];
  await diffProjection(
    world.ownerSql,
    bookings,
    () => undefined,
    async (line) => void differences.push(line),
  );
  expect(differences).toEqual([]);
});

it("prices hold from a day: visits before it keep today's, and what was booked keeps what it was sold at", async () => {
  const { hourlyRate } = await room();
  const schedule = (from: string, hourly: string) =>
    call("POST", "/api/rooms/2/prices", {
      ...{ from, hourlyRate: hourly, halfDayRate: "300.00", fullDayRate: "550.00" },
    });
  expect((await schedule("2026-12-01", "90.00")).body.errors).toMatchObject([{ path: "from" }]);
  expect((await schedule("2027-01-01", "a lot")).body.errors).toMatchObject([{ path: "hourlyRate" }]);
  expect((await schedule("2027-01-16", "99.00")).body.laterPrices).toMatchObject([{ hourlyRate: "99.00" }]);
  expect((await schedule("2027-01-15", "90.00")).body.laterPrices).toMatchObject([
    { from: "2027-01-15", hourlyRate: "90.00" },
    { from: "2027-01-16", hourlyRate: "99.00" },
  ]);
  expect(await room()).toMatchObject({ hourlyRate, laterPrices: [{ from: "2027-01-15" }, {}] });

  const priceOn = async (day: string) => {
    const { body } = await world.call(`/api/find?day=${day}&start=10:00&hours=2&people=1`);
    return Found.parse(body).rooms.find(({ roomId }) => roomId === 2)?.totalAmount;
  };
  expect([await priceOn("2027-01-14"), await priceOn(FRIDAY), await priceOn("2027-01-16")]).toEqual([
    (Number(hourlyRate) * 2).toFixed(2),
    "180.00",
    "198.00",
  ]);
  expect((await book(10, 12, (Number(hourlyRate) * 2).toFixed(2))).status).toBe(400);
  const made = await book(10, 12, "180.00");
  expect(made.status, JSON.stringify(made.body)).toBe(201);

  expect((await call("DELETE", "/api/rooms/2/prices/2027-01-15")).body.laterPrices).toMatchObject([
    { from: "2027-01-16" },
  ]);
  expect((await call("DELETE", "/api/rooms/2/prices/2027-01-15")).status).toBe(400);
  expect(await priceOn(FRIDAY)).toBe((Number(hourlyRate) * 2).toFixed(2));
  const longer = {
    startTime: instantAt(FRIDAY, 10, world.core.timeZone).toISOString(),
    endTime: instantAt(FRIDAY, 13, world.core.timeZone).toISOString(),
  };
  expect((await call("POST", `/api/bookings/${made.body.id}/move?dryRun=1`, longer)).body.totalAmount).toBe(
    "270.00",
  );
});
