/** What a person who waits wishes for, and where it fits. Pure, safe in a browser. Venue days and venue-local whole hours. */
import { freeRun, type RoomHour } from "../../calendar/room-hours.ts";
import { HOUR_MS, type VenueDay } from "../../venue/time/venue-time.ts";
import type { BookingDuration } from "../rules/pricing.ts";

export interface Wish {
  /** In the order in which they are tried. */
  roomIds: readonly number[];
  /** A room that is not among them will do too: they were all that suited when the person joined. */
  anyRoom: boolean;
  /** The first and the last day, both included. */
  day: VenueDay;
  until: VenueDay;
  /** The visit lies within these hours: from 18 to 22, for example. */
  from: number;
  to: number;
  hours: number;
  duration: BookingDuration;
  attendees: number | null;
  engineerRequired: boolean;
}

/** The first and the last of some days in a row, both included. */
export type WishDays = Pick<Wish, "day" | "until">;

/** The wish on these days only; no day is left of it if it has none of them. */
export const wishWithin = (wish: Wish, { day, until }: WishDays): Wish => ({
  ...wish,
  day: wish.day < day ? day : wish.day,
  until: wish.until > until ? until : wish.until,
});

/** What a room must have to be offered. */
export interface OfferedRoom {
  id: number;
  capacity: number;
  engineerAvailable: boolean;
  leastHours: number;
  /** Visitors may book it now. */
  open: boolean;
}

/** Hours of one room that can be offered: UTC instants. */
export interface Fit {
  roomId: number;
  day: VenueDay;
  startsAt: Date;
  endsAt: Date;
}

/** Nothing is offered that begins sooner. */
export const LEAST_LEAD_MS = HOUR_MS;

/** Whether both wishes could be served by one and the same hour of a room. */
export const sharesHour = (a: Wish, b: Wish): boolean =>
  a.day <= b.until &&
  b.day <= a.until &&
  a.from < b.to &&
  b.from < a.to &&
  (a.anyRoom || b.anyRoom || a.roomIds.some((id) => b.roomIds.includes(id)));

/** Whether the wish can be served in this room at all. */
export const suits = (
  { attendees, engineerRequired, duration, hours }: Wish,
  room: Omit<OfferedRoom, "id">,
): boolean =>
  room.open &&
  (attendees ?? 0) <= room.capacity &&
  (!engineerRequired || room.engineerAvailable) &&
  (duration !== "hourly" || hours >= room.leastHours);

/** The hours of a room on a day, with what is free now. `freed`: an offer must have one of these hours; null if it need not. */
export interface FreeDay {
  roomId: number;
  day: VenueDay;
  hours: readonly RoomHour[];
  freed: ReadonlySet<number> | null;
}

/** Every start on this day at which the wish fits whole, ascending. */
export function fitsOn({ from, to, hours: length }: Wish, on: FreeDay, now: Date): Fit[] {
  const { roomId, day, hours, freed } = on;
  return hours.flatMap(({ hour, startsAt }, at) => {
    if (hour < from || hour + length > to || startsAt.getTime() < now.getTime() + LEAST_LEAD_MS) return [];
    if (freeRun(hours, hour, length) < length) return [];
    const visit = hours.slice(at, at + length);
    if (freed && !visit.some((one) => freed.has(one.startsAt.getTime()))) return [];
    const last = visit.at(-1);
    if (!last || !isWhole(visit, hours[at + length])) return [];
    return [{ roomId, day, startsAt, endsAt: last.endsAt }];
  });
}

/** Whether each hour ends as the next begins: on the day on which the clock changes it skips an hour, or shows one twice. */
const isWhole = (visit: readonly RoomHour[], after: RoomHour | undefined): boolean =>
  visit.every(({ endsAt }, i) => {
    const next = visit[i + 1];
    // One hour more may lie between the visit and what comes after it.
    return next ? endsAt.getTime() === next.startsAt.getTime() : !after || endsAt <= after.startsAt;
  });

/** Whether the wish lies on this day in this room. */
export const asksFor = (
  { roomIds, anyRoom, day, until }: Wish,
  on: { roomId: number; day: VenueDay },
): boolean => day <= on.day && on.day <= until && (anyRoom || roomIds.includes(on.roomId));
