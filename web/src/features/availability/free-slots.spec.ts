/** Checks what is free, from the visitor's next hour to the edge of the year, on days when the clocks change too. */
import { describe, expect, it } from "vitest";
import type { RoomBooking } from "../../../../bff/contract/room.ts";
import { addDays, HOUR_MS, instantAt } from "../../../../core/venue/venue-time.ts";
import {
  dayRule,
  firstOpenDay,
  freeRun,
  nearestFree,
  type RoomHours,
  restOf,
  slotsOf,
  spanTrouble,
  takenHours,
  withoutVisit,
} from "./free-slots.ts";

const NEW_YORK = "America/New_York";
const DAY = "2026-12-12";
const LONG_BEFORE = new Date("2026-12-01T12:00:00Z");

const booking = (day: string, from: number, to: number, next: Partial<RoomBooking> = {}): RoomBooking => ({
  startTime: instantAt(day, from, NEW_YORK).toISOString(),
  endTime: instantAt(day, to, NEW_YORK).toISOString(),
  held: false,
  heldUntil: null,
  ...next,
});

const hoursWith = (bookings: RoomBooking[], now = LONG_BEFORE, own: RoomBooking[] = []): RoomHours => ({
  zone: NEW_YORK,
  taken: takenHours(bookings, own, now),
  now,
});

const span = (day: string, from: number, hours: number) => {
  const startsAt = instantAt(day, from, NEW_YORK);
  return { startsAt, endsAt: new Date(startsAt.getTime() + hours * HOUR_MS) };
};

