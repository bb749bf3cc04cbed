/** Checks how a quote is written: its lines add up to the total, and amounts read as prices. */
import { afterEach, describe, expect, it } from "vitest";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { FIRST_CURRENCY, setCurrency } from "../../../../core/venue/currency.ts";
import { quote } from "../../format/quote.ts";
import { engineerFees, priceLines } from "./price-lines.ts";

const room = { hourlyRate: "75.00", halfDayRate: "260.00", fullDayRate: "1480.50", engineerAvailable: true };

describe("dollars", () => {
  it.each([
    [0, "$0.00"],
    [7_550, "$75.50"],
    [100_000, "$1,000.00"],
    [123_456_789, "$1,234,567.89"],
  ])("writes %i cents as %s", (cents, text) => {
    expect(formatMoney(cents)).toBe(text);
  });
});

describe("priceLines", () => {
  it.each([
    ["hourly", 1, false, [["1 hour × $75.00", "$75.00"]]],
    [
      "hourly",
      3,
      true,
      [
        ["3 hours × $75.00", "$225.00"],
        ["Engineer", "$150.00"],
      ],
    ],
    [
      "half-day",
      3,
      true,
      [
        ["Half day, 4 hours", "$260.00"],
        ["Engineer", "$200.00"],
      ],
    ],
    ["full-day", 3, false, [["Full day, 8 hours", "$1,480.50"]]],
  ] as const)("%s, %i hours, engineer %s", (duration, hourCount, engineer, lines) => {
    const price = quote(room, { duration, hourCount }, engineer);
    expect(priceLines(price, { duration, hourCount }).map(({ label, value }) => [label, value])).toEqual(
      lines,
    );
  });
});

describe("the engineer's three fees", () => {
  afterEach(() => setCurrency(FIRST_CURRENCY));

  it.each([
    ["usd", "en-US", "+$50 per hour, +$200 half day, +$400 full day"],
    ["eur", "de-DE", "+50 € per hour, +200 € half day, +400 € full day"],
  ] as const)("are named without zero cents in %s as in %s", (currency, moneyStyle, text) => {
    setCurrency({ currency, moneyStyle });
    expect(engineerFees(room).replace(/\s/g, " ")).toBe(text);
  });
});
