/** Reads the files of feeds as a calendar program does: every instant, every text, in every zone. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Room } from "../../../core/venue/rooms/rooms.ts";
import { newVenueAt } from "../../../core/venue/settings.ts";
import { HOUR_MS } from "../../../core/venue/time/venue-time.ts";
import type { FeedBooking, FeedClosure } from "../../../projections/views/feeds/feed-entries.ts";
import type { ActiveFeed } from "../../../projections/views/feeds/feed-record.ts";
import { propertyOf, readCalendar } from "../../routes/open/calendar-reader-fixture.ts";
import { type FeedSource, feedFile, surroundingsOf } from "./feed-file.ts";
import { zoneBlockOf } from "./time-zone-block.ts";

const URL = "https://hub.example.test";
const venue = newVenueAt({ email: "venue@hub.example.test", url: URL });

function sourceIn(timeZone: string, roomName = "Rehearsal Room"): FeedSource {
  const room = { id: 5, name: roomName } as Room; // a feed needs only its name
  return {
    settings: { now: () => venue } as FeedSource["settings"], // and only the venue's details as they are now
    rooms: {
      all: () => [room],
      allIncludingRetired: () => [room],
      byId: () => room,
      nameOf: () => roomName,
      bySlug: () => undefined,
    },
    timeZone,
    publicUrl: URL,
  };
}

const NEW_YORK = "America/New_York";

const feedOf = (change: Partial<ActiveFeed> = {}): ActiveFeed => ({
  id: 1,
  scope: "house",
  roomId: null,
  newest: "1.1.1",
  views: "bookings8",
  audience: { kind: "staff", id: 3 },
  ...change,
});

const BOOKING: FeedBooking = {
  id: 42,
  reference: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
  version: 4,
  changedAt: new Date("2026-12-01T15:00:00Z"),
  startsAt: new Date("2026-12-12T15:00:00Z"),
  endsAt: new Date("2026-12-12T18:00:00Z"),
  roomId: 5,
  status: "confirmed",
  freed: false,
  attendees: 3,
  guest: "Ada Byron",
};
const CLOSURE: FeedClosure = {
  id: 7,
  reference: "6f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
  version: 1,
  changedAt: new Date("2026-12-01T15:00:00Z"),
  startsAt: new Date("2026-12-13T15:00:00Z"),
  endsAt: new Date("2026-12-14T15:00:00Z"),
  roomIds: [5],
  reason: "Piano tuner",
};

const read = (
  change: Partial<FeedBooking> = {},
  { feed = feedOf(), source = sourceIn(NEW_YORK), closures = [] as FeedClosure[] } = {},
) => readCalendar(feedFile(source, feed, { bookings: [{ ...BOOKING, ...change }], closures }));

describe("the times of a feed", () => {
  it.each([
    NEW_YORK,
    "Europe/Berlin",
    "Asia/Kolkata",
    "Australia/Sydney",
    "America/Sao_Paulo",
    "Europe/London",
    "UTC",
  ])(
    "in %s are those of the bookings, in every hour of a year",
    (zone) => {
      const source = sourceIn(zone);
      const first = Date.parse("2026-06-01T00:00:00Z");
      const bookings = Array.from({ length: 366 * 24 }, (_, hour) => ({
        ...BOOKING,
        startsAt: new Date(first + hour * HOUR_MS),
        endsAt: new Date(first + (hour + 1) * HOUR_MS),
      }));
      const { entries } = readCalendar(feedFile(source, feedOf(), { bookings, closures: [] }));
      const wrong = entries.filter(({ start, end }, n) => {
        const booking = bookings[n];
        return start !== booking?.startsAt.toISOString() || end !== booking.endsAt.toISOString();
      });
      expect(entries).toHaveLength(bookings.length);
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it("are the venue's, with its time zone, also in a feed without entries", () => {
    const file = feedFile(sourceIn(NEW_YORK), feedOf(), { bookings: [], closures: [] });
    const { calendar } = readCalendar(file);
    expect(calendar.components.map(({ name }) => name)).toEqual(["VTIMEZONE"]);
    const full = feedFile(sourceIn(NEW_YORK), feedOf(), { bookings: [BOOKING], closures: [] });
    expect(full).toContain("\r\nDTSTART;TZID=America/New_York:20261212T100000\r\n");
    expect(full).toContain("\r\nDTSTAMP:20261201T150000Z\r\n");
  });

  it("have a description in every zone of the platform", () => {
    for (const zone of Intl.supportedValuesOf("timeZone"))
      expect(zoneBlockOf(zone).text).toMatch(/^BEGIN:VTIMEZONE\r\nTZID:[\s\S]+END:VTIMEZONE$/);
  });
});

describe("the texts of a feed", () => {
  it("give back every character that was written", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 120 }),
        fc.string({ maxLength: 300 }),
        (name, reason) => {
          const closures = [{ ...CLOSURE, reason }];
          const { entries } = read(
            { guest: `A${name}Z` },
            { closures, source: sourceIn(NEW_YORK, `R${name}`) },
          );
          const [booking, closure] = entries;
          expect(entries).toHaveLength(2);
          const letters = (text: string) => text.replace(/[\p{C}\p{Z}]/gu, "");
          expect(letters(booking?.summary ?? "")).toBe(letters(`A${name}Z, R${name}`));
          expect(letters(closure?.summary ?? "").slice(0, 150)).toBe(
            letters(`Closed: ${reason}`).slice(0, 150),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it("say when a program should ask again, and what the calendar is called", () => {
    const { calendar } = read(
      {},
      { source: sourceIn(NEW_YORK, "Room; 1, \\ A"), feed: feedOf({ scope: "room", roomId: 5 }) },
    );
    expect(propertyOf(calendar, "REFRESH-INTERVAL")).toBe("PT15M");
    expect(propertyOf(calendar, "X-WR-CALNAME")).toBe("Room\\; 1\\, \\\\ A\\, The Hub");
    expect(propertyOf(calendar, "METHOD")).toBe("PUBLISH");
  });
});

describe("an entry", () => {
  it.each([
    ["pending", "TENTATIVE", "OPAQUE"],
    ["confirmed", "CONFIRMED", "OPAQUE"],
    ["completed", "CONFIRMED", "OPAQUE"],
    ["cancelled", "CANCELLED", "TRANSPARENT"],
  ] as const)("of a %s booking is %s, %s", (status, word, transparency) => {
    const { entries } = read({ status });
    expect(entries[0]).toMatchObject({
      uid: `${BOOKING.reference}@hub.example.test`,
      sequence: 4,
      status: word,
      transparency,
      summary: "Ada Byron, Rehearsal Room",
    });
  });

  it("whose guest did not come keeps no hours of others", () => {
    expect(read({ freed: true }).entries[0]).toMatchObject({
      status: "CONFIRMED",
      transparency: "TRANSPARENT",
    });
    const busy = read({ freed: true }, { feed: feedOf({ scope: "free-busy" }) });
    expect(busy.entries[0]).toMatchObject({ status: "CANCELLED", summary: "Busy" });
  });

  it("for its customer names the venue, and has no link that opens the booking by itself", () => {
    const feed = feedOf({
      scope: "mine",
      audience: { kind: "customer", bookingsOf: { userId: 1, guestEmail: null } },
    });
    const { entries } = read({}, { feed });
    expect(entries[0]).toMatchObject({
      summary: "Rehearsal Room, The Hub",
      location: "The Hub, 48 Grattan Street, Brooklyn, NY 11237",
      description: `Booking 42: Rehearsal Room\nConfirmed\n${URL}/account`,
    });
  });

  it("of a free-busy feed says Busy, where and when, and is not recognized elsewhere", () => {
    const feed = feedOf({ scope: "free-busy" });
    const file = feedFile(sourceIn(NEW_YORK), feed, { bookings: [BOOKING], closures: [CLOSURE] });
    expect(file).not.toMatch(/Ada|Byron|Piano|Booking 42|42@|5f0c3c39|6f0c3c39|admin|account|people/);
    for (const entry of readCalendar(file).entries)
      expect(entry).toMatchObject({ summary: "Busy", location: "Rehearsal Room", description: null });
  });
});

it("a feed is the same bytes each time, and others once the venue or a room is called otherwise", () => {
  const entries = { bookings: [BOOKING], closures: [CLOSURE] };
  expect(feedFile(sourceIn(NEW_YORK), feedOf(), entries)).toBe(
    feedFile(sourceIn(NEW_YORK), feedOf(), entries),
  );
  expect(surroundingsOf(sourceIn(NEW_YORK))).toBe(surroundingsOf(sourceIn(NEW_YORK)));
  expect(surroundingsOf(sourceIn(NEW_YORK, "Blue Room"))).not.toBe(surroundingsOf(sourceIn(NEW_YORK)));
});