describe("slotsOf", () => {
  it("gives thirteen one-hour slots from 9:00 AM, the last ending at 10:00 PM", () => {
    const slots = slotsOf(DAY, hoursWith([]));
    expect(slots.map((slot) => slot.hour)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    expect(slots[0]?.startsAt.toISOString()).toBe("2026-12-12T14:00:00.000Z");
    expect(slots[12]?.endsAt.toISOString()).toBe("2026-12-13T03:00:00.000Z");
    expect(restOf(slots, 1).starts).toBe(13);
  });

  it("takes what a visit keeps free around it for taken, and for free once the hold is over", () => {
    const hold = { held: true, heldUntil: "2026-12-01T12:30:00.000Z" };
    const around = [
      booking(DAY, 10, 12, { ...hold, turnaround: true }),
      booking(DAY, 12, 14, hold),
      booking(DAY, 14, 16, { ...hold, turnaround: true }),
      // Agreed before there was a turnaround.
      booking(DAY, 15, 16),
    ];
    const statesAt = (now: Date) =>
      slotsOf(DAY, hoursWith(around, now))
        .slice(0, 9)
        .map(({ state }) => state);
    const held = Array.from({ length: 5 }, () => "held");
    expect(statesAt(LONG_BEFORE)).toEqual(["free", ...held, "booked", "free", "free"]);
    const after = statesAt(new Date("2026-12-01T12:30:00Z"));
    expect(after).toEqual(["free", "free", "free", "free", "free", "free", "booked", "free", "free"]);
  });

  it("gives a visit that is moved its own turnaround too, and no other's", () => {
    const others = [booking(DAY, 15, 16, { turnaround: true }), booking(DAY, 16, 18)];
    const visit = booking(DAY, 12, 14);
    const around = [booking(DAY, 11, 12, { turnaround: true }), booking(DAY, 14, 15, { turnaround: true })];
    expect(withoutVisit([visit, ...around, ...others], visit)).toEqual(others);
  });

  it("has none on a Sunday", () => {
    expect(slotsOf("2026-12-13", hoursWith([]))).toEqual([]);
  });

  it("tells paid bookings, holds of others and one's own apart", () => {
    const mine = booking(DAY, 18, 20, { held: true, heldUntil: "2026-12-01T12:30:00.000Z" });
    const hold = booking(DAY, 14, 15, { held: true, heldUntil: "2026-12-01T12:30:00.000Z" });
    const slots = slotsOf(DAY, hoursWith([booking(DAY, 9, 11), hold, mine], LONG_BEFORE, [mine]));
    const states = Object.fromEntries(slots.map((slot) => [slot.hour, slot.state]));
    expect(states).toMatchObject({ 9: "booked", 10: "booked", 11: "free", 14: "held", 18: "own", 19: "own" });
    expect(restOf(slots, 1).starts).toBe(8);
  });

  it("gives a hold's hours back when it has run out", () => {
    const hold = booking(DAY, 14, 15, { held: true, heldUntil: "2026-12-01T12:30:00.000Z" });
    const at = (now: string) => slotsOf(DAY, hoursWith([hold], new Date(now)))[5]?.state;
    expect(at("2026-12-01T12:29:59Z")).toBe("held");
    expect(at("2026-12-01T12:30:00Z")).toBe("free");
  });

  it("closes an hour as it begins", () => {
    const stateAt = (now: string) => slotsOf(DAY, hoursWith([], new Date(now))).map((slot) => slot.state);
    expect(stateAt("2026-12-12T13:59:59Z").filter((state) => state === "past")).toHaveLength(0);
    expect(stateAt("2026-12-12T14:00:00Z").filter((state) => state === "past")).toHaveLength(1);
    expect(stateAt("2026-12-12T18:30:00Z").filter((state) => state === "past")).toHaveLength(5);
  });

  it.each([
    ["the day before clocks go forward", "2026-03-07", "2026-03-07T14:00:00.000Z"],
    ["the Monday after they went forward", "2026-03-09", "2026-03-09T13:00:00.000Z"],
    ["the day before clocks go back", "2026-10-31", "2026-10-31T13:00:00.000Z"],
    ["the Monday after they went back", "2026-11-02", "2026-11-02T14:00:00.000Z"],
  ])("starts at 9:00 AM by the venue's clock on %s", (_, day, first) => {
    const slots = slotsOf(day, hoursWith([]));
    expect(slots).toHaveLength(13);
    expect(slots[0]?.startsAt.toISOString()).toBe(first);
  });

  it("joins its slots without gap or overlap on every day of the year, wherever clocks change at night", () => {
    for (const zone of [NEW_YORK, "Australia/Lord_Howe", "Asia/Kolkata"]) {
      for (let day = "2026-01-01"; day < "2027-01-01"; day = addDays(day, 1)) {
        const slots = slotsOf(day, { zone, taken: new Map(), now: new Date(0) });
        for (const [index, slot] of slots.entries()) {
          const next = slots[index + 1];
          if (next) expect(next.startsAt).toEqual(slot.endsAt);
        }
      }
    }
  });
});

describe("dayRule", () => {
  const today = "2026-12-01";
  it.each([
    ["2026-11-30", "past"],
    ["2026-11-29", "past"],
    ["2026-12-01", "open"],
    ["2026-12-06", "closed"],
    ["2027-12-01", "open"],
    ["2027-12-02", "beyond"],
    ["2027-12-05", "beyond"],
  ] as const)("%s is %s", (day, rule) => {
    expect(dayRule(day, today)).toBe(rule);
  });
});

describe("freeRun", () => {
  const slots = slotsOf(DAY, hoursWith([booking(DAY, 12, 13)]));
  it.each([
    [9, 12, 3],
    [9, 2, 2],
    [12, 2, 0],
    [13, 12, 9],
    [21, 2, 1],
    [8, 2, 0],
  ])("from %i, at most %i: %i", (start, most, run) => {
    expect(freeRun(slots, start, most)).toBe(run);
  });
});

describe("restOf", () => {
  it("counts the starts that can take the least visit", () => {
    const slots = slotsOf(DAY, hoursWith([booking(DAY, 10, 12), booking(DAY, 13, 20)]));
    expect(restOf(slots, 1)).toEqual({ starts: 4, anyFree: true });
    expect(restOf(slots, 2)).toEqual({ starts: 1, anyFree: true });
    expect(restOf(slots, 3)).toEqual({ starts: 0, anyFree: true });
    expect(restOf(slotsOf(DAY, hoursWith([booking(DAY, 9, 22)])), 1)).toEqual({ starts: 0, anyFree: false });
  });
});

describe("firstOpenDay", () => {
  it("passes over closed and full days, and those with too little left", () => {
    const hours = hoursWith([booking(DAY, 9, 21), booking("2026-12-14", 9, 22)]);
    expect(firstOpenDay({ from: DAY, until: "2026-12-31" }, 1, hours)).toBe(DAY);
    expect(firstOpenDay({ from: DAY, until: "2026-12-31" }, 2, hours)).toBe("2026-12-15");
    expect(firstOpenDay({ from: DAY, until: "2026-12-14" }, 2, hours)).toBeNull();
  });
});

describe("spanTrouble", () => {
  const hours = hoursWith([booking(DAY, 12, 13), booking(DAY, 16, 17, { held: true })]);
  it.each([
    ["free hours", 9, 3, null],
    ["a booked first hour", 12, 2, { kind: "taken", freeHours: 0 }],
    ["a booked later hour", 10, 4, { kind: "taken", freeHours: 2 }],
    ["a held hour", 15, 2, { kind: "taken", freeHours: 1 }],
    ["the last hour", 21, 1, null],
    ["an end after closing", 21, 2, { kind: "closing", freeHours: 1 }],
  ])("%s", (_, start, length, trouble) => {
    expect(spanTrouble(span(DAY, start, length), hours)).toEqual(trouble);
  });

  it("sees an hour that has begun", () => {
    const now = instantAt(DAY, 14, NEW_YORK, 20);
    expect(spanTrouble(span(DAY, 14, 2), hoursWith([], now))).toEqual({ kind: "past", freeHours: 0 });
    expect(spanTrouble(span(DAY, 15, 2), hoursWith([], now))).toBeNull();
  });

  it("does not mistake one's own new booking for a loss", () => {
    const mine = booking(DAY, 14, 16, { held: true });
    expect(spanTrouble(span(DAY, 14, 2), hoursWith([mine], LONG_BEFORE, [mine]))).toBeNull();
    expect(spanTrouble(span(DAY, 14, 2), hoursWith([mine]))).toEqual({ kind: "taken", freeHours: 0 });
  });
});

describe("nearestFree", () => {
  const wanted = { day: DAY, startHour: 14 };
  const startsOf = (bookings: RoomBooking[], length: number) =>
    nearestFree(wanted, length, hoursWith(bookings)).map((offer) => offer.startHour);

  it("offers the three nearest starts of the day that hold the whole length, in the day's order", () => {
    expect(startsOf([booking(DAY, 14, 15)], 1)).toEqual([12, 13, 15]);
    expect(startsOf([booking(DAY, 14, 15)], 2)).toEqual([12, 15, 16]);
    expect(startsOf([booking(DAY, 14, 15)], 4)).toEqual([15, 16, 17]);
  });

  it("offers what is left, and nothing that would run past closing", () => {
    expect(startsOf([booking(DAY, 9, 20)], 2)).toEqual([20]);
    expect(startsOf([booking(DAY, 14, 15)], 8)).toEqual([]);
  });

  it("goes on to the next open days when the day has nothing", () => {
    const full = booking(DAY, 9, 22);
    const offers = nearestFree(wanted, 2, hoursWith([full, booking("2026-12-14", 13, 16)]), "2026-12-31");
    expect(offers).toEqual([
      { day: "2026-12-14", startHour: 16 },
      { day: "2026-12-15", startHour: 14 },
      { day: "2026-12-16", startHour: 14 },
    ]);
  });

  it("never offers an hour that has begun, nor a day that nothing is known of", () => {
    const now = instantAt(DAY, 15, NEW_YORK, 1);
    expect(nearestFree(wanted, 2, hoursWith([], now)).map((offer) => offer.startHour)).toEqual([16, 17, 18]);
    expect(nearestFree(wanted, 2, hoursWith([booking(DAY, 9, 22)]))).toEqual([]);
  });
});
