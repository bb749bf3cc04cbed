/** Owns how counts are written: thousands apart, an hour and hours told apart. */

export const count = (number: number): string => number.toLocaleString("en-US");

/** `"1 hour"`, `"12 hours"` */
export const hoursWords = (hours: number): string => `${count(hours)} ${hours === 1 ? "hour" : "hours"}`;

/** `"1 slot free"`, `"13 slots free"`: of the free hours of a day, wherever it is told. */
export const slotsFree = (free: number): string => `${count(free)} ${free === 1 ? "slot" : "slots"} free`;
