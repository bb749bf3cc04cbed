/** Owns how days and moments read on the staff's dense screens: short, on the venue's clock. */
import { clockTime } from "./time-words.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  formats.set(zone, format);
  return format;
}

/** `"Sat 12 Dec 2026"` */
export const shortDay = (instant: Date, zone: string): string =>
  dayFormat(zone).format(instant).replace(",", "");

/** `"Sat 12 Dec 2026, 3:04 PM"` */
export const moment = (instant: Date, zone: string): string =>
  `${shortDay(instant, zone)}, ${clockTime(instant, zone)}`;

/** `"3:04:07 PM"`, for what is a moment ago. */
export function clockSeconds(instant: Date, zone: string): string {
  const [time, half] = clockTime(instant, zone).split(" ");
  return `${time}:${String(instant.getUTCSeconds()).padStart(2, "0")} ${half}`;
}

/** `"1 booking"`, `"2,500 bookings"` */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
