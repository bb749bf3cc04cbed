/** Which times fit a request: per room and day every start at which the wanted hours are free, what each costs, and the nearest to the requested start (decision 42). Pure. */
import {
  BOOKING_DURATIONS,
  type BookingDuration,
  durationHours,
  type Price,
  priceOf,
} from "../booking/pricing.ts";
import type { BookingTerms } from "../venue/house.ts";
import { type OpeningSchedule, slotsOn } from "../venue/opening-hours.ts";
import type { RoomRates } from "../venue/room-rates.ts";
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  HOUR_MS,
  hoursBetween,
  type VenueDay,
  venueClockOf,
  venueDayOf,
} from "../venue/venue-time.ts";

/** What is looked for. Hours are the venue's clock; `maxCents` bounds the whole visit. */
export interface Wish {
  days: readonly VenueDay[];
  startHour: number;
  hours: number;
  people: number;
  maxCents: number | null;
}

/** What of a room decides whether it fits. */
export interface Candidate {
  id: number;
  capacity: number;
  bookable: boolean;
  rates: RoomRates;
}

/** By room id: the taken hours, as the UTC instants (ms) at which they start. */
export type TakenHours = ReadonlyMap<number, ReadonlySet<number>>;

/** A time that can be booked as it stands: UTC instants, and what it costs in cents. */
interface Fit {
  startsAt: Date;
  endsAt: Date;
  /** The venue's clock at the start. */
  startHour: number;
  duration: BookingDuration;
  price: Price;
}

/** One room on one day on which it is open; `best` is the fit nearest to the start asked for. */
interface RoomDay<Room extends Candidate> {
  room: Room;
  day: VenueDay;
  /** The starts of its free hours, by the venue's clock. */
  freeHours: number[];
  fits: Fit[];
  best: Fit | null;
}

export interface Found<Room extends Candidate> {
  /** By day, and within it in the order of the rooms. */
  roomDays: RoomDay<Room>[];
  tooSmall: Room[];
}

/** By room, the hours that these spans cover. */
export function takenHours(spans: readonly { roomId: number; startsAt: Date; endsAt: Date }[]): TakenHours {
  const taken = new Map<number, Set<number>>();
  for (const { roomId, startsAt, endsAt } of spans) {
    const hours = taken.get(roomId) ?? new Set();
    for (const hour of hoursBetween(startsAt, endsAt)) hours.add(hour.getTime());
    taken.set(roomId, hours);
  }
  return taken;
}

/** A bookable hour: its start, and what the venue's clock shows then. */
interface Slot {
  startsAt: Date;
  hour: number;
}

/** When and where is looked: the house's hours are those of each day. */
interface FindingAt {
  now: Date;
  timeZone: string;
  opening: OpeningSchedule;
}

/** The bookable hours of a day that have not begun; none beyond the last bookable day (decisions 15, 17). */
export function slotsToCome(day: VenueDay, { now, timeZone, opening }: FindingAt): Slot[] {
  if (day > addDays(venueDayOf(now, timeZone), BOOKING_HORIZON_DAYS)) return [];
  return slotsOn(opening, day, timeZone)
    .filter((startsAt) => startsAt > now)
    .map((startsAt) => ({ startsAt, hour: venueClockOf(startsAt, timeZone).hour }));
}

/** Those that nobody has. */
export const freeOf = (slots: readonly Slot[], taken: ReadonlySet<number> | undefined): Slot[] =>
  slots.filter(({ startsAt }) => !taken?.has(startsAt.getTime()));

