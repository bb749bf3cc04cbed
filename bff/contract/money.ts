/** Opens the core's forms of an amount to the browser. */
export { dollars, LEAST_CARD_CENTS, toAmount, toCents } from "../../core/booking/money.ts";
