/** Checks the days of named periods, and how a difference between two periods is written. */
import { describe, expect, it } from "vitest";
import { differenceWords, type Preset, periodOf } from "./period-choice.ts";

describe("a named period", () => {
  // Today is a Sunday, the last day of its week.
  it.each<[Preset, string, string]>([
    ["this-week", "2026-11-16", "2026-11-22"],
    ["last-week", "2026-11-09", "2026-11-15"],
    ["this-month", "2026-11-01", "2026-11-30"],
    ["last-month", "2026-10-01", "2026-10-31"],
    ["this-quarter", "2026-10-01", "2026-12-31"],
    ["this-year", "2026-01-01", "2026-12-31"],
    ["last-30-days", "2026-10-24", "2026-11-22"],
  ])("%s", (preset, from, to) => {
    expect(periodOf(preset, "2026-11-22")).toEqual({ from, to });
  });

  it.each(["2024-02-29", "2026-12-31", "2026-01-31", "2027-03-01"])(
    "is at most five years long, and almost that, for `all` on %s",
    (today) => {
      const { from, to } = periodOf("all", today);
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
      expect(days).toBeGreaterThan(1_780);
      expect(days).toBeLessThanOrEqual(1_827);
    },
  );

  it("can begin in an earlier year", () => {
    expect(periodOf("last-month", "2026-01-15")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
    expect(periodOf("this-week", "2026-01-01")).toEqual({ from: "2025-12-29", to: "2026-01-04" });
  });
});

describe("a difference in words", () => {
  it.each([
    [{ now: 13, before: 12, unit: "count" }, "1 more (+8%)"],
    [{ now: 9, before: 12, unit: "count" }, "3 fewer (−25%)"],
    [{ now: 95.5, before: 100, unit: "money" }, "$4.50 less (−5%)"],
    [{ now: 5, before: 0, unit: "count" }, "5 more"],
    [{ now: 12.5, before: 11.5, unit: "percent" }, "1 point more"],
    [{ now: 2.5, before: 2.5, unit: "days" }, "the same"],
    [{ now: null, before: 3, unit: "percent" }, "nothing to compare"],
  ] as const)("%j", (row, words) => {
    expect(differenceWords(row)).toBe(words);
  });
});
