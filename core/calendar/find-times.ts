/**
 * Finds the times that fit a request: for each room and day every start at which the wanted hours are free, the price of each, and the one
 * nearest to the requested start (decision 42). Pure.
 */
import {
  BOOKING_DURATIONS,
  type BookingDuration,
  durationHours,
  type Price,
  priceOf,
} from "../booking/rules/pricing.ts";
import type { VisitBegin } from "../venue/rooms/price-rules.ts";
import { type RoomRates, variesByTime } from "../venue/rooms/room-rates.ts";
import type { BookingTerms } from "../venue/settings.ts";
import { HOUR_MS, type VenueDay, venueDayOf } from "../venue/time/venue-time.ts";
import {
  freeHours,
  freeRun,
  hoursOn,
  lastBookableDay,
  type RoomCalendar,
  type RoomHour,
} from "./room-hours.ts";

/** What the visitor looks for. Hours are venue-local; `maxCents` is for the whole visit. */
export interface FindRequest {
  days: readonly VenueDay[];
  startHour: number;
  hours: number;
  people: number;
  maxCents: number | null;
}

/** The properties of a room that decide whether it fits. */
export interface Candidate {
  id: number;
  capacity: number;
  bookable: boolean;
  rates: RoomRates;
  /** The shortest hourly booking; one hour if absent. */
  leastHours?: number;
}

/** A time that can be booked right now: UTC instants, and its price in cents. */
interface Fit {
  startsAt: Date;
  endsAt: Date;
  /** The venue-local hour of the start. */
  startHour: number;
  duration: BookingDuration;
  price: Price;
}

/** One room on one day on which the venue is open; `best` is the fit nearest to the start that was asked for. */
interface RoomDay<Room extends Candidate> {
  room: Room;
  day: VenueDay;
  /** The starts of its free hours, venue-local. */
  freeHours: number[];
  fits: Fit[];
  best: Fit | null;
}

export interface FoundTimes<Room extends Candidate> {
  /** By day, and within a day in the order of the rooms. */
  roomDays: RoomDay<Room>[];
  tooSmall: Room[];
}

/** `calendars`: by room id; a room without a calendar has nothing free. */
export function findTimes<Room extends Candidate>(
  rooms: readonly Room[],
  calendars: ReadonlyMap<number, RoomCalendar>,
  wish: FindRequest,
  terms: Pick<BookingTerms, "downpaymentPercent">,
): FoundTimes<Room> {
  const bookable = rooms.filter((room) => room.bookable);
  const fitting = bookable
    .filter(({ capacity }) => capacity >= wish.people)
    .flatMap((room) => {
      const calendar = calendars.get(room.id);
      return calendar ? { room, calendar, offers: offersFrom(room, wish, terms) } : [];
    });
  const roomDays = wish.days.flatMap((day) =>
    fitting.flatMap(({ room, calendar, offers }) => {
      if (day > lastBookableDay(venueDayOf(calendar.now, calendar.zone))) return [];
      const hours = hoursOn(day, calendar);
      const free = freeHours(hours);
      if (free.length === 0) return [];
      const fits = fitsOf(hours, (hour) => offers({ day, hour }));
      return [{ room, day, freeHours: free, fits, best: nearest(fits, wish.startHour) }];
    }),
  );
  return { roomDays, tooSmall: bookable.filter(({ capacity }) => capacity < wish.people) };
}

/**
 * The same wish in terms of these rooms: the smallest capacity that is large enough, and the highest price that may be paid (null if all
 * may). Wishes that find the same times become equal.
 */
export function normalizeFindRequest(
  rooms: readonly Candidate[],
  wish: FindRequest,
  terms: Pick<BookingTerms, "downpaymentPercent">,
): FindRequest {
  const bookable = rooms.filter((room) => room.bookable);
  const capacities = bookable.map(({ capacity }) => capacity);
  const people = Math.min(...capacities.filter((capacity) => capacity >= wish.people));
  const prices = bookable.flatMap(({ rates }) =>
    offersOf(rates, { hours: wish.hours, maxCents: null }, terms).map(({ price }) => price.totalCents),
  );
  const { maxCents } = wish;
  const normal = { ...wish, people: Number.isFinite(people) ? people : Math.max(0, ...capacities) + 1 };
  if (maxCents === null || bookable.some(({ rates }) => variesByTime(rates))) return normal;
  const allArePayable = prices.every((price) => price <= maxCents);
  return {
    ...normal,
    maxCents: allArePayable ? null : Math.max(0, ...prices.filter((price) => price <= maxCents)),
  };
}

type Offer = Pick<Fit, "duration" | "price"> & { hours: number };

/** The durations that cover the wished hours and do not cost more than `maxCents`, cheapest first; at equal prices, the shorter one. */
function offersOf(
  rates: RoomRates,
  { hours, maxCents }: Pick<FindRequest, "hours" | "maxCents">,
  terms: Pick<BookingTerms, "downpaymentPercent">,
  begin?: VisitBegin,
): Offer[] {
  return BOOKING_DURATIONS.map((duration) => ({
    duration,
    hours: durationHours(duration, hours),
    price: priceOf(rates, { duration, hourCount: hours, engineerRequired: false, begin }, terms),
  }))
    .filter((offer) => offer.hours >= hours && (maxCents === null || offer.price.totalCents <= maxCents))
    .sort((a, b) => a.price.totalCents - b.price.totalCents || a.hours - b.hours);
}

/** The offers by the start of the visit; computed once for a room without price rules. A room with a least length has no shorter visit by the hour. */
function offersFrom(
  { rates, leastHours = 1 }: Candidate,
  wish: Pick<FindRequest, "hours" | "maxCents">,
  terms: Pick<BookingTerms, "downpaymentPercent">,
): (begin: VisitBegin) => Offer[] {
  const longEnough = ({ duration, hours }: Offer) => duration !== "hourly" || hours >= leastHours;
  if (variesByTime(rates)) return (begin) => offersOf(rates, wish, terms, begin).filter(longEnough);
  const offers = offersOf(rates, wish, terms).filter(longEnough);
  return () => offers;
}

/** If a cheaper duration is longer than the free hours, the next one may fit. */
const fitsOf = (hours: readonly RoomHour[], offersAt: (hour: number) => readonly Offer[]): Fit[] =>
  hours.flatMap(({ startsAt, hour: startHour }) => {
    const run = freeRun(hours, startHour);
    const offer = offersAt(startHour).find((one) => one.hours <= run);
    if (!offer) return [];
    const { duration, price } = offer;
    return [
      { startsAt, endsAt: new Date(startsAt.getTime() + offer.hours * HOUR_MS), startHour, duration, price },
    ];
  });

/** If two are equally near, the earlier one: `fits` are in ascending order. */
function nearest(fits: readonly Fit[], startHour: number): Fit | null {
  const distance = (fit: Fit) => Math.abs(fit.startHour - startHour);
  return fits.reduce<Fit | null>(
    (best, fit) => (best === null || distance(fit) < distance(best) ? fit : best),
    null,
  );
}
