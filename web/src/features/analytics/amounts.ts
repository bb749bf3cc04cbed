/** Owns how the analytics' amounts are written: on the wire they are numbers of dollars. */
import { dollars } from "../../../../core/booking/money.ts";

const WHOLE_DOLLARS = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

/** `"$1,235"`, for the marks of a chart. */
export const wholeDollars = (amount: number): string => WHOLE_DOLLARS.format(amount);

/** `"$1,234.50"` */
export const exactDollars = (amount: number): string => dollars(Math.round(amount * 100));
