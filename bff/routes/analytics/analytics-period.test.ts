/** Checks what analytics answer about a period, as JSON and as files: compared with the days before, in dollars, without names. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleBooking } from "../../../core/booking/handle.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { writeWaitlist } from "../../../core/booking/waitlist/written-waitlist-fixture.ts";
import { createTestDatabase } from "../../../core/testing/database.ts";
import { bookingRequest, testMeta } from "../../../core/testing/test-core.ts";
import { changeRoom } from "../../../core/venue/handle.ts";
import { seedVenue } from "../../../core/venue/seed-venue.ts";
import { instantAt } from "../../../core/venue/time/venue-time.ts";
import { Analytics } from "../../contract/analytics/analytics.ts";
import type { Problem } from "../../contract/problem.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
const ZONE = "America/New_York";
const DECEMBER = "from=2026-12-01&to=2026-12-31";

beforeAll(async () => {
  // The clock says December 1, 2026, ten in the morning in New York.
  const database = await createTestDatabase();
  await seedVenue(database.ownerSql);
  world = await startStaffWorld({ database });
  const { username } = await world.hire("auditor");
  token = await world.logIn(username);
});
afterAll(() => world.close());

const read = (query: string) => world.call(`/api/analytics${query}`, { token });

async function compared(query: string) {
  const { status, body } = await read(`?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const { period, before } = Analytics.parse(body);
  if (!period || !before) throw new Error("no period was answered");
  return { period, before };
}

async function file(table: string, query = DECEMBER): Promise<{ headers: Headers; lines: string[] }> {
  const response = await fetch(`http://127.0.0.1:${world.port}/api/analytics/${table}.csv?${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // `text()` would remove the byte order mark.
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  expect(text.endsWith("\r\n")).toBe(true);
  return { headers: response.headers, lines: text.split("\r\n").slice(0, -1) };
}

describe("GET /api/analytics with a period", () => {
  it("has the period and the one before it, and without a period the usual figures", async () => {
    const { period, before } = await compared(DECEMBER);
    expect(period).toMatchObject({ from: "2026-12-01", to: "2026-12-31", days: 31, bookings: 0, revenue: 0 });
    // A whole month is compared with the whole month before.
    expect(before).toMatchObject({ from: "2026-11-01", to: "2026-11-30", days: 30 });
    expect(period.leadTime.averageDays).toBeNull();
    // Twenty-seven days of December 2026 are no Sundays; seven rooms, thirteen hours.
    expect(period.hoursOffered).toBe(27 * 13 * 7);
    expect(period.heatMap).toEqual({
      firstHour: 9,
      weekdays: expect.arrayContaining([{ weekday: "monday", hoursBooked: Array(13).fill(0) }]),
    });
    // The clock does not move meanwhile.
    const { body } = await read("");
    const { body: withPeriod } = await read(`?${DECEMBER}`);
    expect(Object.keys(body)).toEqual(
      Object.keys(withPeriod).filter((key) => key !== "period" && key !== "before"),
    );
    const { period: _period, before: _before, ...rest } = withPeriod;
    expect(JSON.stringify(rest)).toBe(JSON.stringify(body));
  });

  it.each([
    ["from=2026-12-02&to=2026-12-01", "to", "To must not be before from"],
    ["from=2021-12-01&to=2026-12-03", "to", "A period may be at most five years"],
    ["from=2026-12-01", "to", "Give the period's last day too"],
    ["to=2026-12-01", "from", "Give the period's first day too"],
    ["from=2026-02-30&to=2026-12-01", "from", "Enter a day as YYYY-MM-DD"],
  ])("refuses %s by the field at fault", async (query, path, message) => {
    const { status, body } = await read(`?${query}`);
    expect(status).toBe(400);
    const { errors } = body as Partial<Problem>; // every error has this shape
    expect(errors).toEqual([{ path, message }]);
  });

  it("counts bookings by who made them, money by method, no-shows and hours of the clock", async () => {
    const { core } = world;
    await changeRoom(core, 1, { name: '=Studio, "A"' }, { meta: testMeta });
    const startsAt = instantAt("2026-12-07", 18, ZONE);
    const web = await requestBooking(core, bookingRequest(core, { roomId: 1, startsAt, hours: 2 }), testMeta);
    const { username } = await world.hire("staff");
    const staffToken = await world.logIn(username);
    const made = await world.call("/api/staff/bookings", {
      method: "POST",
      token: staffToken,
      body: {
        roomId: 2,
        firstName: "Grace",
        lastName: "Hopper",
        email: "grace@example.test",
        phone: "212 555 0100",
        startDate: "2026-12-01",
        startTime: "10:00",
        endTime: "11:00",
        eventType: "Meeting",
        bookingDuration: "hourly",
        hourCount: 1,
        payment: "desk",
        terms: true,
      },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const visit = Number(made.body.id);
    const atDesk = (path: string, body?: unknown) =>
      world.call(`/api/bookings/${visit}/${path}`, { method: "POST", token: staffToken, body });
    await atDesk("money", { kind: "received", method: "cash", amount: "20.00" });
    await atDesk("money", { kind: "received", method: "transfer", amount: "7.50" });
    await atDesk("money", { kind: "returned", method: "cash", amount: "5.00" });
    expect((await atDesk("no-show")).status).toBe(200);
    if (!web.ok) throw new Error(web.rejection.code);
    await handleBooking(
      core,
      web.value.id,
      { type: "CancelBooking", cancelledBy: "customer", now: core.clock.now() },
      { commandId: randomUUID(), meta: testMeta },
    );

    const { period, before } = await compared(DECEMBER);
    expect(period).toMatchObject({
      bookings: 2,
      revenue: 22.5,
      received: 27.5,
      refunds: 5,
      cancellations: { total: 1, byCustomer: 1, byVenue: 0 },
      noShows: 1,
      hoursBooked: 1,
      leadTime: { averageDays: 0 },
      sources: { web: 1, staff: 1 },
      takings: { cash: 15, terminal: 0, transfer: 7.5, card: 0, marked: 0, total: 22.5 },
    });
    expect(before).toMatchObject({ bookings: 0, revenue: 0 });
    const tuesday = period.heatMap.weekdays.find(({ weekday }) => weekday === "tuesday");
    expect(tuesday?.hoursBooked).toEqual([0, 1, ...Array(11).fill(0)]);
    expect(period.rooms.find(({ roomId }) => roomId === 2)).toMatchObject({
      bookings: 1,
      hoursBooked: 1,
      hoursOffered: 27 * 13,
      revenue: 22.5,
      occupancy: 0.3,
    });
  });
});

describe("GET /api/analytics/….csv", () => {
  beforeAll(async () => {
    const log = writeWaitlist(world.core);
    const entry = await log.join();
    const { bookingId } = await log.offer(entry, "2026-12-12T23:00:00.000Z");
    await log.booking(bookingId, [{ type: "BookingConfirmed", data: {} }]);
  });

  it("has a line for each booking that was made, and no names", async () => {
    await expect.poll(async () => (await file("waitlist")).lines).toContain("Offers taken,,1,0");
    const { headers, lines } = await file("bookings");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="bookings-2026-12-01-to-2026-12-31.csv"',
    );
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^Booking,Made on,Made by,Room,Visit on,Start,End,Hours,/);
    expect(lines[1]).toMatch(
      /^\d+,2026-12-01,web,"'=Studio, ""A""",2026-12-07,6:00 PM,8:00 PM,2,6,cancelled,pending,[\d.]+,[\d.]+,0,0,2026-12-01,customer,$/,
    );
    expect(lines[2]).toMatch(
      /^\d+,2026-12-01,staff,[^,]+,2026-12-01,10:00 AM,11:00 AM,1,0,confirmed,.*,27.5,5,,,no-show$/,
    );
    expect(lines.join()).not.toMatch(/Grace|Hopper|@|555/);
  });

  it("has the tables of the page, each figure of the period beside that of the days before", async () => {
    expect((await file("takings")).lines).toEqual([
      "Method,Unit,2026-12-01 to 2026-12-31,2026-11-01 to 2026-11-30",
      "Card online,USD,0,0",
      "Card terminal,USD,0,0",
      "Cash,USD,15,0",
      "Bank transfer,USD,7.5,0",
      "Marked as received,USD,0,0",
      "Total,USD,22.5,0",
    ]);
    expect((await file("sources")).lines.slice(1)).toEqual(["Web,,2,0", "Staff,,1,0"]);
    expect((await file("lead-times")).lines).toContain("Same day,,1,0");
    expect((await file("cancellations")).lines).toContain("Cancelled by the customer,,1,0");
    expect((await file("figures")).lines).toContain("Revenue,USD,22.5,0");
    expect((await file("waitlist")).lines).toEqual([
      "Waitlist,Unit,2026-12-01 to 2026-12-31,2026-11-01 to 2026-11-30",
      "Joined,,1,0",
      "Waiting at the end,,1,0",
      "Offers made,,1,0",
      "Offers taken,,1,0",
      "Share taken,percent,100,",
      "Hours sold,hours,2,0",
      "Revenue,USD,0,0",
    ]);
    expect((await file("rooms")).lines[1]).toBe('"\'=Studio, ""A""",1,0,351,0,0,0');
    const { lines } = await file("hours");
    expect(lines[0]).toBe("Hours booked,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday");
    expect(lines[2]).toBe("10:00 AM,0,1,0,0,0,0,0");
    expect(lines).toHaveLength(14);
  });

  it("needs both days", async () => {
    const { status, body } = await read("/rooms.csv?from=2026-12-01");
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ path: "to" }] });
  });
});
