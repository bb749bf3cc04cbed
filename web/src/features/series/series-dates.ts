/**
 * The state of a series while it is chosen: what the server tells of each date, with the visitor's skips and swaps, becomes a list, its sums
 * and what is sent. Pure; integer cents, UTC instants.
 */
import type { SeriesQuote } from "../../../../bff/contract/series.ts";
import { toCents } from "../../../../core/booking/rules/money.ts";
import { downpaymentOf } from "../../../../core/booking/rules/pricing.ts";
import { HOURS_FOR_ANOTHER_ROOM } from "../../../../core/booking/series/repeat.ts";
import { type VenueDay, venueClockOf } from "../../../../core/venue/time/venue-time.ts";
import { clockOf } from "../../format/hours.ts";
import type { SeriesDraft } from "../../session/booking-draft.ts";

/** Another room or hour on the same day, as the server offers it. */
export type SeriesPlace = SeriesQuote["dates"][number]["alternatives"][number];

type QuotedDate = SeriesQuote["dates"][number];

export interface SeriesDate {
  day: VenueDay;
  /** `swapped`: it takes place elsewhere. Only free and swapped dates are booked. */
  state: "free" | "taken" | "closed" | "skipped" | "swapped";
  startsAt: Date;
  endsAt: Date;
  roomId: number;
  cents: number;
  /** The usual hours, if it is swapped. */
  usual: { startsAt: Date; endsAt: Date } | null;
  /** Free places of that day, if it is neither booked nor skipped. */
  places: readonly SeriesPlace[];
}

interface Exceptions {
  roomId: number;
  skip: readonly VenueDay[];
  swaps: SeriesDraft["swaps"];
  /** Days that an attempt to book has found taken, although the quote does not know it yet. */
  lost: readonly VenueDay[];
}

const spanOf = ({ startTime, endTime }: { startTime: string; endTime: string }) => ({
  startsAt: new Date(startTime),
  endsAt: new Date(endTime),
});

const isSamePlace = (one: SeriesDraft["swaps"][string], other: SeriesPlace): boolean =>
  one.roomId === other.roomId && one.startTime === other.startTime;

const away = (place: { roomId: number; startTime: string }, date: QuotedDate, roomId: number): number =>
  Math.abs(Date.parse(place.startTime) - Date.parse(date.startTime)) / 3_600_000 +
  (place.roomId === roomId ? 0 : HOURS_FOR_ANOTHER_ROOM);

const MOST_OFFERED = 3;

/**
 * Whether a chosen place is free no longer: the server offers the nearest free ones, and it is not among them though it is nearer, or though
 * there are fewer than can be offered.
 */
function isSwapLost(swap: SeriesDraft["swaps"][string], date: QuotedDate, roomId: number): boolean {
  const { alternatives, state } = date;
  if (state === "free" || alternatives.some((place) => isSamePlace(swap, place))) return false;
  if (alternatives.length < MOST_OFFERED) return true;
  return alternatives.every((place) => away(swap, date, roomId) < away(place, date, roomId));
}

/** The list, in the order of the days. */
export const datesOf = (
  { dates }: Pick<SeriesQuote, "dates">,
  { roomId, skip, swaps, lost }: Exceptions,
): SeriesDate[] =>
  dates.map((quoted) => {
    const { date: day, alternatives, totalAmount } = quoted;
    const usual = spanOf(quoted);
    const plain = { day, ...usual, roomId, cents: toCents(totalAmount) ?? 0, usual: null, places: [] };
    if (skip.includes(day)) return { ...plain, state: "skipped" };
    const swap = swaps[day];
    if (swap && !lost.includes(day) && !isSwapLost(swap, quoted, roomId)) {
      const known = alternatives.find((place) => isSamePlace(swap, place)) ?? swap;
      return {
        ...plain,
        ...spanOf(known),
        roomId: known.roomId,
        cents: toCents(known.totalAmount) ?? 0,
        state: "swapped",
        usual,
      };
    }
    const isLost = lost.includes(day) && quoted.state === "free";
    return { ...plain, state: isLost ? "taken" : quoted.state, places: alternatives };
  });

export const isBooked = ({ state }: SeriesDate): boolean => state === "free" || state === "swapped";

/** What the booked dates cost; each date has its own downpayment. */
export function sumsOf(dates: readonly SeriesDate[], downpaymentPercent: number) {
  const booked = dates.filter(isBooked);
  const totalCents = booked.reduce((sum, { cents }) => sum + cents, 0);
  const downpaymentCents = booked.reduce(
    (sum, { cents }) => sum + downpaymentOf(cents, { downpaymentPercent }),
    0,
  );
  return { totalCents, downpaymentCents, remainingCents: totalCents - downpaymentCents };
}

/** Where the dates differ from the rule, as `POST /api/series` asks for it. Closed dates are left out by the server. */
export const exceptionsOf = (dates: readonly SeriesDate[], zone: string) => ({
  skip: dates.filter(({ state }) => state === "skipped").map(({ day }) => day),
  swaps: Object.fromEntries(
    dates
      .filter(({ state }) => state === "swapped")
      .map(({ day, roomId, startsAt }) => [
        day,
        { roomId, startTime: clockOf(venueClockOf(startsAt, zone).hour) },
      ]),
  ),
});

/** The days that were booked before, and are taken now. */
export const lostSince = (before: readonly SeriesDate[], now: readonly SeriesDate[]): VenueDay[] =>
  now
    .filter(
      ({ day, state }) => state === "taken" && before.some((date) => date.day === day && isBooked(date)),
    )
    .map(({ day }) => day);
