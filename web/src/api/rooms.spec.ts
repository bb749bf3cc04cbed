/** Checks that a month's read covers exactly the days of that month. */
import { describe, expect, it } from "vitest";
import { daysOf, monthOf } from "../../../core/venue/time/venue-time.ts";

describe("daysOf", () => {
  it.each([
    ["2026-01", "2026-01-31"],
    ["2026-02", "2026-02-28"],
    ["2028-02", "2028-02-29"],
    ["2026-04", "2026-04-30"],
    ["2026-12", "2026-12-31"],
  ])("%s ends on %s", (month, last) => {
    expect(daysOf(month)).toEqual({ first: `${month}-01`, last });
    expect(monthOf(last)).toBe(month);
  });
});
