/** Opens the core's two forms of an amount to the browser. */
export { toAmount, toCents } from "../../core/booking/money.ts";
