/** Writes counts: with thousands separators, and with singular or plural. */
import { counted } from "../../../core/counted.ts";

/** `"1,234"` */
export const count = (number: number): string => number.toLocaleString("en-US");

/** `"1 hour"`, `"12 hours"` */
export const hoursWords = (hours: number): string => counted(hours, "hour");

/** `"1 slot free"`, `"13 slots free"`: a day's free hours, on every screen that shows them. */
export const slotsFree = (free: number): string => counted(free, "slot free", "slots free");

/** `"1 person"`, `"12 people"` */
export const peopleWords = (people: number): string => counted(people, "person", "people");
