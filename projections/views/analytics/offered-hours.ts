/** Computes how many hours each room offered on a range of venue days: opening hours less closures, while it was not retired. Pure. */
import { type OpeningSchedule, openingOn } from "../../../core/venue/time/opening-hours.ts";
import {
  addDays,
  hoursBetween,
  type VenueDay,
  venueClockOf,
  venueDayOf,
} from "../../../core/venue/time/venue-time.ts";
import type { BookableRoom } from "./bookable-rooms.ts";

/** Hours of a room, UTC instants, `[startsAt, endsAt)`. */
export interface RoomSpan {
  roomId: number;
  startsAt: Date;
  endsAt: Date;
}

/** The venue-local hours of a day that a room had closed, by `closedKey`. */
type ClosedHours = ReadonlyMap<string, ReadonlySet<number>>;

export interface OfferedBy {
  opening: OpeningSchedule;
  rooms: readonly Pick<BookableRoom, "room_id" | "opened_on" | "retired_on">[];
  closed: ClosedHours;
}

const closedKey = (roomId: number, day: VenueDay): string => `${roomId} ${day}`;

/** By room id, for the venue days `from` to `to`, both included. A room that was retired on all of them is left out. */
export function offeredHours(from: VenueDay, to: VenueDay, by: OfferedBy): Map<number, number> {
  const offered = new Map<number, number>();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const hours = openingOn(by.opening, day);
    for (const room of by.rooms) {
      if (!isInHouse(room, day)) continue;
      const before = offered.get(room.room_id) ?? 0;
      if (!hours) {
        offered.set(room.room_id, before);
        continue;
      }
      let open = hours.close - hours.open;
      for (const hour of by.closed.get(closedKey(room.room_id, day)) ?? []) {
        if (hour >= hours.open && hour < hours.close) open -= 1;
      }
      offered.set(room.room_id, before + open);
    }
  }
  return offered;
}

const isInHouse = ({ opened_on, retired_on }: OfferedBy["rooms"][number], day: VenueDay): boolean =>
  opened_on.some((opened, i) => {
    const retired = retired_on[i];
    return opened <= day && (retired === undefined || day < retired);
  });

/**
 * The hours of closures, less those that are booked anyway (a booking that was kept under a closure has its hours). An hour of two closures
 * counts once.
 */
export function closedHours(
  blocked: readonly RoomSpan[],
  keptWithin: readonly RoomSpan[],
  timeZone: string,
): ClosedHours {
  const byRoomDay = new Map<string, Set<number>>();
  for (const [spans, change] of [
    [blocked, "add"],
    [keptWithin, "delete"],
  ] as const) {
    for (const { roomId, startsAt, endsAt } of spans) {
      for (const start of hoursBetween(startsAt, endsAt)) {
        const key = closedKey(roomId, venueDayOf(start, timeZone));
        let hours = byRoomDay.get(key);
        if (!hours) {
          hours = new Set();
          byRoomDay.set(key, hours);
        }
        hours[change](venueClockOf(start, timeZone).hour);
      }
    }
  }
  return byRoomDay;
}
