/** Formats the amounts of the analytics, which are numbers of dollars on the wire. */
import { dollars, shortDollars } from "../../../../core/booking/rules/money.ts";

/** `"$1,235"`, for a chart's axis. */
export const wholeDollars = (amount: number): string => shortDollars(Math.round(amount) * 100);

/** `"$1,234.50"` */
export const exactDollars = (amount: number): string => dollars(Math.round(amount * 100));
