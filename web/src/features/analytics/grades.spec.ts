/** Checks the grades of rates, the retention rate, and how a rate is written. */
import { describe, expect, it } from "vitest";
import { conversionGrade, percent, retentionRate, utilizationGrade } from "./grades.ts";

describe("grades", () => {
  it.each([
    [100, "green"],
    [80, "green"],
    [79.9, "yellow"],
    [60, "yellow"],
    [59.9, "red"],
    [0, "red"],
  ])("a room used %d% is %s", (rate, tone) => expect(utilizationGrade(rate).tone).toBe(tone));

  it.each([
    [20, "green"],
    [19.9, "yellow"],
    [10, "yellow"],
    [9.9, "red"],
  ])("a conversion of %d% is %s", (rate, tone) => expect(conversionGrade(rate).tone).toBe(tone));

  it.each([
    [0, 0, 0],
    [3, 1, 33],
    [3, 2, 67],
    [4, 4, 100],
  ])("of %d customers %d booked again: %d%", (totalUniqueCustomers, returningCustomers, rate) =>
    expect(retentionRate({ totalUniqueCustomers, returningCustomers })).toBe(rate),
  );

  it("writes a rate with its decimals", () => expect([percent(0), percent(12.5)]).toEqual(["0%", "12.5%"]));
});
