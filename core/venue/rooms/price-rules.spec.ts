/** Checks how price rules are read, and what they make of a price. */
import { describe, expect, it } from "vitest";
import { priceOf, visitBegin } from "../../booking/rules/pricing.ts";
import { percentOfHours, priceRulesTrouble, readPriceRule } from "./price-rules.ts";

const PEAK = ["Fri Sat 18-24: +25%", "Mon Tue Wed Thu 9-14: -20%", "Sat 10-20: +10%"];

describe("a price rule", () => {
  it.each([
    ["Fri Sat 18-24: +25%", { days: ["friday", "saturday"], fromHour: 18, untilHour: 24, percent: 25 }],
    ["mon,tue 9 – 14 : -20%", { days: ["monday", "tuesday"], fromHour: 9, untilHour: 14, percent: -20 }],
    ["Sun 0-24: 10%", { days: ["sunday"], fromHour: 0, untilHour: 24, percent: 10 }],
  ])("is read from %s", (line, rule) => expect(readPriceRule(line)).toEqual(rule));

  it.each([
    "Fri 18-18: +25%",
    "Fry 18-24: +25%",
    "Fri 18-25: +5%",
    "Fri 18-24: +301%",
    "Fri 18-24: -91%",
    "Fri: +5%",
    "",
  ])("is refused as %j, with its line", (line) => {
    expect(readPriceRule(line)).toBeNull();
    expect(priceRulesTrouble(["Fri 9-10: +5%", line])).toMatch(/^Price rules, line 2: write it like/);
  });
});

describe("the hours of a visit", () => {
  it("are charged one by one, by the first rule that has them", () => {
    const days = { friday: "2026-12-11", saturday: "2026-12-12", monday: "2026-12-14" };
    const from = (weekday: keyof typeof days, hour: number, hours: number) =>
      percentOfHours(PEAK, { day: days[weekday], hour }, hours);
    expect(from("friday", 16, 4)).toBe(100 + 100 + 125 + 125);
    expect(from("saturday", 17, 2)).toBe(110 + 125);
    expect(from("monday", 13, 2)).toBe(80 + 100);
  });

  it("go on after midnight on the next day", () => {
    const lines = ["Fri 22-24: +50%", "Sat 0-2: +100%"];
    expect(percentOfHours(lines, { day: "2026-12-11", hour: 23 }, 3)).toBe(150 + 200 + 200);
    expect(percentOfHours(lines, { day: "2026-12-12", hour: 23 }, 2)).toBe(200);
  });
});

describe("the price", () => {
  const rates = { hourlyCents: 7_500, halfDayCents: 27_000, fullDayCents: 50_000, rules: PEAK };
  const of = (
    duration: "hourly" | "half-day",
    hourCount: number,
    startsAt: string,
    engineerRequired = false,
  ) =>
    priceOf(
      rates,
      { duration, hourCount, engineerRequired, begin: visitBegin(new Date(startsAt), "America/New_York") },
      { downpaymentPercent: 50 },
    );

  it("of hours follows the rules, and the engineer's does not", () => {
    // Friday, December 11, 5 PM.
    expect(of("hourly", 2, "2026-12-11T22:00:00Z", true)).toEqual({
      roomCents: 7_500 + 9_375,
      engineerCents: 10_000,
      totalCents: 26_875,
      downpaymentCents: 13_438,
      remainingCents: 13_437,
    });
  });

  it("of half a day changes by the average of its hours", () => {
    expect(of("half-day", 4, "2026-12-11T21:00:00Z").roomCents).toBe((27_000 * 450) / 400);
    expect(of("half-day", 4, "2026-12-13T21:00:00Z").roomCents).toBe(27_000);
  });

  it("is that of the last prices that have begun by the visit's day", () => {
    const later = [
      { from: "2026-12-12", hourlyCents: 8_000, halfDayCents: 30_000, fullDayCents: 55_000, priceRules: [] },
      {
        from: "2027-01-01",
        hourlyCents: 9_000,
        halfDayCents: 33_000,
        fullDayCents: 60_000,
        priceRules: PEAK,
      },
    ];
    const on = (startsAt: string) =>
      priceOf(
        { ...rates, later },
        {
          ...{ duration: "hourly", hourCount: 1, engineerRequired: false },
          begin: visitBegin(new Date(startsAt), "America/New_York"),
        },
        { downpaymentPercent: 0 },
      ).totalCents;
    expect(on("2026-12-11T23:00:00Z")).toBe(9_375);
    expect(on("2026-12-12T23:00:00Z")).toBe(8_000);
    expect(on("2027-01-02T00:00:00Z")).toBe(11_250);
  });

  it("is the usual one where no start is known", () => {
    const choice = { duration: "hourly", hourCount: 2, engineerRequired: false } as const;
    expect(priceOf(rates, choice, { downpaymentPercent: 0 }).totalCents).toBe(15_000);
  });
});
