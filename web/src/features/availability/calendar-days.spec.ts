/** Checks the names of days: they say what is free, so that color is never the only sign. */
import { describe, expect, it } from "vitest";
import { instantAt } from "../../../../core/venue/time/venue-time.ts";
import { calendarOf } from "../../format/room-calendar.ts";
import { calendarDay, fromLocalDate, nameOfDay, toLocalDate } from "./calendar-days.ts";

const zone = "America/New_York";
const today = "2026-12-01";
const now = new Date("2026-12-01T12:00:00Z");

const nameWith = (day: string, bookedTo: number | null, leastHours = 1) => {
  const bookings =
    bookedTo === null
      ? []
      : [
          {
            startTime: instantAt(day, 9, zone).toISOString(),
            endTime: instantAt(day, bookedTo, zone).toISOString(),
            held: false,
            heldUntil: null,
          },
        ];
  const hours = calendarOf(bookings, { room: { timeZone: zone }, for: "visitor", now });
  return nameOfDay(calendarDay(day, { today, leastHours }, hours), today);
};

describe("nameOfDay", () => {
  it.each([
    ["2026-12-12", 18, "Saturday, December 12, 4 slots free"],
    ["2026-12-12", 21, "Saturday, December 12, 1 slot free"],
    ["2026-12-12", 22, "Saturday, December 12, fully booked"],
    ["2026-12-12", null, "Saturday, December 12, 13 slots free"],
    ["2026-12-13", null, "Sunday, December 13, closed"],
    ["2026-11-28", null, "Saturday, November 28, past"],
    ["2027-01-02", null, "Saturday, January 2, 2027, 13 slots free"],
    ["2027-12-03", null, "Friday, December 3, 2027, not open for booking yet"],
  ])("%s booked until %s", (day, bookedTo, name) => {
    expect(nameWith(day, bookedTo)).toBe(name);
  });

  it.each([
    [null, "Saturday, December 12, 13 slots free"],
    [19, "Saturday, December 12, 3 slots free"],
    [21, "Saturday, December 12, no 2 hours free in a row"],
    [22, "Saturday, December 12, fully booked"],
  ])("counts free hours where a visit of two hours fits, booked until %s", (bookedTo, name) => {
    expect(nameWith("2026-12-12", bookedTo, 2)).toBe(name);
  });

  it("says only the day while nothing is known about it", () => {
    expect(nameOfDay(calendarDay("2026-12-12", { today, leastHours: 1 }, null), today)).toBe(
      "Saturday, December 12",
    );
  });
});

it("converts days to local dates and back", () => {
  for (const day of ["2026-01-01", "2026-03-08", "2026-11-01", "2028-02-29", "2026-12-31"]) {
    expect(fromLocalDate(toLocalDate(day))).toBe(day);
  }
});
