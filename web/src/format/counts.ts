/** Owns how counts are written: thousands apart, an hour and hours told apart. */

export const count = (number: number): string => number.toLocaleString("en-US");

/** `"1 hour"`, `"12 hours"` */
export const hoursWords = (hours: number): string => `${count(hours)} ${hours === 1 ? "hour" : "hours"}`;
