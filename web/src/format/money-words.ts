/** Owns how amounts of money are put into words: US dollars, cents always, thousands apart. */

const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `"$1,234.50"` of the wire's `"1234.50"` or of a number of dollars. */
export const dollars = (amount: string | number): string => DOLLARS.format(Number(amount));
