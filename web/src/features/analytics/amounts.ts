/** How the amounts of the analytics are written: on the wire they are numbers of dollars. */
import { dollars, shortDollars } from "../../../../core/booking/money.ts";

/** `"$1,235"`, for the marks of a chart. */
export const wholeDollars = (amount: number): string => shortDollars(Math.round(amount) * 100);

/** `"$1,234.50"` */
export const exactDollars = (amount: number): string => dollars(Math.round(amount * 100));
