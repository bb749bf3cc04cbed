/** Owns how mails write amounts and times: US dollars, and the venue's own clock with its zone. */
import { toAmount } from "../../../core/booking/money.ts";

/** `7500` cents → `$75.00`. */
export const dollars = (cents: number): string => `$${toAmount(cents)}`;

type Style = Intl.DateTimeFormatOptions;

const DAY: Style = { weekday: "long", month: "long", day: "numeric", year: "numeric" };
const SHORT_DAY: Style = { weekday: "short", month: "short", day: "numeric" };
const CLOCK: Style = { hour: "numeric", minute: "2-digit" };
const ZONE: Style = { timeZoneName: "short" };

/** Made once for each style and zone: to make one costs a hundred times as much as to use it. */
const formatters = new Map<Style, Map<string, Intl.DateTimeFormat>>();

function formatter(timeZone: string, style: Style): Intl.DateTimeFormat {
  const byZone = formatters.get(style) ?? new Map<string, Intl.DateTimeFormat>();
  formatters.set(style, byZone);
  const made = byZone.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { ...style, timeZone });
  byZone.set(timeZone, made);
  return made;
}

/** The formatter writes a narrow no-break space before AM and PM, which mail programs show as a box. */
const written = (instant: Date, timeZone: string, style: Style): string =>
  formatter(timeZone, style).format(instant).replaceAll("\u202f", " ");

export interface VenueWords {
  /** `Saturday, December 12, 2026`. */
  day(instant: Date): string;
  /** `10:00 AM to 1:00 PM EST`. */
  hours(startsAt: Date, endsAt: Date): string;
  /** `Sat, Dec 12, 10:00 AM`, for subjects. */
  short(instant: Date): string;
  /** `Sat, Dec 12, 10:00 AM EST`, for deadlines. */
  moment(instant: Date): string;
}

export function venueWords(timeZone: string): VenueWords {
  const short = (instant: Date): string =>
    `${written(instant, timeZone, SHORT_DAY)}, ${written(instant, timeZone, CLOCK)}`;
  const zoneAt = (instant: Date): string =>
    formatter(timeZone, ZONE)
      .formatToParts(instant)
      .find((part) => part.type === "timeZoneName")?.value ?? timeZone;
  return {
    day: (instant) => written(instant, timeZone, DAY),
    hours: (startsAt, endsAt) =>
      `${written(startsAt, timeZone, CLOCK)} to ${written(endsAt, timeZone, CLOCK)} ${zoneAt(startsAt)}`,
    short,
    moment: (instant) => `${short(instant)} ${zoneAt(instant)}`,
  };
}
