import { describe, expect, it } from "vitest";
import { calendarsOf } from "../../core/calendar/room-hours.ts";
import { roomAsAdded } from "../../core/venue/rooms/room.ts";
import type { Room } from "../../core/venue/rooms/rooms.ts";
import { FIRST_SCHEDULE } from "../../core/venue/time/opening-hours.ts";
import { nextFreeHour } from "./room-json.ts";

const ZONE = "America/New_York";

const FREE = { hourlyCents: 0, halfDayCents: 0, fullDayCents: 0 };

const room = (id: number): Room => {
  const texts = { slug: `room-${id}`, name: "Room", description: "", imageUrl: "" };
  const lists = { features: [], equipment: [], images: [] };
  const added = {
    ...texts,
    ...lists,
    capacity: 1,
    category: "basic",
    displayOrder: id,
    bookable: true,
  } as const;
  return { ...roomAsAdded({ ...added, rates: FREE }), id, engineerAvailable: false };
};

const span = (roomId: number, from: string, to: string, heldUntil: string | null = null) => ({
  roomId,
  startsAt: new Date(from),
  endsAt: new Date(to),
  heldUntil: heldUntil === null ? null : new Date(heldUntil),
});

/** By room id. */
const next = (now: string, taken: ReturnType<typeof span>[] = [], rooms = [room(1)]) => {
  const at = { now: new Date(now), zone: ZONE, opening: FIRST_SCHEDULE };
  return new Map([...calendarsOf(rooms, taken, at)].map(([id, calendar]) => [id, nextFreeHour(calendar)]));
};

describe("nextFreeHour", () => {
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

  it("skips what is taken in that room only", () => {
    const taken = [
      span(1, "2026-12-01T16:00:00Z", "2026-12-01T19:00:00Z"),
      span(2, "2026-12-01T19:00:00Z", "2026-12-01T20:00:00Z"),
    ];
    const free = next("2026-12-01T15:20:00Z", taken, [room(1), room(2)]);
    expect(free.get(1)?.toISOString()).toBe("2026-12-01T19:00:00.000Z");
    expect(free.get(2)?.toISOString()).toBe("2026-12-01T16:00:00.000Z");
  });

  it("is null in a room that is full for 14 days", () => {
    const full = Array.from({ length: 16 }, (_, day) => {
      const from = new Date(Date.UTC(2026, 11, 1 + day, 5)).toISOString();
      return span(1, from, new Date(Date.UTC(2026, 11, 2 + day, 5)).toISOString());
    });
    expect(next("2026-12-01T12:00:00Z", full).get(1)).toBeNull();
  });
});
