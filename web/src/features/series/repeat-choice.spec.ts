/** Checks how the ways to repeat are named, and which choices are refused. */
import { describe, expect, it } from "vitest";
import { choiceProblem, everyOf, firstChoice, repeatName, repeatOf } from "./repeat-choice.ts";

describe("the ways to repeat", () => {
  it.each([
    ["2026-12-01", "Monthly on the first Tuesday"],
    ["2026-12-08", "Monthly on the second Tuesday"],
    ["2026-12-22", "Monthly on the fourth Tuesday"],
    ["2026-12-29", "Monthly on the last Tuesday"],
  ])("names the month's by the day: %s", (day, name) => {
    expect(repeatName("month", day)).toBe(name);
  });

  it("reads the select's values", () => {
    expect(["none", "1", "2", "4", "month", "3"].map(everyOf)).toEqual([null, 1, 2, 4, "month", null]);
  });

  it("sends a count or a last day, never both", () => {
    const choice = firstChoice(2, "2026-12-01");
    expect(repeatOf(choice)).toEqual({ every: 2, count: 4 });
    expect(repeatOf({ ...choice, every: "month", count: null, until: "2027-03-01" })).toEqual({
      monthly: true,
      until: "2027-03-01",
    });
  });

  it.each([
    ["", "Choose the last day"],
    ["2026-12-01", "Choose a day after the first date"],
    ["2026-12-03", "A series has 2 to 12 dates"],
    ["2027-12-31", "A series has 2 to 12 dates"],
    ["2026-12-31", null],
  ])("says what is wrong with the last day %s", (until, problem) => {
    const choice = { ...firstChoice(1, "2026-12-01"), count: null, until };
    expect(choiceProblem(choice, { day: "2026-12-01", today: "2026-11-28" })).toBe(problem);
  });
});
