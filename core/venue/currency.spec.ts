/** Checks how amounts are written and rounded in currencies with and without cents, and how the provider counts them. */
import { afterEach, describe, expect, it } from "vitest";
import { formatMoney, formatShortMoney } from "../booking/rules/money.ts";
import { downpaymentOf, priceOf } from "../booking/rules/pricing.ts";
import {
  CURRENCIES,
  currencyName,
  currencySign,
  currencyUnit,
  exampleAmount,
  FIRST_CURRENCY,
  fromProviderAmount,
  leastCardCents,
  roundCents,
  setCurrency,
  smallestCents,
  toProviderAmount,
} from "./currency.ts";

afterEach(() => setCurrency(FIRST_CURRENCY));

/** Intl writes narrow and unbreakable spaces, and one of two apostrophes by its version. */
const plain = (text: string): string => text.replace(/\s/g, " ").replaceAll("’", "'");

describe("amounts", () => {
  it.each([
    ["usd", "en-US", "$1,234.50", "$1,200"],
    ["gbp", "en-US", "£1,234.50", "£1,200"],
    ["eur", "de-DE", "1.234,50 €", "1.200 €"],
    ["eur", "fr-FR", "1 234,50 €", "1 200 €"],
    ["chf", "de-CH", "CHF 1'234.50", "CHF 1'200"],
    ["inr", "en-IN", "₹1,234.50", "₹1,200"],
    ["jpy", "en-US", "¥1,235", "¥1,200"],
  ] as const)("in %s as in %s are written as %s", (currency, moneyStyle, text, short) => {
    setCurrency({ currency, moneyStyle });
    expect(plain(formatMoney(123_450))).toBe(text);
    expect(plain(formatShortMoney(120_000))).toBe(short);
    expect(plain(exampleAmount({ currency, moneyStyle }))).toBe(text);
  });

  it("name their currency, its unit and its sign", () => {
    expect([currencyName(), currencyUnit(), currencySign()]).toEqual(["US dollars", "dollar", "$"]);
    setCurrency({ currency: "gbp", moneyStyle: "en-US" });
    expect([currencyName(), currencyUnit(), currencySign()]).toEqual(["British pounds", "pound", "£"]);
  });
});

describe("a currency without cents", () => {
  it("has whole downpayments and a least charge of its own", () => {
    setCurrency({ currency: "jpy", moneyStyle: "en-US" });
    expect([smallestCents(), leastCardCents()]).toEqual([100, 5_000]);
    expect(roundCents(12_350)).toBe(12_400);
    expect(downpaymentOf(12_300, { downpaymentPercent: 50 })).toBe(6_200);
    expect(downpaymentOf(9_000, { downpaymentPercent: 50 })).toBe(0);
    const rates = { hourlyCents: 1_850, halfDayCents: 6_000, fullDayCents: 11_000 };
    const choice = { duration: "hourly", hourCount: 1, engineerRequired: false } as const;
    expect(priceOf(rates, choice, { downpaymentPercent: 50 }).totalCents).toBe(1_900);
  });
});

describe("the provider's amounts", () => {
  it.each([
    ["usd", 1_850, 1_850],
    ["jpy", 185_000, 1_850],
    ["isk", 185_000, 185_000],
    ["kwd", 1_850, 18_500],
  ])("of %s: %i cents are %i", (currency, cents, amount) => {
    expect(toProviderAmount(cents, currency)).toBe(amount);
    expect(fromProviderAmount(amount, currency)).toBe(cents);
  });

  it("are whole for every currency, there and back", () => {
    for (const currency of CURRENCIES) {
      const amount = toProviderAmount(1_234_500, currency);
      expect([currency, Number.isInteger(amount), fromProviderAmount(amount, currency)]).toEqual([
        currency,
        true,
        1_234_500,
      ]);
    }
  });
});
