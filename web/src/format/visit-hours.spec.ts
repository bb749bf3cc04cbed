import { expect, it } from "vitest";
import type { RoomBooking } from "../../../bff/contract/room.ts";
import { instantAt } from "../../../core/venue/venue-time.ts";
import {
  freeStarts,
  instantsOf,
  lastEnd,
  nextFree,
  takenWithin,
  takenWords,
  visitHours,
} from "./visit-hours.ts";

const zone = "America/New_York";
const DAY = "2027-03-02";
const at = (hour: number, day = DAY) => instantAt(day, hour, zone).toISOString();
const now = new Date(at(11));
const taken = (start: number, end: number, rest: Partial<RoomBooking> = {}): RoomBooking => ({
  startTime: at(start),
  endTime: at(end),
  held: false,
  heldUntil: null,
  ...rest,
});
const day = visitHours(
  DAY,
  [
    taken(12, 14),
    taken(15, 16, { held: true, heldUntil: at(20) }),
    taken(16, 17, { held: true, heldUntil: at(10) }),
    taken(18, 20, { blocked: true }),
  ],
  { zone, now },
);

it("gives hours of today that have begun, and none that somebody has; an old hold is nobody's", () => {
  expect(day.map(({ hour, state }) => `${hour} ${state}`)).toEqual([
    "9 begun",
    "10 begun",
    "11 begun",
    "12 booked",
    "13 booked",
    "14 free",
    "15 held",
    "16 free",
    "17 free",
    "18 closed",
    "19 closed",
    "20 free",
    "21 free",
  ]);
  expect(freeStarts(day)).toEqual([9, 10, 11, 14, 16, 17, 20, 21]);
  expect(takenWords(day)).toBe("Booked 12 PM – 2 PM; Held 3 PM – 4 PM; Closed 6 PM – 8 PM");
  expect(visitHours("2027-03-07", [], { zone, now })).toEqual([]);
});

it("knows how long a visit can be, what is in its way, and its instants", () => {
  expect(lastEnd(day, 9)).toBe(12);
  expect(lastEnd(day, 20)).toBe(22);
  expect(lastEnd(day, 12)).toBeNull();
  expect(takenWithin(day, { start: 11, end: 15 })).toEqual([12, 13]);
  expect(takenWithin(day, { start: 20, end: 23 })).toEqual([22]);
  expect(instantsOf(day, { start: 20, end: 22 })).toEqual({
    startsAt: new Date(at(20)),
    endsAt: new Date(at(22)),
  });
  expect(instantsOf(day, { start: 21, end: 23 })).toBeNull();
});

it("leaves the hours of a visit that is being moved to it", () => {
  const own = { startTime: at(12), endTime: at(14) };
  expect(freeStarts(visitHours(DAY, [taken(12, 14)], { zone, now, own }))).toContain(13);
});

it("says where it is free next: near on the day, then on the days that follow", () => {
  const hoursOf = (of: string) => (of === DAY ? day : visitHours(of, [], { zone, now }));
  expect(nextFree({ day: DAY, start: 12, end: 14 }, hoursOf, "2027-03-31")).toEqual([
    { day: DAY, start: 9, end: 11 },
    { day: DAY, start: 10, end: 12 },
    { day: DAY, start: 16, end: 18 },
  ]);
  expect(nextFree({ day: DAY, start: 9, end: 21 }, hoursOf, "2027-03-08")).toEqual([
    { day: "2027-03-03", start: 9, end: 21 },
    { day: "2027-03-04", start: 9, end: 21 },
    { day: "2027-03-05", start: 9, end: 21 },
  ]);
  expect(nextFree({ day: DAY, start: 9, end: 23 }, hoursOf, "2027-03-31")).toEqual([]);
});
