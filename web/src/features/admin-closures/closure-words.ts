/** Describes when a closure is, and for which rooms. Pure; the venue's clock. */

import type { Room } from "../../../../bff/contract/room.ts";
import {
  clockTime,
  shortDay,
  shortDayAndTime,
  shortDayAndYear,
} from "../../../../core/venue/time/time-format.ts";
import { addDays, venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";

export type NamedRoom = Pick<Room, "id" | "name" | "turnaroundHours">;

interface Times {
  startTime: string;
  endTime: string;
}

/** `"Thu, Nov 26, 2026"`, `"Thu, Nov 26 – Fri, Nov 27, 2026"`, `"Mon, Feb 15, 2027, 9:00 AM – 12:00 PM"`. */
export function closureTimes({ startTime, endTime }: Times, zone: string): string {
  const [start, end] = [new Date(startTime), new Date(endTime)];
  const [first, ends] = [venueDayOf(start, zone), venueDayOf(end, zone)];
  const atMidnight = (instant: Date) => venueClockOf(instant, zone).hour === 0;
  const last = atMidnight(end) ? addDays(ends, -1) : ends;
  if (atMidnight(start) && atMidnight(end)) {
    return first === last ? shortDayAndYear(first) : `${shortDay(first)} – ${shortDayAndYear(last)}`;
  }
  if (first === last) return shortDayAndTime(start, end, zone);
  return `${shortDay(first)}, ${clockTime(start, zone)} – ${shortDayAndYear(ends)}, ${clockTime(end, zone)}`;
}

/** One phrase for all rooms, or the rooms' names. */
export function closedRoomsWords(roomIds: readonly number[], rooms: readonly NamedRoom[]): string {
  if (rooms.length > 1 && rooms.every(({ id }) => roomIds.includes(id))) return "The whole venue";
  return roomIds.map((id) => rooms.find((room) => room.id === id)?.name ?? `Room ${id}`).join(", ");
}
