/** Checks what a room's hours are said to cost, with price rules and with prices from a day on. */
import { describe, expect, it } from "vitest";
import { hourlyOn, hourPrice, laterPriceTexts, priceRuleTexts } from "./hour-prices.ts";

const room = {
  hourlyRate: "60.00",
  halfDayRate: "200.00",
  fullDayRate: "360.00",
  engineerAvailable: false,
  priceRules: ["Fri Sat 18-24: +25%", "Mon 9-12: -50%"],
  laterPrices: [
    {
      from: "2027-01-01",
      hourlyRate: "80.00",
      halfDayRate: "300.00",
      fullDayRate: "550.00",
      priceRules: [],
    },
  ],
};

describe("the price of an hour", () => {
  it("is that of today without a day, and its lowest is that of the cheapest rule", () => {
    expect(hourlyOn(room)).toEqual({ usual: "$60.00", lowest: "$30.00", differs: true });
    expect(hourlyOn({ ...room, priceRules: undefined })).toMatchObject({ lowest: "$60.00", differs: false });
  });

  it("is that of the day of the visit", () => {
    expect(hourlyOn(room, "2026-12-31")).toEqual({ usual: "$60.00", lowest: "$30.00", differs: true });
    expect(hourlyOn(room, "2027-01-01")).toEqual({ usual: "$80.00", lowest: "$80.00", differs: false });
  });

  it("follows the rules of the weekday and hour", () => {
    expect(hourPrice(room, "2026-12-04", 17)).toBe("$60.00");
    expect(hourPrice(room, "2026-12-04", 18)).toBe("$75.00");
    expect(hourPrice(room, "2026-12-07", 9)).toBe("$30.00");
    expect(hourPrice(room, "2027-01-01", 18)).toBe("$80.00");
  });

  it("is told for each rule and each later day", () => {
    expect(priceRuleTexts(room)).toEqual([
      "Friday, Saturday, 6:00 PM – midnight: 25% more",
      "Monday, 9:00 AM – 12:00 PM: 50% less",
    ]);
    expect(laterPriceTexts(room)).toEqual([
      "From Fri, Jan 1, 2027: $80.00 an hour, $300.00 half a day, $550.00 a day",
    ]);
  });
});
