/** Says which dates of a series are booked: its quote with what was skipped and swapped, the sums in cents, and what is sent. Pure. */
import type { SeriesQuote, SeriesSubmission } from "../../../../bff/contract/series.ts";
import { toCents } from "../../../../core/booking/rules/money.ts";
import { downpaymentOf } from "../../../../core/booking/rules/pricing.ts";
import { type VenueDay, venueClockOf } from "../../../../core/venue/time/venue-time.ts";
import { clockOf } from "../hours.ts";

type QuotedDate = SeriesQuote["dates"][number];
/** Where a date takes place: instants, and the price in the API's format. */
export type DatePlace = QuotedDate["alternatives"][number];

/** What was chosen in the list, by venue days; plain data, so that a draft can keep it. */
export interface DateChoices {
  skip: readonly VenueDay[];
  swaps: Readonly<Record<VenueDay, Pick<DatePlace, "roomId" | "startTime">>>;
  /** Days that others took while the list was shown. */
  lost: readonly VenueDay[];
}

export const NO_CHOICES: DateChoices = { skip: [], swaps: {}, lost: [] };

export interface ListedDate {
  date: VenueDay;
  /** `left-out`: it is taken or closed, and nothing else was chosen for that day. */
  state: "booked" | "swapped" | "skipped" | "left-out";
  /** What the asked hours of this day are. */
  quoted: QuotedDate["state"];
  /** Where it takes place; for a date that is not booked, where it would. */
  place: DatePlace;
  /** Up to three other places of the day, each free at the time of the quote. */
  alternatives: readonly DatePlace[];
  /** Whether it is left out because others took it while the list was shown. */
  lost: boolean;
}

const isSame = (place: DatePlace, chosen: Pick<DatePlace, "roomId" | "startTime"> | undefined): boolean =>
  place.roomId === chosen?.roomId && place.startTime === chosen.startTime;

/** Every date of the quote in its order. A swap counts only as long as its place is offered. */
export function listDates(
  { dates }: Pick<SeriesQuote, "dates">,
  roomId: number,
  { skip, swaps, lost }: DateChoices,
): ListedDate[] {
  return dates.map(({ date, state: quoted, alternatives, startTime, endTime, totalAmount }) => {
    const own: DatePlace = { roomId, startTime, endTime, totalAmount };
    const swap = alternatives.find((place) => isSame(place, swaps[date]));
    const state = swap
      ? "swapped"
      : quoted !== "free"
        ? "left-out"
        : skip.includes(date)
          ? "skipped"
          : "booked";
    return {
      date,
      state,
      quoted,
      place: swap ?? own,
      alternatives,
      lost: state === "left-out" && lost.includes(date),
    };
  });
}

/** Whether the date will be booked. */
export const isBooked = ({ state }: Pick<ListedDate, "state">): boolean =>
  state === "booked" || state === "swapped";

export interface SeriesSums {
  /** How many dates are booked. */
  count: number;
  totalCents: number;
  downpaymentCents: number;
}

/** The sums over the dates that are booked: the downpayment is a share of each date's price, as the server asks for it. */
export function sumsOf(dates: readonly ListedDate[], terms: Parameters<typeof downpaymentOf>[1]): SeriesSums {
  const cents = dates.filter(isBooked).map(({ place }) => toCents(place.totalAmount) ?? 0);
  const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);
  return {
    count: cents.length,
    totalCents: sum(cents),
    downpaymentCents: sum(cents.map((total) => downpaymentOf(total, terms))),
  };
}

type Exceptions = Required<Pick<SeriesSubmission, "skip" | "swaps">>;

/** What is sent with the rule. Dates that are left out are skipped by name, so that only what was shown is booked. */
export function exceptionsOf(dates: readonly ListedDate[], roomId: number, zone: string): Exceptions {
  const swapped = dates.filter(({ state }) => state === "swapped");
  return {
    skip: dates.filter((date) => !isBooked(date)).map(({ date }) => date),
    swaps: Object.fromEntries(
      swapped.map(({ date, place }) => [
        date,
        {
          ...(place.roomId === roomId ? {} : { roomId: place.roomId }),
          startTime: clockOf(venueClockOf(new Date(place.startTime), zone).hour),
        },
      ]),
    ),
  };
}

/** Skips the date, or books it after all. */
export const toggleSkip = (choices: DateChoices, date: VenueDay): DateChoices => ({
  ...choices,
  skip: choices.skip.includes(date) ? choices.skip.filter((day) => day !== date) : [...choices.skip, date],
});

/** Books the date elsewhere, or no longer if it was chosen already. */
export function toggleSwap(choices: DateChoices, date: VenueDay, place: DatePlace): DateChoices {
  const { [date]: chosen, ...others } = choices.swaps;
  const { roomId, startTime } = place;
  return { ...choices, swaps: isSame(place, chosen) ? others : { ...others, [date]: { roomId, startTime } } };
}

/** Marks days that others took. */
export const withLost = (choices: DateChoices, days: readonly VenueDay[]): DateChoices => ({
  ...choices,
  lost: [...new Set([...choices.lost, ...days])],
});

/** The days that were to be booked before, and are now taken or closed: others were faster. */
export function lostBetween(before: readonly ListedDate[], after: readonly ListedDate[]): VenueDay[] {
  const booked = new Set(before.filter(isBooked).map(({ date }) => date));
  return after.filter(({ date, state }) => state === "left-out" && booked.has(date)).map(({ date }) => date);
}
