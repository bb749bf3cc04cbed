/** Checks that bookings are made in one permanent time zone, and that a zone whose hours begin at half past works like any other. */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { expireBooking, handleBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import { checkHourClaims } from "../hour-claims/hour-claim-check.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { bookingRequest, createTestClock, createTestCore, testMeta } from "../testing/test-core.ts";
import { seedVenue } from "./seed-venue.ts";
import { slotsOn } from "./time/opening-hours.ts";
import { instantAt, venueClockOf } from "./time/venue-time.ts";
import { assertVenueZone, changeZone, claimZone } from "./venue-zone.ts";

const [NEW_YORK, KOLKATA] = ["America/New_York", "Asia/Kolkata"];
const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function openWorld(zone: string) {
  const database = await createTestDatabase({ max: 4 });
  databases.push(database);
  await seedVenue(database.ownerSql);
  const clock = createTestClock();
  const log = { sql: database.sql, clock, afterAppend: () => undefined };
  await claimZone(log, zone);
  const core = await createTestCore(database, clock, zone);
  const book = (hour: number, hours = 1, roomId = 5) => {
    const startsAt = instantAt("2026-12-15", hour, zone);
    return requestBooking(core, bookingRequest(core, { roomId, startsAt, hours }), testMeta);
  };
  const zones = () => database.sql`select data from events where type = 'HouseZoneSet' order by version`;
  return { database, log, core, clock, book, zones };
}

describe("the venue's zone", () => {
  it("is stored, and may change while nothing was booked", async () => {
    const { database, log, core, book, zones } = await openWorld(NEW_YORK);
    await claimZone(log, NEW_YORK);
    await claimZone(log, "US/Eastern");
    expect(await zones()).toEqual([{ data: { timeZone: NEW_YORK } }]);
    await claimZone(log, KOLKATA);
    expect(await zones()).toHaveLength(2);
    await expect(assertVenueZone(database.sql, NEW_YORK)).rejects.toThrow(/were made in Asia\/Kolkata/);
    // A process that has not heard of the change books nothing by the clock of the earlier zone.
    await expect(book(10)).rejects.toThrow(/VENUE_TIMEZONE=Asia\/Kolkata/);
    expect(await database.sql`select from room_hours`).toHaveLength(0);
    await claimZone(log, NEW_YORK);
    await core.venue.reload();
    expect((await book(10)).ok).toBe(true);
  });

  it("cannot change once something was booked, and the refusal says what to do", async () => {
    const { database, log, book } = await openWorld(NEW_YORK);
    expect((await book(10)).ok).toBe(true);
    const words =
      /made in America\/New_York, and VENUE_TIMEZONE is Asia\/Kolkata. Set VENUE_TIMEZONE=America\/New_York. .*make change-zone/;
    await expect(claimZone(log, KOLKATA)).rejects.toThrow(words);
    await expect(assertVenueZone(database.sql, KOLKATA)).rejects.toThrow(words);
    await expect(createTestCore(database, createTestClock(), KOLKATA)).rejects.toThrow(words);
    await assertVenueZone(database.sql, NEW_YORK);
  });

  it("is changed by its operator while nothing is booked ahead and no process could book", async () => {
    const { database, log, core, clock, book } = await openWorld(NEW_YORK);
    const booked = await book(10);
    if (!booked.ok) throw new Error(booked.rejection.code);
    await expect(changeZone(log, KOLKATA)).rejects.toThrow(/1 bookings and 0 closures/);
    await handleBooking(
      core,
      booked.value.id,
      { type: "CancelBooking", cancelledBy: "venue", now: clock.now() },
      { commandId: randomUUID(), meta: testMeta },
    );
    const bff = await database.sql.reserve();
    await bff`set application_name = 'hub bff'`;
    await expect(changeZone(log, KOLKATA)).rejects.toThrow(/stop every process/);
    await bff`set application_name = 'test'`;
    bff.release();
    expect(await changeZone(log, KOLKATA)).toBe(NEW_YORK);
    const moved = await createTestCore(database, clock, KOLKATA);
    const startsAt = instantAt("2026-12-15", 10, KOLKATA);
    const again = await requestBooking(moved, bookingRequest(moved, { roomId: 5, startsAt }), testMeta);
    expect(again.ok).toBe(true);
  });

  it("that begins its hours at half past sells each of them once, from the first day on", async () => {
    const { core, clock, book } = await openWorld(KOLKATA);
    const slots = slotsOn(core.settings.schedule(), "2026-12-15", KOLKATA);
    expect(slots).toHaveLength(13);
    expect(slots[0]?.toISOString()).toBe("2026-12-15T03:30:00.000Z");
    expect(new Set(slots.map((slot) => venueClockOf(slot, KOLKATA).minute))).toEqual(new Set([0]));
    const answers = await Promise.all([book(10, 2), book(10, 2), book(11, 2), book(12), book(9)]);
    const hours = await core.sql<{ starts_at: Date }[]>`select starts_at from room_hours order by starts_at`;
    expect(new Set(hours.map(({ starts_at }) => venueClockOf(starts_at, KOLKATA).minute))).toEqual(
      new Set([0]),
    );
    expect(new Set(hours.map(({ starts_at }) => starts_at.getTime())).size).toBe(hours.length);
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(3);
    // A whole hour of UTC overlaps two of the venue's hours.
    const across = bookingRequest(core, { roomId: 6, startsAt: new Date("2026-12-15T06:00:00Z") });
    expect(await requestBooking(core, across, testMeta)).toMatchObject({
      ok: false,
      rejection: { code: "InvalidBooking" },
    });
    clock.advanceMinutes(31);
    for (const answer of answers) if (answer.ok) await expireBooking(core, answer.value.id);
    expect((await checkHourClaims(core.sql)).faults).toEqual([]);
    expect(await core.sql`select from room_hours`).toHaveLength(0);
  });
});
