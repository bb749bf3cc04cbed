/** Shows that a booking has at most one entry in the venue's calendar, whatever answers are lost. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { createTestClock } from "../../testing/test-core.ts";
import { syncCalendarEntry } from "./calendar-entries.ts";
import { createGraphCalendar, type VenueCalendar } from "./graph-calendar.ts";
import { createGraphClient } from "./graph-client.ts";
import { GRAPH_CONFIG, type GraphServer, startGraphServer } from "./graph-fixture.ts";

let database: TestDatabase;
let server: GraphServer;
let calendar: VenueCalendar;
let bookingId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  bookingId += 1;
  server = await startGraphServer();
  const addresses = server.addresses;
  calendar = createGraphCalendar(createGraphClient(GRAPH_CONFIG, { clock: createTestClock(), addresses }));
});
afterEach(() => server.close());

const at = (hour: number) => ({
  subject: "Rehearsal Room: booking 1",
  text: "http://hub.example.test/admin",
  location: "Rehearsal Room",
  startsAt: new Date(Date.UTC(2026, 11, 12, hour)),
  endsAt: new Date(Date.UTC(2026, 11, 12, hour + 2)),
});
const sync = (hour: number, wanted = true) =>
  syncCalendarEntry(database.sql, calendar, { bookingId, entry: at(hour), wanted });
const starts = () => server.events.map(({ start }) => (start as { dateTime: string }).dateTime.slice(11, 13));

describe("a booking's entry in the venue's calendar", () => {
  it("follows the booking, and makes no call if it is right already", async () => {
    await sync(15);
    expect(starts()).toEqual(["15"]);
    await sync(18);
    expect(starts()).toEqual(["18"]);
    const asked = server.requests.length;
    await sync(18);
    expect(server.requests).toHaveLength(asked);
    await sync(18, false);
    expect(starts()).toEqual([]);
    await sync(18, false);
    await sync(19);
    expect(starts()).toEqual(["19"]);
  });

  it("is made once, even if the answer was lost and the booking moved meanwhile", async () => {
    server.hangUpAfter("/events");
    await expect(sync(15)).rejects.toThrow();
    await sync(18);
    expect(starts()).toEqual(["18"]);
  });

  it("is removed, even if the answer to its creation was lost and the booking cancelled meanwhile", async () => {
    server.hangUpAfter("/events");
    await expect(sync(15)).rejects.toThrow();
    await sync(15, false);
    expect(starts()).toEqual([]);
  });

  it("is made again after it was removed by hand", async () => {
    await sync(15);
    server.events.length = 0;
    await sync(18);
    expect(starts()).toEqual(["18"]);
  });

  it("is held by one syncer at a time, and by the next one once that has died", async () => {
    const outcomes = await Promise.all([sync(15), sync(15), sync(15)]);
    expect(outcomes.filter(({ outcome }) => outcome === "done").length).toBeGreaterThan(0);
    await database.sql`
      update calendar_entries set event_id = null, lease_until = now() + interval '1 minute' where booking_id = ${bookingId}`;
    expect(await sync(15)).toMatchObject({ outcome: "busy" });
    await database.sql`update calendar_entries set lease_until = now() where booking_id = ${bookingId}`;
    expect(await sync(15)).toEqual({ outcome: "done" });
    expect(starts()).toEqual(["15"]);
  });
});
