/** Formats the amounts of the analytics, which are numbers of units of the currency on the wire. */
import { formatMoney, formatShortMoney } from "../../../../core/booking/rules/money.ts";

/** `"$1,235"`, for a chart's axis. */
export const wholeAmount = (amount: number): string => formatShortMoney(Math.round(amount) * 100);

/** `"$1,234.50"` */
export const exactAmount = (amount: number): string => formatMoney(Math.round(amount * 100));
