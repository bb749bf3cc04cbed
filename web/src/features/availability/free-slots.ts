/** Owns what is free: the state of each hourly slot, of each day, of a chosen span, and the nearest free starts. Pure. */

import type { RoomBooking } from "../../../../bff/contract/room.ts";
import type { House } from "../../../../bff/contract/venue/house-record.ts";
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  HOUR_MS,
  hoursBetween,
  type VenueDay,
  venueDayOf,
} from "../../../../core/venue/venue-time.ts";
import { hoursOfDay, isClosedDay, slotStarts } from "../../format/the-house.ts";
import type { BookingSpan } from "../../session/booking-choice.ts";

/** `held` is somebody else's unpaid hold; `own` was booked from this tab; `closed` is the house's doing. */
export type TakenBy = "booked" | "held" | "own" | "closed";
export type SlotState = "free" | TakenBy | "past";

/** One bookable hour. `hour` is the venue's clock at its start (9–21). */
export interface Slot {
  hour: number;
  startsAt: Date;
  endsAt: Date;
  state: SlotState;
  /** Of a closed hour: why, where visitors are told. */
  reason?: string;
}

/** Everything needed to say what is free in one room: its zone, who has which hour (by UTC start), and the time now. */
export interface RoomHours {
  zone: string;
  taken: ReadonlyMap<number, TakenBy>;
  now: Date;
  /** Why hours are closed, by UTC start; none of those that the house says nothing of. */
  reasons?: ReadonlyMap<number, string>;
  /** By whose opening hours they were made: with other ones they are made anew. */
  house?: House;
}

/**
 * Which hours are taken, by the instant they start at; what a visit keeps free around it is. A hold past its end counts no
 * more: the server gives it up too.
 */
export function takenHours(
  bookings: readonly RoomBooking[],
  own: readonly { startTime: string; endTime: string }[],
  now: Date,
): Map<number, TakenBy> {
  const taken = new Map<number, TakenBy>();
  const ours = new Set(
    own.map((booking) => `${Date.parse(booking.startTime)}-${Date.parse(booking.endTime)}`),
  );
  // An hour of a visit is that, though another may ask for it to stay free.
  const visitsLast = bookings.toSorted(
    (a, b) => Number(b.turnaround ?? false) - Number(a.turnaround ?? false),
  );
  for (const { startTime, endTime, held, heldUntil, blocked } of visitsLast) {
    if (held && heldUntil !== null && Date.parse(heldUntil) <= now.getTime()) continue;
    const isOurs = ours.has(`${Date.parse(startTime)}-${Date.parse(endTime)}`);
    const by = isOurs ? "own" : blocked ? "closed" : held ? "held" : "booked";
    for (const hour of hoursBetween(new Date(startTime), new Date(endTime))) {
      // Visits may have been kept within closed hours: one's own stays that, another's is not told.
      const before = taken.get(hour.getTime());
      if (before === "own" || (before === "closed" && by !== "own")) continue;
      taken.set(hour.getTime(), by);
    }
  }
  return taken;
}

/** Why hours are closed, by the instant they start at, where visitors are told. */
export function closingReasons(bookings: readonly RoomBooking[]): Map<number, string> {
  const reasons = new Map<number, string>();
  for (const { startTime, endTime, reason } of bookings) {
    if (reason === undefined) continue;
    for (const hour of hoursBetween(new Date(startTime), new Date(endTime)))
      reasons.set(hour.getTime(), reason);
  }
  return reasons;
}

/** An hour that has begun can no longer be booked. */
const stateAt = (start: number, { taken, now }: RoomHours): SlotState =>
  taken.get(start) ?? (start <= now.getTime() ? "past" : "free");

/** What is taken without a visit that is moved: what it keeps free around it goes with it. */
export const withoutVisit = (
  bookings: readonly RoomBooking[],
  visit: Pick<RoomBooking, "startTime" | "endTime">,
): RoomBooking[] =>
  bookings.filter(({ startTime, endTime, turnaround }) =>
    turnaround
      ? endTime !== visit.startTime && startTime !== visit.endTime
      : startTime !== visit.startTime || endTime !== visit.endTime,
  );

/** The day's slots in order; none on a closed day. */
export function slotsOf(day: VenueDay, hours: RoomHours): Slot[] {
  const { open } = hoursOfDay(day);
  return slotStarts(day, hours.zone).map((startsAt, index) => {
    const state = stateAt(startsAt.getTime(), hours);
    const reason = state === "closed" ? hours.reasons?.get(startsAt.getTime()) : undefined;
    return {
      hour: open + index,
      startsAt,
      endsAt: new Date(startsAt.getTime() + HOUR_MS),
      state,
      ...(reason === undefined ? {} : { reason }),
    };
  });
}

/** What is left of a day for whoever wants a visit of at least so many hours. */
export interface DayRest {
  /** Starts that can take the visit. */
  starts: number;
  /** Whether an hour is free, be it too short for one. */
  anyFree: boolean;
  /** Where all that is left of it is closed: why, in the house's words, else just that. */
  closed?: string;
}

