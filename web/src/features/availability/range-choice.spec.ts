/** Checks what pressing, dragging and stretching hours changes in a visit, and what is said if it cannot be longer. */
import { describe, expect, it } from "vitest";
import type { RoomBooking } from "../../../../bff/contract/room.ts";
import { hoursOn } from "../../../../core/calendar/room-hours.ts";
import { instantAt } from "../../../../core/venue/time/venue-time.ts";
import { calendarOf } from "../../format/room-calendar.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";
import { changeByDrag, changeByKey, changeByPress, describeStop, hoursUnderDrag } from "./range-choice.ts";

const ZONE = "America/New_York";
const DAY = "2026-12-12";
const now = new Date("2026-12-01T12:00:00Z");

const taken = (from: number, to: number, held = false): RoomBooking => ({
  startTime: instantAt(DAY, from, ZONE).toISOString(),
  endTime: instantAt(DAY, to, ZONE).toISOString(),
  held,
  heldUntil: held ? instantAt(DAY, 22, ZONE).toISOString() : null,
});
const day = (...bookings: RoomBooking[]) =>
  hoursOn(DAY, calendarOf(bookings, { room: { timeZone: ZONE }, for: "visitor", now }));

const choice = (next: Partial<BookingChoice> = {}): BookingChoice => ({
  day: DAY,
  startHour: 18,
  duration: "hourly",
  hourCount: 2,
  ...next,
});
const hourly = (startHour: number, hourCount: number) => ({ startHour, duration: "hourly", hourCount });

describe("changeByPress", () => {
  const press = (of: BookingChoice, hour: number, slots = day(), repeated = false) =>
    changeByPress(of, { hour, slots, minHours: 2, repeated });

  it.each([
    ["the first hour starts the visit", choice({ startHour: null }), 18, { startHour: 18 }],
    ["a later hour extends the visit through that hour", choice(), 20, hourly(18, 3)],
    ["an hour within the visit shortens it", choice({ hourCount: 4 }), 19, hourly(18, 2)],
    ["the last hour of the visit changes nothing", choice({ hourCount: 3 }), 20, null],
    ["an earlier hour moves the start", choice({ hourCount: 3 }), 16, { startHour: 16 }],
    ["the start clears the choice", choice({ hourCount: 3 }), 18, { startHour: null, hourCount: 2 }],
    [
      "a half day becomes the pressed hours",
      choice({ startHour: 9, duration: "half-day" }),
      14,
      hourly(9, 6),
    ],
    ["the last hour of a half day changes nothing", choice({ startHour: 9, duration: "half-day" }), 12, null],
  ])("%s", (_, of, hour, next) => {
    expect(press(of, hour)).toEqual({ next, limit: null });
  });

  it("ends at the first taken hour, says why, and starts at the same hour if it is pressed again", () => {
    const slots = day(taken(14, 15));
    const of = choice({ startHour: 10 });
    expect(press(of, 16, slots)).toEqual({
      next: hourly(10, 4),
      limit: { kind: "taken", hour: 14, by: "booked" },
    });
    const held = press(choice({ startHour: 12 }), 16, day(taken(14, 15, true)));
    expect(held).toEqual({ next: null, limit: { kind: "taken", hour: 14, by: "held" } });
    expect(press(of, 16, slots, true)).toEqual({ next: hourly(16, 2), limit: null });
  });

  it("lasts at most twelve hours", () => {
    expect(press(choice({ startHour: 9 }), 21)).toEqual({ next: hourly(9, 12), limit: { kind: "longest" } });
  });

  it("moves a start that has too few free hours for the minimum", () => {
    expect(press(choice({ startHour: 13 }), 16, day(taken(14, 15)))).toEqual({
      next: { startHour: 16 },
      limit: null,
    });
  });
});

describe("dragging", () => {
  it("covers the hours between both ends, in both directions", () => {
    const drag = (from: number, to: number, slots = day()) =>
      changeByDrag(choice({ startHour: null }), { from, to, slots, minHours: 2 });
    expect(drag(18, 20)).toEqual({ next: hourly(18, 3), limit: null });
    expect(drag(20, 18)).toEqual({ next: hourly(18, 3), limit: null });
    expect(drag(9, 21)).toEqual({ next: hourly(9, 12), limit: { kind: "longest" } });
    expect(drag(12, 17, day(taken(15, 16)))).toEqual({
      next: hourly(12, 3),
      limit: { kind: "taken", hour: 15, by: "booked" },
    });
    expect(drag(17, 12, day(taken(13, 14)))).toEqual({
      next: hourly(14, 4),
      limit: { kind: "taken", hour: 13, by: "booked" },
    });
    expect(hoursUnderDrag(day(taken(15, 16)), 12, 17)).toEqual({ first: 12, last: 14 });
  });
});

describe("changeByKey", () => {
  it("makes a visit an hour longer or shorter, within the free hours and the minimum", () => {
    const stretch = (of: BookingChoice, by: 1 | -1, slots = day()) =>
      changeByKey(of, by, { slots, minHours: 2 });
    expect(stretch(choice(), 1)).toEqual({ next: hourly(18, 3), limit: null });
    expect(stretch(choice({ hourCount: 3 }), -1)).toEqual({ next: hourly(18, 2), limit: null });
    expect(stretch(choice(), -1)).toEqual({ next: null, limit: { kind: "least", hours: 2 } });
    expect(stretch(choice({ hourCount: 4 }), 1)).toEqual({
      next: null,
      limit: { kind: "closing", hour: 22 },
    });
    expect(stretch(choice({ startHour: 16 }), 1, day(taken(18, 19))).limit).toMatchObject({ kind: "taken" });
  });
});

it("says why a visit cannot be longer", () => {
  expect(describeStop({ kind: "taken", hour: 20, by: "held" })).toBe(
    "8:00 PM is held. A visit needs consecutive hours.",
  );
  expect(describeStop({ kind: "longest" })).toBe("A visit lasts at most 12 hours.");
  expect(describeStop({ kind: "closing", hour: 22 })).toBe("The venue closes at 10:00 PM.");
  expect(describeStop({ kind: "least", hours: 2 })).toBe("A visit here lasts at least 2 hours.");
});
