/** Checks which hours a closure's form asks for, how a closure is described, and where conflicting bookings can move. */
import { describe, expect, it } from "vitest";
import { instantAt } from "../../../../core/venue/time/venue-time.ts";
import { instantsOf, spanAsked } from "./closure-span.ts";
import { closedRoomsWords, closureTimes } from "./closure-words.ts";
import { freeTimes, type MoveContext } from "./free-times.ts";

const ZONE = "America/New_York";
const at = (day: string, hour: number) => instantAt(day, hour, ZONE).toISOString();
const DAY = "2027-02-16";

describe("the hours asked for", () => {
  it.each([
    [{ day: DAY }, { kind: "days" }, at(DAY, 0), at("2027-02-17", 0)],
    [{ day: DAY, untilDay: "2027-02-18" }, { kind: "days" }, at(DAY, 0), at("2027-02-19", 0)],
    [{ day: DAY, startTime: "10:00", endTime: "12:00" }, { kind: "hours" }, at(DAY, 10), at(DAY, 12)],
    [{ startTime: at(DAY, 10), endTime: at(DAY, 12) }, { kind: "hours", day: DAY }, at(DAY, 10), at(DAY, 12)],
    [
      { startTime: at(DAY, 20), endTime: at("2027-02-17", 0) },
      { endHour: 24 },
      at(DAY, 20),
      at("2027-02-17", 0),
    ],
    [
      { startTime: at(DAY, 20), endTime: at("2027-02-18", 9) },
      { kind: "range" },
      at(DAY, 20),
      at("2027-02-18", 9),
    ],
    [{ day: DAY, startTime: "10:00" }, { kind: "hours" }, at(DAY, 10), at(DAY, 11)],
  ])("%j", (asked, span, startTime, endTime) => {
    const read = spanAsked(asked, "2027-01-01", ZONE);
    expect(read).toMatchObject(span);
    expect(instantsOf(read, ZONE)).toEqual({ startTime, endTime });
  });

  it("cover a whole day even if the clocks change on it", () => {
    const hours = instantsOf(spanAsked({ day: "2027-03-14" }, DAY, ZONE), ZONE);
    expect(Date.parse(hours?.endTime ?? "") - Date.parse(hours?.startTime ?? "")).toBe(23 * 3_600_000);
    expect(instantsOf(spanAsked({ day: "" }, DAY, ZONE), ZONE)).toBeNull();
  });
});

it("describes a closure by its days or hours, and its rooms", () => {
  const timesOf = (from: [string, number], to: [string, number]) =>
    closureTimes({ startTime: at(...from), endTime: at(...to) }, ZONE);
  expect(timesOf([DAY, 0], ["2027-02-17", 0])).toBe("Tue, Feb 16, 2027");
  expect(timesOf([DAY, 0], ["2027-02-19", 0])).toBe("Tue, Feb 16 – Thu, Feb 18, 2027");
  expect(timesOf([DAY, 9], [DAY, 12])).toBe("Tue, Feb 16, 2027, 9:00 AM – 12:00 PM");
  expect(timesOf([DAY, 18], ["2027-02-18", 9])).toBe("Tue, Feb 16, 6:00 PM – Thu, Feb 18, 2027, 9:00 AM");
  const rooms = [
    { id: 1, name: "Studio" },
    { id: 2, name: "Auditorium" },
  ];
  expect([[1, 2], [2], [9]].map((ids) => closedRoomsWords(ids, rooms))).toEqual([
    "The whole venue",
    "Auditorium",
    "Room 9",
  ]);
});

describe("another time for a conflicting booking", () => {
  const booking = { roomId: 4, startTime: at(DAY, 10), endTime: at(DAY, 12) };
  const closing = { roomIds: [4], startTime: at(DAY, 9), endTime: at(DAY, 13) };
  const taken = (from: number, to: number, heldUntil: string | null = null) => ({
    startTime: at(DAY, from),
    endTime: at(DAY, to),
    held: heldUntil !== null,
    heldUntil,
  });
  const now = new Date("2027-01-01T12:00:00Z");
  const around = { room: { id: 4, turnaroundHours: 0 }, taken: [], closing, promised: [], zone: ZONE, now };

  it("is free, has the same length, and is near the original time", () => {
    const times = freeTimes(booking, around).map((start) => start.toISOString());
    expect(times).toHaveLength(12);
    expect(times).toContain(at(DAY, 13));
    expect(times).not.toContain(at(DAY, 11));
    expect(times).not.toContain(at(DAY, 21));
  });

  it("does not overlap another booking, nor the new time of another conflicting booking", () => {
    const promised = [{ roomId: 4, startTime: at(DAY, 15), endTime: at(DAY, 17) }];
    const times = freeTimes(booking, { ...around, taken: [taken(13, 15), taken(10, 12)], promised });
    expect(times[0]?.toISOString()).not.toBe(at(DAY, 13));
    expect(times.map((start) => start.toISOString())).toContain(at(DAY, 17));
    const ran = taken(13, 15, "2026-12-01T12:00:00.000Z");
    expect(freeTimes(booking, { ...around, taken: [ran] }).map((start) => start.toISOString())).toContain(
      at(DAY, 13),
    );
  });

  it("respects the turnaround of other visits, but not of the booking itself", () => {
    const visit = { roomId: 4, startTime: at(DAY, 13), endTime: at(DAY, 15) };
    const gap = (from: number, to: number) => ({ ...taken(from, to), turnaround: true as const });
    const times = freeTimes(visit, {
      ...around,
      room: { id: 4, turnaroundHours: 1 },
      closing: { ...closing, startTime: at(DAY, 13), endTime: at(DAY, 14) },
      taken: [gap(12, 13), taken(13, 15), gap(15, 16), taken(19, 20)],
    }).map((start) => start.toISOString());
    for (const start of [11, 14, 15, 16]) expect(times).toContain(at(DAY, start));
    for (const start of [12, 13, 17, 18, 19, 20]) expect(times).not.toContain(at(DAY, start));
  });

  it("can be the same time in another room, unless that room is closed or taken too", () => {
    const elsewhere = (changes: Partial<MoveContext>) =>
      freeTimes(booking, { ...around, room: { id: 5 }, ...changes }).map((start) => start.toISOString());
    const own = at(DAY, 10);
    expect(elsewhere({})).toContain(own);
    expect(elsewhere({ closing: { ...closing, roomIds: [4, 5] } })).not.toContain(own);
    expect(elsewhere({ taken: [taken(10, 12)] })).not.toContain(own);
    expect(elsewhere({ promised: [{ ...booking, roomId: 5 }] })).not.toContain(own);
    expect(elsewhere({ promised: [{ ...booking, roomId: 6 }] })).toContain(own);
  });
});
