/**
 * Says which dates of a series are booked: the server's quote with what was skipped and swapped becomes a list, its sums and what is sent.
 * For visitors and staff. Pure; integer cents, UTC instants.
 */
import type { SeriesQuote, SeriesSubmission } from "../../../../bff/contract/series.ts";
import { toCents } from "../../../../core/booking/rules/money.ts";
import { downpaymentOf } from "../../../../core/booking/rules/pricing.ts";
import { HOURS_FOR_ANOTHER_ROOM } from "../../../../core/booking/series/repeat.ts";
import { type VenueDay, venueClockOf } from "../../../../core/venue/time/venue-time.ts";
import { clockOf } from "../hours.ts";

type QuotedDate = SeriesQuote["dates"][number];
/** Another room or hour on the same day, as the server offers it: instants, and the price in the API's format. */
export type DatePlace = QuotedDate["alternatives"][number];

/** What was chosen in the list, by venue days; plain data, so that a draft can keep it. */
export interface DateChoices {
  skip: readonly VenueDay[];
  swaps: Readonly<Record<VenueDay, DatePlace>>;
}

export const NO_CHOICES: DateChoices = { skip: [], swaps: {} };

export interface ListedDate {
  day: VenueDay;
  /** `swapped`: it takes place elsewhere. Only free and swapped dates are booked. */
  state: "free" | "taken" | "closed" | "skipped" | "swapped";
  startsAt: Date;
  endsAt: Date;
  roomId: number;
  cents: number;
  /** The usual hours, if it is swapped. */
  usual: { startsAt: Date; endsAt: Date } | null;
  /** Where else it could take place that day, the chosen place among them; none for a date that is skipped or free as asked. */
  places: readonly DatePlace[];
}

const spanOf = ({ startTime, endTime }: { startTime: string; endTime: string }) => ({
  startsAt: new Date(startTime),
  endsAt: new Date(endTime),
});

export const isSamePlace = (
  one: Pick<DatePlace, "roomId" | "startTime">,
  other: Pick<DatePlace, "roomId" | "startTime">,
): boolean => one.roomId === other.roomId && one.startTime === other.startTime;

const away = (place: Pick<DatePlace, "roomId" | "startTime">, date: QuotedDate, roomId: number): number =>
  Math.abs(Date.parse(place.startTime) - Date.parse(date.startTime)) / 3_600_000 +
  (place.roomId === roomId ? 0 : HOURS_FOR_ANOTHER_ROOM);

const MOST_OFFERED = 3;

/**
 * Whether a chosen place is free no longer: the server offers the nearest free ones, and it is not among them though it is nearer, or though
 * there are fewer than can be offered.
 */
function isSwapLost(swap: DatePlace, date: QuotedDate, roomId: number): boolean {
  const { alternatives, state } = date;
  if (state === "free" || alternatives.some((place) => isSamePlace(swap, place))) return false;
  if (alternatives.length < MOST_OFFERED) return true;
  return alternatives.every((place) => away(swap, date, roomId) < away(place, date, roomId));
}

/** The list, in the order of the days. `lost`: days that an attempt to book has found taken, although the quote does not know it yet. */
export const listDates = (
  { dates }: Pick<SeriesQuote, "dates">,
  roomId: number,
  { skip, swaps }: DateChoices,
  lost: readonly VenueDay[] = [],
): ListedDate[] =>
  dates.map((quoted) => {
    const { date: day, alternatives, totalAmount } = quoted;
    const usual = spanOf(quoted);
    const plain = { day, ...usual, roomId, cents: toCents(totalAmount) ?? 0, usual: null, places: [] };
    if (skip.includes(day)) return { ...plain, state: "skipped" };
    const swap = swaps[day];
    if (swap && !lost.includes(day) && !isSwapLost(swap, quoted, roomId)) {
      const known = alternatives.find((place) => isSamePlace(swap, place));
      const place = known ?? swap;
      return {
        ...plain,
        ...spanOf(place),
        roomId: place.roomId,
        cents: toCents(place.totalAmount) ?? 0,
        state: "swapped",
        usual,
        places: known ? alternatives : [...alternatives, swap],
      };
    }
    const isLost = lost.includes(day) && quoted.state === "free";
    return { ...plain, state: isLost ? "taken" : quoted.state, places: alternatives };
  });

/** Whether the date will be booked. */
export const isBooked = ({ state }: Pick<ListedDate, "state">): boolean =>
  state === "free" || state === "swapped";

export interface SeriesSums {
  /** How many dates are booked. */
  count: number;
  totalCents: number;
  downpaymentCents: number;
  remainingCents: number;
}

/** The sums over the dates that are booked: the downpayment is a share of each date's price, as the server asks for it. */
export function sumsOf(dates: readonly ListedDate[], terms: Parameters<typeof downpaymentOf>[1]): SeriesSums {
  const booked = dates.filter(isBooked);
  const totalCents = booked.reduce((sum, { cents }) => sum + cents, 0);
  const downpaymentCents = booked.reduce((sum, { cents }) => sum + downpaymentOf(cents, terms), 0);
  return {
    count: booked.length,
    totalCents,
    downpaymentCents,
    remainingCents: totalCents - downpaymentCents,
  };
}

type Exceptions = Required<Pick<SeriesSubmission, "skip" | "swaps">>;

/** What is sent with the rule. Dates that are not booked are skipped by name, so that only what was shown is booked. */
export const exceptionsOf = (dates: readonly ListedDate[], zone: string): Exceptions => ({
  skip: dates.filter((date) => !isBooked(date)).map(({ day }) => day),
  swaps: Object.fromEntries(
    dates
      .filter(({ state }) => state === "swapped")
      .map(({ day, roomId, startsAt }) => [
        day,
        { roomId, startTime: clockOf(venueClockOf(startsAt, zone).hour) },
      ]),
  ),
});

/** The choices with this date skipped, or booked after all. */
export const withSkip = (choices: DateChoices, day: VenueDay, isSkipped: boolean): DateChoices => ({
  ...choices,
  skip: [...choices.skip.filter((one) => one !== day), ...(isSkipped ? [day] : [])],
});

/** The choices with this date at another place; null: at its usual one. */
export function withSwap(choices: DateChoices, day: VenueDay, place: DatePlace | null): DateChoices {
  const { [day]: _, ...others } = choices.swaps;
  return { ...choices, swaps: place ? { ...others, [day]: place } : others };
}

/** The days that were booked before, and are taken or closed now: others were faster. */
export const lostSince = (before: readonly ListedDate[], now: readonly ListedDate[]): VenueDay[] =>
  now
    .filter(
      ({ day, state }) =>
        (state === "taken" || state === "closed") &&
        before.some((date) => date.day === day && isBooked(date)),
    )
    .map(({ day }) => day);
