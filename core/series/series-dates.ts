/**
 * Says of each date of a series whether its hours are free, taken or closed, what it costs, and where else it could take place that day.
 * Pure; integer cents, UTC instants, venue-local hours.
 */
import { type BookingDuration, type Price, priceOf, visitBegin } from "../booking/rules/pricing.ts";
import { HOURS_FOR_ANOTHER_ROOM } from "../booking/series/repeat.ts";
import { hoursOn, instantsOf, type RoomCalendar, type RoomHour, startsFor } from "../calendar/room-hours.ts";
import type { Span } from "../calendar/taken-hours.ts";
import type { Room } from "../venue/rooms/rooms.ts";
import type { BookingTerms } from "../venue/settings.ts";
import { HOUR_MS, instantAt, type VenueDay } from "../venue/time/venue-time.ts";

/** What is booked on every date. */
export interface SeriesVisit {
  roomId: number;
  /** Venue-local, the end excluded. */
  hours: { start: number; end: number };
  duration: BookingDuration;
  attendees: number | null;
  engineerRequired: boolean;
}

/** A date takes place in another room or from another hour. */
export interface DateSwap {
  roomId?: number | undefined;
  startHour?: number | undefined;
}

/** Where a date takes place, with its price. */
export interface PricedPlace extends Span {
  roomId: number;
  price: Price;
}

/**
 * `closed`: the venue is closed that day or at these hours, or a closure covers the whole day. A closure of some hours takes them as a
 * booking does.
 */
type DateState = "free" | "taken" | "closed";

export interface PlannedDate extends PricedPlace {
  day: VenueDay;
  state: DateState;
}

export interface Plan {
  rooms: readonly Room[];
  calendars: ReadonlyMap<number, RoomCalendar>;
  terms: Pick<BookingTerms, "downpaymentPercent">;
}

/** The most that a date is offered instead. */
const MOST_ALTERNATIVES = 3;

/** The date with its hours. The instants of a date on which the venue does not have these hours are what its clock would show. */
export function planDate(
  visit: SeriesVisit,
  day: VenueDay,
  { rooms, calendars, terms }: Plan,
  swap: DateSwap = {},
): PlannedDate | null {
  const roomId = swap.roomId ?? visit.roomId;
  const room = rooms.find(({ id }) => id === roomId);
  const calendar = calendars.get(roomId);
  if (!room || !calendar) return null;
  const start = swap.startHour ?? visit.hours.start;
  const wanted = { start, end: start + visit.hours.end - visit.hours.start };
  const hours = hoursOn(day, calendar);
  const span = instantsOf(hours, wanted);
  const at = span ?? spanOf(day, wanted, calendar);
  const isClosed = span === null || hours.every(({ state }) => state === "closed");
  const state: DateState = isClosed ? "closed" : isFree(hours, wanted) ? "free" : "taken";
  return { day, state, roomId, ...at, price: priceIn(room, visit, at, { calendar, terms }) };
}

const isFree = (hours: readonly RoomHour[], { start, end }: { start: number; end: number }): boolean =>
  startsFor(hours, end - start).includes(start);

/** Hours that the day does not have. */
function spanOf(day: VenueDay, { start, end }: { start: number; end: number }, { zone }: RoomCalendar): Span {
  const startsAt = instantAt(day, start, zone);
  return { startsAt, endsAt: new Date(startsAt.getTime() + (end - start) * HOUR_MS) };
}

const priceIn = (
  { rates }: Pick<Room, "rates">,
  { duration, engineerRequired }: SeriesVisit,
  { startsAt, endsAt }: Span,
  { calendar, terms }: { calendar: RoomCalendar; terms: Plan["terms"] },
): Price =>
  priceOf(
    rates,
    {
      duration,
      hourCount: (endsAt.getTime() - startsAt.getTime()) / HOUR_MS,
      engineerRequired,
      begin: visitBegin(startsAt, calendar.zone),
    },
    terms,
  );

/**
 * Up to three other places for the date, each free: in the same room at the nearest other hours, and in other rooms that fit. Another room
 * counts as some hours away, since a guest who chose this one would rather come earlier or later.
 */
export function alternativesOf(visit: SeriesVisit, day: VenueDay, plan: Plan): PricedPlace[] {
  const length = visit.hours.end - visit.hours.start;
  return plan.rooms
    .filter((room) => fits(room, visit, length))
    .flatMap((room, order) => {
      const calendar = plan.calendars.get(room.id);
      if (!calendar) return [];
      const hours = hoursOn(day, calendar);
      const away = (start: number): number =>
        Math.abs(start - visit.hours.start) + (room.id === visit.roomId ? 0 : HOURS_FOR_ANOTHER_ROOM);
      return startsFor(hours, length).map((start) => ({
        room,
        order,
        start,
        away: away(start),
        hours,
        calendar,
      }));
    })
    .sort((a, b) => a.away - b.away || a.order - b.order || a.start - b.start)
    .slice(0, MOST_ALTERNATIVES)
    .flatMap(({ room, start, hours, calendar }) => {
      const span = instantsOf(hours, { start, end: start + length });
      if (!span) return [];
      return [
        { roomId: room.id, ...span, price: priceIn(room, visit, span, { calendar, terms: plan.terms }) },
      ];
    });
}

/** Whether visitors could book the visit in this room at all. */
const fits = (
  { bookable, capacity, engineerAvailable, leastHours }: Room,
  { attendees, engineerRequired, duration }: SeriesVisit,
  length: number,
): boolean =>
  bookable &&
  (attendees === null || attendees <= capacity) &&
  (!engineerRequired || engineerAvailable) &&
  (duration !== "hourly" || length >= leastHours);

/** The sums over the dates, in cents: what a series costs. */
export const sumOf = (
  dates: readonly { price: Pick<Price, "totalCents" | "downpaymentCents"> }[],
): { totalCents: number; downpaymentCents: number } => ({
  totalCents: dates.reduce((sum, { price }) => sum + price.totalCents, 0),
  downpaymentCents: dates.reduce((sum, { price }) => sum + price.downpaymentCents, 0),
});