export function findTimes<Room extends Candidate>(
  rooms: readonly Room[],
  taken: TakenHours,
  wish: Wish,
  at: FindingAt & { terms: Pick<BookingTerms, "downpaymentPercent"> },
): Found<Room> {
  const bookable = rooms.filter((room) => room.bookable);
  const fitting = bookable
    .filter(({ capacity }) => capacity >= wish.people)
    .map((room) => ({ room, offers: offersOf(room.rates, wish, at.terms) }));
  const roomDays = wish.days.flatMap((day) => {
    const slots = slotsToCome(day, at);
    return fitting.flatMap(({ room, offers }) => {
      const free = freeOf(slots, taken.get(room.id));
      if (free.length === 0) return [];
      const fits = fitsOf(free, offers);
      return [
        { room, day, freeHours: free.map(({ hour }) => hour), fits, best: nearest(fits, wish.startHour) },
      ];
    });
  });
  return { roomDays, tooSmall: bookable.filter(({ capacity }) => capacity < wish.people) };
}

/**
 * The same wish in terms of these rooms: the smallest of them that is large enough, and the highest of their prices that may be paid (null
 * where all may). Wishes that find the same are the same.
 */
export function inTermsOf(
  rooms: readonly Candidate[],
  wish: Wish,
  terms: Pick<BookingTerms, "downpaymentPercent">,
): Wish {
  const bookable = rooms.filter((room) => room.bookable);
  const capacities = bookable.map(({ capacity }) => capacity);
  const people = Math.min(...capacities.filter((capacity) => capacity >= wish.people));
  const prices = bookable.flatMap(({ rates }) =>
    offersOf(rates, { hours: wish.hours, maxCents: null }, terms).map(({ price }) => price.totalCents),
  );
  const { maxCents } = wish;
  return {
    ...wish,
    people: Number.isFinite(people) ? people : Math.max(0, ...capacities) + 1,
    maxCents:
      maxCents === null || prices.every((price) => price <= maxCents)
        ? null
        : Math.max(0, ...prices.filter((price) => price <= maxCents)),
  };
}

type Offer = Pick<Fit, "duration" | "price"> & { hours: number };

/** The durations that cover the wished hours and may be paid, the cheapest first; of two alike, the shorter one. */
function offersOf(
  rates: RoomRates,
  { hours, maxCents }: Pick<Wish, "hours" | "maxCents">,
  terms: Pick<BookingTerms, "downpaymentPercent">,
): Offer[] {
  return BOOKING_DURATIONS.map((duration) => ({
    duration,
    hours: durationHours(duration, hours),
    price: priceOf(rates, { duration, hourCount: hours, engineerRequired: false }, terms),
  }))
    .filter((offer) => offer.hours >= hours && (maxCents === null || offer.price.totalCents <= maxCents))
    .sort((a, b) => a.price.totalCents - b.price.totalCents || a.hours - b.hours);
}

/** Where a cheaper duration is longer than what is free, the next one may fit. */
function fitsOf(free: readonly Slot[], offers: readonly Offer[]): Fit[] {
  const runs = freeRuns(free);
  return free.flatMap(({ startsAt, hour }, place) => {
    const offer = offers.find(({ hours }) => hours <= (runs[place] ?? 0));
    if (!offer) return [];
    const { duration, price } = offer;
    const endsAt = new Date(startsAt.getTime() + offer.hours * HOUR_MS);
    return [{ startsAt, endsAt, startHour: hour, duration, price }];
  });
}

/** How many hours in a row are free from each of these on. */
function freeRuns(free: readonly Slot[]): number[] {
  const runs = free.map(() => 1);
  for (let place = free.length - 2; place >= 0; place--) {
    const [at, next] = [free[place]?.startsAt.getTime() ?? 0, free[place + 1]?.startsAt.getTime() ?? 0];
    if (next - at === HOUR_MS) runs[place] = 1 + (runs[place + 1] ?? 0);
  }
  return runs;
}

/** Of two equally near, the earlier: `fits` ascend. */
function nearest(fits: readonly Fit[], startHour: number): Fit | null {
  const distance = (fit: Fit) => Math.abs(fit.startHour - startHour);
  return fits.reduce<Fit | null>(
    (best, fit) => (best === null || distance(fit) < distance(best) ? fit : best),
    null,
  );
}
