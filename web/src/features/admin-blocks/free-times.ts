/** Owns to which hours a booking in the way of a closure can go: free ones of a room, as long as it is, the nearest first found. Pure; UTC instants. */
import type { RoomBooking } from "../../../../bff/contract/room.ts";
import {
  addDays,
  HOUR_MS,
  hoursBetween,
  type VenueDay,
  venueDayOf,
} from "../../../../core/venue/venue-time.ts";
import { slotStarts } from "../../format/the-house.ts";

export interface Span {
  startTime: string;
  endTime: string;
}

/** How far on either side of its day another time is looked for. */
export const DAYS_AROUND = 14;
const MOST = 12;

export interface Surroundings {
  /** The room it is to go to. */
  roomId: number;
  /** What is taken of that room in those days. */
  taken: readonly RoomBooking[];
  /** What is to be closed, and of which rooms. */
  closing: Span & { roomIds: readonly number[] };
  /** Where other bookings are to go. */
  promised: readonly (Span & { roomId: number })[];
  zone: string;
  now: Date;
}

const hoursOf = ({ startTime, endTime }: Span): number[] =>
  hoursBetween(new Date(startTime), new Date(endTime)).map((hour) => hour.getTime());

/** The starts nearest to its own, at most twelve, in the order of time. */
export function freeTimes(booking: Span & { roomId: number }, around: Surroundings): Date[] {
  const { roomId, taken, closing, promised, zone, now } = around;
  const own = Date.parse(booking.startTime);
  // The same hours of another room are somebody else's.
  const isOwn = (span: Span) =>
    roomId === booking.roomId &&
    Date.parse(span.startTime) === own &&
    Date.parse(span.endTime) === Date.parse(booking.endTime);
  const lapsed = ({ heldUntil }: RoomBooking) => heldUntil !== null && new Date(heldUntil) <= now;
  const standing = taken.filter((span) => !isOwn(span) && !lapsed(span));
  const closed = closing.roomIds.includes(roomId) ? [closing] : [];
  const gone = new Set(
    [...standing, ...promised.filter((place) => place.roomId === roomId), ...closed].flatMap(hoursOf),
  );
  const length = (Date.parse(booking.endTime) - own) / HOUR_MS;
  const day = venueDayOf(new Date(own), zone);
  const starts = daysAround(day).flatMap((candidate) => {
    const slots = slotStarts(candidate, zone).map((slot) => slot.getTime());
    const bookable = new Set(slots.filter((slot) => slot > now.getTime() && !gone.has(slot)));
    return slots.filter((slot) =>
      Array.from({ length }, (_, hour) => slot + hour * HOUR_MS).every((hour) => bookable.has(hour)),
    );
  });
  const nearness = (start: number) => Math.abs(start - own);
  return starts
    .sort((a, b) => nearness(a) - nearness(b) || a - b)
    .slice(0, MOST)
    .sort((a, b) => a - b)
    .map((start) => new Date(start));
}

const daysAround = (day: VenueDay): VenueDay[] =>
  Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, index) => addDays(day, index - DAYS_AROUND));
