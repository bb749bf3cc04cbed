import { describe, expect, it } from "vitest";
import { takenHours } from "../../core/finding/find-times.ts";
import { FIRST_SCHEDULE } from "../../core/venue/opening-hours.ts";
import { roomAsAdded } from "../../core/venue/room.ts";
import type { Room } from "../../core/venue/rooms.ts";
import { nextFreeHours, withoutLapsedHolds } from "./room-json.ts";

const ZONE = "America/New_York";

const FREE = { hourlyCents: 0, halfDayCents: 0, fullDayCents: 0 };

const room = (id: number, bookable = true): Room => {
  const texts = { slug: `room-${id}`, name: "Room", description: "", imageUrl: "" };
  const lists = { features: [], equipment: [], images: [] };
  const added = { ...texts, ...lists, capacity: 1, category: "basic", displayOrder: id, bookable } as const;
  return { ...roomAsAdded({ ...added, rates: FREE }), id, engineerAvailable: false };
};

const span = (roomId: number, from: string, to: string, heldUntil: string | null = null) => ({
  roomId,
  startsAt: new Date(from),
  endsAt: new Date(to),
  heldUntil: heldUntil === null ? null : new Date(heldUntil),
});

const next = (now: string, taken: ReturnType<typeof span>[] = [], rooms = [room(1)]) =>
  nextFreeHours(rooms, takenHours(taken), { now: new Date(now), timeZone: ZONE, opening: FIRST_SCHEDULE });

describe("nextFreeHours", () => {
  it.each([
    ["before opening", "2026-12-01T11:00:00Z", "2026-12-01T14:00:00.000Z"],
    ["within an hour, the next one", "2026-12-01T15:20:00Z", "2026-12-01T16:00:00.000Z"],
    [
      "on the hour, the next one, since the hour has begun",
      "2026-12-01T15:00:00Z",
      "2026-12-01T16:00:00.000Z",
    ],
    ["after the last slot has begun, the next morning", "2026-12-02T02:00:00Z", "2026-12-02T14:00:00.000Z"],
    ["on Saturday night, Monday morning", "2026-12-06T02:00:00Z", "2026-12-07T14:00:00.000Z"],
    ["the morning after the clocks went forward", "2027-03-14T03:00:00Z", "2027-03-15T13:00:00.000Z"],
  ])("%s", (_, now, expected) => {
    expect(next(now).get(1)?.toISOString()).toBe(expected);
  });

  it("passes what is taken in that room only", () => {
    const taken = [
      span(1, "2026-12-01T16:00:00Z", "2026-12-01T19:00:00Z"),
      span(2, "2026-12-01T19:00:00Z", "2026-12-01T20:00:00Z"),
    ];
    const free = next("2026-12-01T15:20:00Z", taken, [room(1), room(2)]);
    expect(free.get(1)?.toISOString()).toBe("2026-12-01T19:00:00.000Z");
    expect(free.get(2)?.toISOString()).toBe("2026-12-01T16:00:00.000Z");
  });

  it("has no entry for a room that is full for 14 days, or takes no bookings", () => {
    const full = Array.from({ length: 16 }, (_, day) => {
      const from = new Date(Date.UTC(2026, 11, 1 + day, 5)).toISOString();
      return span(1, from, new Date(Date.UTC(2026, 11, 2 + day, 5)).toISOString());
    });
    const free = next("2026-12-01T12:00:00Z", full, [room(1), room(2, false)]);
    expect([...free.keys()]).toEqual([]);
  });
});

describe("standing", () => {
  it("leaves out holds past their deadline", () => {
    const [paid, runs, lapsed] = [
      span(1, "2026-12-01T16:00:00Z", "2026-12-01T17:00:00Z"),
      span(1, "2026-12-01T17:00:00Z", "2026-12-01T18:00:00Z", "2026-12-01T15:30:01Z"),
      span(1, "2026-12-01T18:00:00Z", "2026-12-01T19:00:00Z", "2026-12-01T15:30:00Z"),
    ];
    expect(withoutLapsedHolds([paid, runs, lapsed], new Date("2026-12-01T15:30:00Z"))).toEqual([paid, runs]);
  });

  it("has the hold of a booking that cannot be read as taken for good once it has ended", () => {
    const [from, to, until] = ["2026-12-01T16:00:00Z", "2026-12-01T17:00:00Z", "2026-12-01T15:30:00Z"];
    const held = { ...span(1, from, to, until), unreadable: true as const };
    expect(withoutLapsedHolds([held], new Date("2026-12-01T15:29:59Z"))).toEqual([held]);
    expect(withoutLapsedHolds([held], new Date(until))).toEqual([{ ...held, heldUntil: null }]);
  });
});
