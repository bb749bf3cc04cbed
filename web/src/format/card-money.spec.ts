/** Checks the smallest amount that a card can be charged. */
import { expect, it } from "vitest";
import { isEnoughForCard } from "./card-money.ts";

it.each([
  ["0.00", false],
  ["0.49", false],
  ["0.50", true],
  ["75.00", true],
])("a card can be charged %s: %s", (downpaymentDueAmount, enough) => {
  expect(isEnoughForCard({ downpaymentDueAmount })).toBe(enough);
});