/** Counts what can be booked, not what is merely free: an hour alone is no start on a page whose visits last two. */
export function restOf(slots: readonly Slot[], leastHours: number): DayRest {
  const closed = closedWords(slots.filter(({ state }) => state !== "past"));
  return {
    starts: slots.filter(({ hour }) => freeRun(slots, hour, leastHours) === leastHours).length,
    anyFree: slots.some((slot) => slot.state === "free"),
    ...(closed === null ? {} : { closed }),
  };
}

function closedWords(ahead: readonly Slot[]): string | null {
  const [first] = ahead;
  if (!first || ahead.some(({ state }) => state !== "closed")) return null;
  const alike = ahead.every(({ reason }) => reason === first.reason);
  return (alike ? first.reason : undefined) ?? "closed";
}

/** The first day from `from` to `until` on which a visit of `leastHours` can start; null where there is none. */
export function firstOpenDay(
  { from, until }: { from: VenueDay; until: VenueDay },
  leastHours: number,
  hours: RoomHours,
): VenueDay | null {
  for (let day = from; day <= until; day = addDays(day, 1)) {
    if (startsOn(day, leastHours, hours).length > 0) return day;
  }
  return null;
}

export type DayRule = "open" | "closed" | "past" | "beyond";

/** The last day that can be booked (DECISIONS Booking). */
export const horizonOf = (today: VenueDay): VenueDay => addDays(today, BOOKING_HORIZON_DAYS);

/** Whether a day can be chosen at all: not closed, not past, not after the last day, 365 days ahead unless told (SPEC §5). */
export function dayRule(day: VenueDay, today: VenueDay, lastDay = horizonOf(today)): DayRule {
  if (day < today) return "past";
  if (day > lastDay) return "beyond";
  return isClosedDay(day) ? "closed" : "open";
}

/** How many hours in a row are free from a start of that day, at most `most`. */
export function freeRun(slots: readonly Slot[], startHour: number, most: number): number {
  const from = slots.findIndex((slot) => slot.hour === startHour);
  if (from < 0) return 0;
  const within = slots.slice(from, from + most);
  const end = within.findIndex((slot) => slot.state !== "free");
  return end < 0 ? within.length : end;
}

/** What keeps a span from being booked, first hour first. `closing`: it would end after 22:00. */
export interface SpanTrouble {
  kind: "taken" | "past" | "closing";
  /** Hours that are free in a row from its start. */
  freeHours: number;
}

/** Whether every hour of the span is free; hours booked from this tab itself are no trouble. Null when all is well. */
export function spanTrouble(span: BookingSpan, hours: RoomHours): SpanTrouble | null {
  const day = venueDayOf(span.startsAt, hours.zone);
  const bookable = new Set(slotStarts(day, hours.zone).map((start) => start.getTime()));
  for (const [freeHours, hour] of hoursBetween(span.startsAt, span.endsAt).entries()) {
    const state = stateAt(hour.getTime(), hours);
    if (!bookable.has(hour.getTime())) return { kind: "closing", freeHours };
    if (state === "past") return { kind: "past", freeHours };
    if (state === "booked" || state === "held" || state === "closed") return { kind: "taken", freeHours };
  }
  return null;
}

/** A start at which the wanted number of hours is free. */
export interface Offer {
  day: VenueDay;
  startHour: number;
}

const MOST_OFFERS = 3;

function startsOn(day: VenueDay, length: number, hours: RoomHours): number[] {
  const slots = slotsOf(day, hours);
  return slots.map(({ hour }) => hour).filter((hour) => freeRun(slots, hour, length) === length);
}

const byNearness = (wanted: number) => (a: number, b: number) =>
  Math.abs(a - wanted) - Math.abs(b - wanted) || a - b;

/**
 * The nearest starts with `length` free hours: up to three on the same day, in the order of the day; where it has none,
 * the nearest start of each of the next days up to `lastDay` (beyond it nothing is known yet).
 */
export function nearestFree(
  wanted: Offer,
  length: number,
  hours: RoomHours,
  lastDay: VenueDay = wanted.day,
): Offer[] {
  const nearest = (day: VenueDay) => startsOn(day, length, hours).sort(byNearness(wanted.startHour));
  const sameDay = nearest(wanted.day)
    .slice(0, MOST_OFFERS)
    .sort((a, b) => a - b);
  if (sameDay.length > 0) return sameDay.map((startHour) => ({ day: wanted.day, startHour }));

  const today = venueDayOf(hours.now, hours.zone);
  const offers: Offer[] = [];
  for (
    let day = addDays(wanted.day, 1);
    day <= lastDay && offers.length < MOST_OFFERS;
    day = addDays(day, 1)
  ) {
    const startHour = dayRule(day, today) === "open" ? nearest(day)[0] : undefined;
    if (startHour !== undefined) offers.push({ day, startHour });
  }
  return offers;
}
