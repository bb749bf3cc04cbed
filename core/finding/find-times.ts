/** Owns which times fit a wish: per room and day every start at which the wished hours are free, what each costs, and the nearest to the one asked for (DECISIONS, the venue's calls). Pure. */
import {
  BOOKING_DURATIONS,
  type BookingDuration,
  durationHours,
  type Price,
  priceOf,
} from "../booking/pricing.ts";
import type { RoomRates } from "../venue/room-rates.ts";
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  HOUR_MS,
  hoursBetween,
  slotStarts,
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
export interface Fit {
  startsAt: Date;
  endsAt: Date;
  /** The venue's clock at the start. */
  startHour: number;
  duration: BookingDuration;
  price: Price;
}

/** One room on one day on which it is open; `best` is the fit nearest to the start asked for. */
export interface RoomDay<Room extends Candidate> {
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

/** The bookable hours of a day that nobody has and that have not begun; none beyond the horizon (SPEC §9, DECISIONS Booking). */
export function freeSlots(
  day: VenueDay,
  taken: ReadonlySet<number> | undefined,
  { now, timeZone }: { now: Date; timeZone: string },
): Date[] {
  if (day > addDays(venueDayOf(now, timeZone), BOOKING_HORIZON_DAYS)) return [];
  return slotStarts(day, timeZone).filter((slot) => slot > now && !taken?.has(slot.getTime()));
}

export function findTimes<Room extends Candidate>(
  rooms: readonly Room[],
  taken: TakenHours,
  wish: Wish,
  at: { now: Date; timeZone: string },
): Found<Room> {
  const bookable = rooms.filter((room) => room.bookable);
  const fitting = bookable
    .filter(({ capacity }) => capacity >= wish.people)
    .map((room) => ({ room, offers: offersOf(room.rates, wish) }));
  const roomDays = wish.days.flatMap((day) =>
    fitting.flatMap(({ room, offers }) => {
      const slots = freeSlots(day, taken.get(room.id), at);
      if (slots.length === 0) return [];
      const fits = fitsOf(slots, offers, at.timeZone);
      return [
        {
          room,
          day,
          freeHours: slots.map((slot) => venueClockOf(slot, at.timeZone).hour),
          fits,
          best: nearest(fits, wish.startHour),
        },
      ];
    }),
  );
  return { roomDays, tooSmall: bookable.filter(({ capacity }) => capacity < wish.people) };
}

type Offer = Pick<Fit, "duration" | "price"> & { hours: number };

/** The durations that cover the wished hours and may be paid, the cheapest first; of two alike, the shorter one. */
function offersOf(rates: RoomRates, { hours, maxCents }: Pick<Wish, "hours" | "maxCents">): Offer[] {
  return BOOKING_DURATIONS.map((duration) => ({
    duration,
    hours: durationHours(duration, hours),
    price: priceOf(rates, { duration, hourCount: hours, engineerRequired: false }),
  }))
    .filter((offer) => offer.hours >= hours && (maxCents === null || offer.price.totalCents <= maxCents))
    .sort((a, b) => a.price.totalCents - b.price.totalCents || a.hours - b.hours);
}

/** Where a cheaper duration is longer than what is free, the next one may fit. */
function fitsOf(slots: readonly Date[], offers: readonly Offer[], timeZone: string): Fit[] {
  const free = new Set(slots.map((slot) => slot.getTime()));
  return slots.flatMap((startsAt) => {
    const endOf = ({ hours }: Offer) => new Date(startsAt.getTime() + hours * HOUR_MS);
    const offer = offers.find((each) =>
      hoursBetween(startsAt, endOf(each)).every((hour) => free.has(hour.getTime())),
    );
    if (!offer) return [];
    const { duration, price } = offer;
    return [
      { startsAt, endsAt: endOf(offer), startHour: venueClockOf(startsAt, timeZone).hour, duration, price },
    ];
  });
}

/** Of two equally near, the earlier: `fits` ascend. */
function nearest(fits: readonly Fit[], startHour: number): Fit | null {
  const distance = (fit: Fit) => Math.abs(fit.startHour - startHour);
  return fits.reduce<Fit | null>(
    (best, fit) => (best === null || distance(fit) < distance(best) ? fit : best),
    null,
  );
}
