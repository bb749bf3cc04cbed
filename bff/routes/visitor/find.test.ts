import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Found, type FoundTime } from "../../contract/visitor/find.ts";
import { DAY, REHEARSAL_ROOM, startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

const WISH = { day: DAY, start: "18:00", hours: "3", people: "12" };
const ask = (wish: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  world.call(`/api/find?${new URLSearchParams({ ...WISH, ...wish })}`, { headers });
async function find(wish: Record<string, string> = {}): Promise<Found> {
  const { status, body } = await ask(wish);
  expect(status).toBe(200);
  return Found.parse(body);
}
const ofRoom = ({ rooms }: Found, id = REHEARSAL_ROOM) => rooms.filter(({ roomId }) => roomId === id);

describe("finding a time", () => {
  it("answers the time asked for in every room that is large enough, with its price, and names those that are not", async () => {
    const found = await find();
    expect(ofRoom(found)).toEqual([
      {
        roomId: REHEARSAL_ROOM,
        slug: "rehearsal-room",
        name: "Rehearsal Room",
        capacity: 25,
        day: DAY,
        startTime: "2026-12-15T23:00:00.000Z",
        endTime: "2026-12-16T02:00:00.000Z",
        bookingDuration: "hourly",
        totalAmount: "120.00",
        downpaymentAmount: "60.00",
        exact: true,
      },
    ]);
    const small = world.core.rooms.all().filter(({ capacity }) => capacity < 12);
    expect(found.tooSmall).toEqual(small.map(({ id }) => id));
    expect(found.rooms).toHaveLength(7 - small.length);
    const totals = found.rooms.map(({ totalAmount }) => Number(totalAmount));
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  });

  it("answers the nearest free start if the requested one is taken, also by a hold, and as soon as it is", async () => {
    const booked = await world.post(
      "/api/bookings",
      world.submission({ startTime: "20:00", endTime: "22:00" }),
    );
    expect(booked.status).toBe(201);
    const { body } = await ask({}, { "read-after": booked.headers.get("log-position") ?? "" });
    expect(ofRoom(Found.parse(body))).toMatchObject([
      { startTime: "2026-12-15T22:00:00.000Z", exact: false },
    ]);
    expect(
      Found.parse(body)
        .rooms.map(({ exact }) => exact)
        .at(-1),
    ).toBe(false);
    world.clock.advanceMinutes(30);
    expect(ofRoom(await find())).toMatchObject([{ exact: true }]);
    world.clock.set("2026-12-01T15:00:00Z");
  });

  it("searches several days, without Sundays, and offers nothing above the maximum price", async () => {
    const found = await find({ day: "2026-12-18", until: "2026-12-21", maxPrice: "120" });
    expect(ofRoom(found).map(({ day }) => day)).toEqual(["2026-12-18", "2026-12-19", "2026-12-21"]);
    expect(ofRoom(await find({ maxPrice: "119.99" }))).toEqual([]);
    expect((await find({ day: "2026-12-20" })).rooms).toEqual([]);
    expect((await find({ day: "2026-11-30" })).rooms).toEqual([]);
  });

  it("leaves out a room that takes no bookings", async () => {
    const [room] = world.core.rooms.all().filter(({ id }) => id === REHEARSAL_ROOM);
    if (!room) throw new Error("no such room");
    room.bookable = false;
    const found = await find({ hours: "2", people: "26" });
    room.bookable = true;
    expect(ofRoom(found)).toEqual([]);
    expect(found.tooSmall).not.toContain(REHEARSAL_ROOM);
    // Other hours: this room has changed, but kept answers do not know it.
    expect((await find({ hours: "1", people: "27" })).tooSmall).toContain(REHEARSAL_ROOM);
  });

  it("answers times that can be booked as they are, at the stated price", async () => {
    const wish = { day: "2026-12-28", until: "2026-12-29", start: "14:00", hours: "7", people: "1" };
    await world.book({ startDate: "2026-12-28", startTime: "20:00", endTime: "22:00" });
    await world.project();
    const { rooms } = await find(wish);
    expect(new Set(rooms.map(({ bookingDuration }) => bookingDuration)).size).toBeGreaterThan(1);
    for (const time of rooms) {
      const answer = await world.post("/api/bookings", world.submission(asSubmission(time)));
      expect(answer, answer.text).toMatchObject({ status: 201, body: { totalAmount: time.totalAmount } });
    }
    await world.project();
    const again = await find(wish);
    expect(again.rooms.filter(({ exact }) => exact)).toEqual([]);
  });

  function asSubmission({ roomId, day, startTime, endTime, bookingDuration, ...amounts }: FoundTime) {
    const hourly = (Date.parse(endTime) - Date.parse(startTime)) / 3_600_000;
    return {
      roomId,
      startDate: day,
      startTime,
      endTime,
      bookingDuration,
      hourCount: bookingDuration === "hourly" ? hourly : null,
      totalAmount: amounts.totalAmount,
      downpaymentAmount: amounts.downpaymentAmount,
      remainingAmount: (Number(amounts.totalAmount) - Number(amounts.downpaymentAmount)).toFixed(2),
    };
  }

  it("is answered from memory until the projection advances, whatever else the query says", async () => {
    const first = await ask({ day: "2026-12-22" });
    const etag = first.headers.get("etag") ?? "";
    expect((await ask({ day: "2026-12-22", x: "1" }, { "if-none-match": etag })).status).toBe(304);
    await world.book({ startDate: "2026-12-22", startTime: "18:00", endTime: "20:00" });
    await world.project();
    expect((await ask({ day: "2026-12-22" }, { "if-none-match": etag })).status).toBe(200);
  });

  it("is one answer for all requests that the rooms cannot tell apart", async () => {
    const day = "2026-12-23";
    const { id } = await world.book({ startDate: day, startTime: "18:00", endTime: "20:00" });
    await world.project();
    const etagOf = async (wish: Record<string, string>) => (await ask({ day, ...wish })).headers.get("etag");
    const [dear, some] = [await etagOf({ maxPrice: "5000" }), await etagOf({ maxPrice: "121" })];
    expect(some).not.toBe(dear);
    // Kept answers do not know this deletion: a new read would find the hours free.
    await world.ownerSql`delete from availability where booking_id = ${id}`;
    for (const maxPrice of ["5000.01", "7315.5", "9999"]) expect(await etagOf({ maxPrice })).toBe(dear);
    expect(await etagOf({})).toBe(dear);
    for (const maxPrice of ["121.5", "124.99"]) expect(await etagOf({ maxPrice })).toBe(some);
    expect(await etagOf({ people: "13" })).toBe(await etagOf({}));
  });

  it("is limited for one address", async () => {
    const eager = { "x-forwarded-for": "203.0.113.79" };
    const statuses = new Set<number>();
    for (let n = 0; n < 301; n++) {
      const wish = {
        day: `2027-03-${String((n % 28) + 1).padStart(2, "0")}`,
        hours: String(Math.floor(n / 28) + 1),
      };
      statuses.add((await ask(wish, eager)).status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
  });

  it.each([
    [{ day: "tomorrow" }, "day"],
    [{ day: "2026-02-30" }, "day"],
    [{ until: "2026-12-14" }, "until"],
    [{ until: "2026-12-29" }, "until"],
    [{ until: "never" }, "until"],
    [{ start: "18:30" }, "start"],
    [{ start: "24:00" }, "start"],
    [{ start: "6 PM" }, "start"],
    [{ hours: "0" }, "hours"],
    [{ hours: "13" }, "hours"],
    [{ hours: "2.5" }, "hours"],
    [{ people: "0" }, "people"],
    [{ people: "many" }, "people"],
    [{ people: "999999" }, "people"],
    [{ maxPrice: "cheap" }, "maxPrice"],
    [{ maxPrice: "-1" }, "maxPrice"],
  ])("refuses %j", async (wish: Record<string, string>, path) => {
    expect(await ask(wish)).toMatchObject({ status: 400, body: { code: "InvalidData", errors: [{ path }] } });
  });

  it("names every parameter that is missing", async () => {
    const { status, body } = await world.call("/api/find?people=");
    expect({ status, code: body.code }).toEqual({ status: 400, code: "MissingInformation" });
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      "day",
      "start",
      "hours",
      "people",
    ]);
  });
});
