/** Checks the days of every rule, and the limits of a series. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../../venue/time/venue-time.ts";
import { datesOf, furtherDates, placeInMonth, repeatProblem } from "./repeat.ts";

describe("the days of a series", () => {
  it("are one, two or four weeks apart", () => {
    expect(datesOf({ every: 1, count: 3 }, "2026-12-01")).toEqual(["2026-12-01", "2026-12-08", "2026-12-15"]);
    expect(datesOf({ every: 2, count: 3 }, "2026-12-01")).toEqual(["2026-12-01", "2026-12-15", "2026-12-29"]);
    expect(datesOf({ every: 4, until: "2027-01-26" }, "2026-12-01")).toEqual([
      "2026-12-01",
      "2026-12-29",
      "2027-01-26",
    ]);
  });

  it("end before the day after `until`", () => {
    expect(datesOf({ every: 1, until: "2026-12-14" }, "2026-12-01")).toEqual(["2026-12-01", "2026-12-08"]);
    expect(datesOf({ every: 1, until: "2026-11-30" }, "2026-12-01")).toEqual([]);
  });

  it.each([
    ["the first Tuesday", "2026-12-01", ["2026-12-01", "2027-01-05", "2027-02-02", "2027-03-02"]],
    ["the third Wednesday", "2026-12-16", ["2026-12-16", "2027-01-20", "2027-02-17", "2027-03-17"]],
    // February 2027 has 28 days, so its fourth and last Tuesday are one.
    ["the fourth Tuesday", "2026-12-22", ["2026-12-22", "2027-01-26", "2027-02-23", "2027-03-23"]],
    ["the last Tuesday", "2026-12-29", ["2026-12-29", "2027-01-26", "2027-02-23", "2027-03-30"]],
    [
      "the fourth, where it is the last too",
      "2027-02-23",
      ["2027-02-23", "2027-03-23", "2027-04-27", "2027-05-25"],
    ],
  ])("are monthly on %s", (_, first, days) => {
    expect(datesOf({ monthly: true, count: 4 }, first)).toEqual(days);
  });

  it("keep their weekday and place in the month, from any first day", () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 2, max: 30 }), (offset, count) => {
        const first = addDays("2026-01-01", offset);
        const days = datesOf({ monthly: true, count }, first);
        const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
        expect(days).toHaveLength(count);
        expect(days[0]).toBe(first);
        expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(count);
        for (const day of days) {
          expect(weekday(day)).toBe(weekday(first));
          if (placeInMonth(first) === "last") expect(addDays(day, 7).slice(0, 7)).not.toBe(day.slice(0, 7));
          else expect(placeInMonth(day)).toBe(placeInMonth(first));
        }
      }),
      { numRuns: 300 },
    ));

  it("go on after a day, also one that is not a date", () => {
    const further = (since: string) => furtherDates({ every: 2 }, "2026-12-01", { since, end: { count: 2 } });
    expect(further("2026-12-15")).toEqual(["2026-12-29", "2027-01-12"]);
    expect(further("2026-12-16")).toEqual(["2026-12-29", "2027-01-12"]);
  });
});

describe("a series", () => {
  const at = { first: "2026-12-01", today: "2026-12-01", most: 12 };

  it("has at least 2 dates, and as many as the caller may book", () => {
    expect(repeatProblem({ every: 1, count: 2 }, at)).toBeNull();
    expect(repeatProblem({ every: 1, count: 12 }, at)).toBeNull();
    expect(repeatProblem({ every: 1, count: 1 }, at)).toBe("A series has 2 to 12 dates");
    expect(repeatProblem({ every: 1, count: 13 }, at)).toBe("A series has 2 to 12 dates");
    expect(repeatProblem({ every: 1, until: "2030-01-01" }, { ...at, most: 52 })).toBe(
      "A series has 2 to 52 dates",
    );
  });

  it("ends within the days that can be booked", () => {
    expect(repeatProblem({ every: 1, count: 52 }, { ...at, most: 52 })).toBeNull();
    expect(repeatProblem({ monthly: true, count: 14 }, { ...at, most: 52 })).toBe(
      "Bookings can be made at most 365 days ahead: choose fewer dates",
    );
  });
});
