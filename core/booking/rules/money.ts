/**
 * Converts the forms of an amount: integer cents inside, `"150.00"` on the wire, `$150.00` for people, in the venue's
 * currency. Safe in a browser.
 */
import { formatUnits } from "../../venue/currency.ts";

const AMOUNT_PATTERN = /^\d{1,9}(?:\.\d{1,2})?$/;

/** Cents as a wire amount: `15000` → `"150.00"`. */
export function toAmount(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const absolute = Math.abs(cents);
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, "0")}`;
}

/** Cents as a number of units, for figures: `15050` → `150.5`. */
export const toUnits = (cents: number): number => cents / 100;

/** Reads a wire amount (string, or a number of units) as cents; null if it is not an amount with at most two decimals. */
export function toCents(amount: string | number): number | null {
  const text = typeof amount === "number" ? String(amount) : amount.trim();
  if (!AMOUNT_PATTERN.test(text)) return null;
  const [units = "0", decimals = ""] = text.split(".");
  return Number(units) * 100 + Number(decimals.padEnd(2, "0"));
}

/** The text for people, from cents (a number) or a wire amount (text): `123450` and `"1234.50"` are `"$1,234.50"` (decision 22). */
export const formatMoney = (money: number | string): string =>
  formatUnits(typeof money === "number" ? toUnits(money) : Number(money));

/** Like `formatMoney`, without zero cents: `"$75"`, `"$75.50"`. */
export const formatShortMoney = (money: number | string): string =>
  formatMoney(money).replace(/[.,]00(?!\d)/, "");
