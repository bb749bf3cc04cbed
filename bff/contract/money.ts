/** Opens the core's forms of an amount to the browser. */
export { dollars, toAmount, toCents } from "../../core/booking/money.ts";
