/** Checks which lengths fit before closing, and what is said if one does not. */
import { describe, expect, it } from "vitest";
import { quote } from "../../format/quote.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";
import { cheaperLength, durationChoices, hourChoices, lengthProblem } from "./length-choices.ts";

const choice = (next: Partial<BookingChoice>): BookingChoice => ({
  day: "2026-12-12",
  startHour: 14,
  duration: "hourly",
  hourCount: 2,
  ...next,
});

describe("hourChoices", () => {
  it.each([
    [null, 2, 2, 12],
    [9, 2, 2, 12],
    [9, 1, 1, 12],
    [14, 2, 2, 8],
    [20, 2, 2, 2],
    [21, 1, 1, 1],
  ] as const)("from %s with at least %i: %i to %i hours", (start, least, first, last) => {
    const hours = hourChoices(start, least);
    expect([hours[0], hours.at(-1), hours.length]).toEqual([first, last, last - first + 1]);
  });

  it("has no choices if even the minimum ends after closing", () => {
    expect(hourChoices(21, 2)).toEqual([]);
  });
});

describe("durationChoices", () => {
  it("says by when the longer durations must start", () => {
    const reasons = (start: number | null) => durationChoices(start, 2).map(({ tooLong }) => tooLong);
    expect(reasons(null)).toEqual([null, null, null]);
    expect(reasons(14)).toEqual([null, null, null]);
    expect(reasons(15)).toEqual([null, null, "must start by 2:00 PM"]);
    expect(reasons(21)).toEqual(["must start by 8:00 PM", "must start by 6:00 PM", "must start by 2:00 PM"]);
  });
});

describe("lengthProblem", () => {
  it("finds no problem with a length that fits or has no start yet", () => {
    expect(lengthProblem(choice({ hourCount: 8 }), 2)).toBeNull();
    expect(lengthProblem(choice({ startHour: null, hourCount: 12 }), 2)).toBeNull();
    expect(lengthProblem(choice({ duration: "full-day", hourCount: 12 }), 2)).toBeNull();
  });

  it.each([
    [{ startHour: 21 }, 2, "bookingDuration", "An hourly booking must start by 8:00 PM"],
    [{ startHour: 19, duration: "half-day" }, 2, "bookingDuration", "A half day must start by 6:00 PM"],
    [{ startHour: 15, duration: "full-day" }, 1, "bookingDuration", "A full day must start by 2:00 PM"],
    [{ hourCount: 9 }, 2, "hourCount", "9 hours would end after closing at 10:00 PM. Choose at most 8."],
    [{ hourCount: 1 }, 2, "hourCount", "Choose between 2 and 8 hours"],
    [{ startHour: 9, hourCount: 13 }, 2, "hourCount", "Choose between 2 and 12 hours"],
  ] as const)("%o is put right at its control", (next, least, field, words) => {
    const problem = lengthProblem(choice(next), least);
    expect(problem?.field).toBe(field);
    expect(problem?.message).toContain(words);
  });
});

describe("cheaperLength", () => {
  const room = { hourlyRate: "40.00", halfDayRate: "145.00", fullDayRate: "270.00", engineerAvailable: true };
  const cheaper = (hourCount: number, freeHours = 12, engineer = false) =>
    cheaperLength({ duration: "hourly", hourCount }, freeHours, (length) => quote(room, length, engineer));

  it("is a half or full day that covers the hours for less", () => {
    expect(cheaper(3)).toBeNull();
    expect(cheaper(4)).toEqual({ duration: "half-day", hours: 4, totalCents: 14_500, savedCents: 1_500 });
    expect(cheaper(5)).toBeNull();
    expect(cheaper(7)).toEqual({ duration: "full-day", hours: 8, totalCents: 27_000, savedCents: 1_000 });
    expect(cheaper(8)).toMatchObject({ duration: "full-day", savedCents: 5_000 });
    expect(cheaper(9)).toBeNull();
  });

  it("is null if its hours are not free, or if an engineer makes it more expensive", () => {
    expect(cheaper(7, 7)).toBeNull();
    expect(cheaper(7, 12, true)).toBeNull();
    expect(cheaper(8, 8, true)).toMatchObject({ duration: "full-day", savedCents: 5_000 });
  });

  it("is null for a booking that is not hourly", () => {
    const price = () => quote(room, { duration: "half-day", hourCount: 4 }, false);
    expect(cheaperLength({ duration: "half-day", hourCount: 4 }, 12, price)).toBeNull();
  });
});
