/** Writes counts: with thousands separators, and with singular or plural. */
import { countText } from "../../../core/text/count-text.ts";

/** `"1,234"` */
export const count = (number: number): string => number.toLocaleString("en-US");

/** `"1 hour"`, `"12 hours"` */
export const hoursText = (hours: number): string => countText(hours, "hour");

/** `"1 slot free"`, `"13 slots free"`: a day's free hours, on every screen that shows them. */
export const slotsFree = (free: number): string => countText(free, "slot free", "slots free");

/** `"1 person"`, `"12 people"` */
export const peopleText = (people: number): string => countText(people, "person", "people");
