/** Reads the dates, times and amounts of other products' exports; what can be read in two ways is asked and never guessed (decision 308). Pure. */
import { isVenueDay, type VenueDay } from "../venue/time/venue-time.ts";

export const DAY_ORDERS = ["day-first", "month-first"] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** A day; `ambiguous` if it depends on the order of day and month; null if it is no date. */
export type ReadDay = VenueDay | "ambiguous" | null;

/** Nothing longer is a date or a time. The patterns below would take a second for each 10,000 characters. */
const LONGEST = 100;

export const isTooLong = (text: string): boolean => text.length > LONGEST;

/** Whole words of each month, and their beginnings of three letters or more: `Mardi` is no March. */
const MONTHS: readonly (readonly string[])[] = [
  "january januar janvier",
  "february februar febrero",
  "march marzo",
  "april",
  "may mayo",
  "june juni junio",
  "july juli julio",
  "august",
  "september septembre septiembre",
  "october octobre octubre",
  "november novembre noviembre",
  "december",
].map((words) => words.split(" "));

const dayOf = (year: number, month: number, date: number): VenueDay | null => {
  const day = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  return isVenueDay(day) ? day : null;
};

const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const YEAR_FIRST = /^(\d{4})[/.-]?(\d{2})[/.-]?(\d{2})$/;
const NAMED_MONTH_FIRST = /^(\p{Letter}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const NAMED_DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?\.?[ -](\p{Letter}{3,9})\.?,?[ -](\d{4})$/u;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i;

/**
 * Reads `2026-12-31`, `31.12.2026` (dots: day first), `December 31, 2026`, `31 Dec 2026`, and `12/31/2026` or `31-12-2026` by the order of
 * day and month. Without an order, a date with a number above 12 tells it by itself.
 */
export function readDay(text: string, order: DayOrder | null): ReadDay {
  if (isTooLong(text)) return null;
  const trimmed = text.trim().replace(WEEKDAY, "").replace(/,$/, "").trim();
  const iso = YEAR_FIRST.exec(trimmed);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named = NAMED_MONTH_FIRST.exec(trimmed);
  if (named) return namedDay(named[1], named[2], named[3]);
  const namedLater = NAMED_DAY_FIRST.exec(trimmed);
  if (namedLater) return namedDay(namedLater[2], namedLater[1], namedLater[3]);
  const numbers = NUMBERS.exec(trimmed);
  if (!numbers) return null;
  const [first, separator, second, year] = [
    Number(numbers[1]),
    numbers[2],
    Number(numbers[3]),
    Number(numbers[4]),
  ];
  const dayFirst = dayOf(year, second, first);
  if (separator === ".") return dayFirst;
  const monthFirst = dayOf(year, first, second);
  if (order !== null) return order === "day-first" ? dayFirst : monthFirst;
  if (dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst) return "ambiguous";
  return dayFirst ?? monthFirst;
}

function namedDay(month = "", date = "", year = ""): VenueDay | null {
  const written = month.toLowerCase();
  const at = MONTHS.findIndex((words) => words.some((word) => word.startsWith(written)));
  return at < 0 ? null : dayOf(Number(year), at + 1, Number(date));
}

/** The order that this date shows by a number above 12; null if it shows none. */
export function shownOrder(text: string): DayOrder | null {
  const numbers = NUMBERS.exec(text.trim());
  if (!numbers || numbers[2] === ".") return null;
  if (Number(numbers[1]) > 12) return "day-first";
  return Number(numbers[3]) > 12 ? "month-first" : null;
}

export interface Clock {
  /** 0 to 24. */
  hour: number;
  minute: number;
}

const CLOCK = /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?(?:\s*uhr)?$/i;

/** Reads `14:00`, `14:00:00`, `2 PM`, `2:00 pm`, `14h00`, `14.00 Uhr`; null if it is no time. A bare number is none. */
export function readClock(text: string): Clock | null {
  if (isTooLong(text)) return null;
  const trimmed = text.trim();
  const read = CLOCK.exec(trimmed);
  if (!read || /^\d+$/.test(trimmed)) return null;
  const meridiem = read[3]?.toLowerCase();
  const shown = Number(read[1]);
  const minute = Number(read[2] ?? 0);
  if (minute > 59 || shown > (meridiem ? 12 : 24) || (meridiem && shown < 1)) return null;
  const hour = meridiem ? (shown % 12) + (meridiem === "p" ? 12 : 0) : shown;
  return hour === 24 && minute > 0 ? null : { hour, minute };
}

/** A text with a date and a time as its two parts; a part that is absent is null. */
export function splitDateTime(text: string): { date: string | null; time: string | null } {
  const trimmed = text.trim();
  if (isTooLong(trimmed)) return { date: trimmed, time: null };
  if (readClock(trimmed)) return { date: null, time: trimmed };
  const dateFirst = /^(.*?\d{4}|\d{4}[/.-]\d{2}[/.-]\d{2})(?:[T,]|\s|\sat\s)+(\d{1,2}.*)$/i.exec(trimmed);
  if (dateFirst) return { date: dateFirst[1] ?? null, time: dateFirst[2] ?? null };
  const timeFirst = /^(\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?)[\s,-]+(.*\d{4}.*)$/i.exec(trimmed);
  if (timeFirst) return { date: timeFirst[2] ?? null, time: timeFirst[1] ?? null };
  return { date: trimmed, time: null };
}

/**
 * Reads an amount as cents: `150`, `150.00`, `1,234.50`, `1.234,50`, `€ 150,00`. Null if it is none, or if its only separator may be of
 * thousands or of decimals: `1,500`.
 */
export function readAmount(text: string): number | null {
  const digits = text.replace(/[\p{Currency_Symbol}\s'’]|\b[A-Z]{3}\b/gu, "");
  if (!/^\d[\d.,]*$/.test(digits)) return null;
  const decimalAt = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const separators = digits.replace(/\d/g, "");
  if (decimalAt < 0) return centsOf(digits, "");
  const decimals = digits.slice(decimalAt + 1);
  const [units, groups] = [digits.slice(0, decimalAt), separators.slice(0, -1)];
  if (new Set(separators).size === 1 && (separators.length > 1 || decimals.length === 3)) {
    // One kind of separator: between groups of three it counts thousands, but a single one may be either.
    return separators.length > 1 && /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) ? centsOf(digits, "") : null;
  }
  const isGrouped = groups === "" || (new Set(groups).size === 1 && /^\d{1,3}(?:[.,]\d{3})+$/.test(units));
  return isGrouped && decimals.length <= 2 ? centsOf(units, decimals) : null;
}

function centsOf(units: string, decimals: string): number | null {
  const whole = units.replace(/[.,]/g, "");
  return whole.length > 9 ? null : Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}
