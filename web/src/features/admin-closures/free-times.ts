/** Finds hours to which a conflicting booking can move: free hours of a room, of its length, the nearest first. Pure; UTC instants. */
import type { RoomBooking } from "../../../../bff/contract/room.ts";
import { daysBetween, nearestStarts } from "../../../../core/calendar/room-hours.ts";
import { addDays, HOUR_MS, venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { calendarOf, instants } from "../../format/room-calendar.ts";
import type { NamedRoom } from "./closure-words.ts";

export interface Span {
  startTime: string;
  endTime: string;
}

/** How many days before and after the booking's own day are searched. */
export const DAYS_AROUND = 14;
const MOST = 12;

export interface MoveContext {
  /** The room that the booking is to move to. */
  room: Pick<NamedRoom, "id" | "turnaroundHours">;
  /** The bookings and closures of that room in those days. */
  taken: readonly RoomBooking[];
  /** The hours that will be closed, and the rooms. */
  closing: Span & { roomIds: readonly number[] };
  /** The hours that other bookings are to move to. */
  promised: readonly (Span & { roomId: number })[];
  zone: string;
  now: Date;
}

/** Up to twelve starts nearest to the booking's own, in order of time. None has begun yet, because the guest still has to come. */
export function freeTimes(booking: Span & { roomId: number }, around: MoveContext): Date[] {
  const { room, taken, closing, promised, zone, now } = around;
  const { startsAt, endsAt } = instants(booking);
  const day = venueDayOf(startsAt, zone);
  const places = promised
    .filter(({ roomId }) => roomId === room.id)
    .map((place) => ({ ...instants(place), heldUntil: null }));
  const closed = { ...instants(closing), heldUntil: null, blocked: { reason: null } };
  const calendar = calendarOf(taken, {
    room: { ...room, timeZone: zone },
    for: "visitor",
    now,
    without: room.id === booking.roomId ? booking : undefined,
    also: closing.roomIds.includes(room.id) ? [...places, closed] : places,
  });
  return nearestStarts(
    { day, startHour: venueClockOf(startsAt, zone).hour },
    {
      length: (endsAt.getTime() - startsAt.getTime()) / HOUR_MS,
      days: daysBetween(addDays(day, -DAYS_AROUND), addDays(day, DAYS_AROUND)),
      most: MOST,
      perOtherDay: MOST,
    },
    calendar,
  ).map((start) => start.startsAt);
}
