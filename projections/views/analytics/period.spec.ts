/** Checks which period another one is compared with: months with months, everything else with as many days. */
import { expect, it } from "vitest";
import { periodBefore } from "./period.ts";

it.each([
  ["a month with the month before", "2026-12-01", "2026-12-31", "2026-11-01", "2026-11-30"],
  ["March with February", "2027-03-01", "2027-03-31", "2027-02-01", "2027-02-28"],
  ["January with December", "2027-01-01", "2027-01-31", "2026-12-01", "2026-12-31"],
  ["a quarter with the quarter before", "2026-10-01", "2026-12-31", "2026-07-01", "2026-09-30"],
  ["a year with the year before", "2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31"],
  ["a week with seven days", "2026-11-23", "2026-11-29", "2026-11-16", "2026-11-22"],
  ["thirty days with thirty days", "2026-10-30", "2026-11-28", "2026-09-30", "2026-10-29"],
  ["a month less a day with as many days", "2026-11-01", "2026-11-29", "2026-10-03", "2026-10-31"],
])("compares %s", (_, from, to, before, until) => {
  expect(periodBefore({ from, to })).toEqual({ from: before, to: until });
});
