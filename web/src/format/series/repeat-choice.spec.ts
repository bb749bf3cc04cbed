import { describe, expect, it } from "vitest";
import {
  noRepeat,
  type RepeatChoice,
  repeatError,
  repeatOf,
  ruleName,
  shownEnd,
  withRule,
} from "./repeat-choice.ts";

/** A Tuesday, the first of its month. */
const TUESDAY = { first: "2026-12-01", today: "2026-11-28" };
const weekly = (count: string): RepeatChoice => ({ rule: "1", end: { count } });

describe("how a series repeats", () => {
  it("is named by its first day", () => {
    expect(ruleName("2", TUESDAY.first)).toBe("Every 2 weeks");
    expect(ruleName("monthly", TUESDAY.first)).toBe("Monthly on the first Tuesday");
    expect(ruleName("monthly", "2026-12-31")).toBe("Monthly on the last Thursday");
  });

  it("is sent only if it repeats and has 2 to 52 dates", () => {
    expect(repeatOf(noRepeat, TUESDAY)).toBeNull();
    expect(repeatOf(withRule(noRepeat, "1"), TUESDAY)).toEqual({ every: 1, count: 12 });
    expect(repeatOf({ rule: "monthly", end: { until: "2027-02-02" } }, TUESDAY)).toEqual({
      monthly: true,
      until: "2027-02-02",
    });
    expect(repeatError(weekly("1"), TUESDAY)).toBe("A series has 2 to 52 dates");
    expect(repeatError(weekly("twelve"), TUESDAY)).toBe("Enter a number from 2 to 52");
    expect(repeatError({ rule: "1", end: { until: "" } }, TUESDAY)).toBe("Choose the last day");
    expect(repeatOf(weekly("1"), TUESDAY)).toBeNull();
  });

  it("shows the last day for a number of dates, and the number for a last day", () => {
    expect(shownEnd(weekly("3"), TUESDAY)).toEqual({ count: "3", until: "2026-12-15" });
    expect(shownEnd({ rule: "2", end: { until: "2026-12-31" } }, TUESDAY)).toEqual({
      count: "3",
      until: "2026-12-31",
    });
    expect(shownEnd(weekly(""), TUESDAY)).toEqual({ count: "", until: "" });
  });

  it("keeps a typed last day when the rule changes, and else proposes three months", () => {
    expect(withRule(weekly("12"), "2").end).toEqual({ count: "6" });
    expect(withRule({ rule: "1", end: { until: "2027-03-02" } }, "2").end).toEqual({ until: "2027-03-02" });
  });
});
