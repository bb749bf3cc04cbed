/** Says whether a wish fits whole within hours of a room. Pure; venue days, venue-local hours, instants in milliseconds since 1970. */
import type { createDays } from "../evidence/days.ts";
import { centsOf, listOf, numberOf, textOf } from "../evidence/fields.ts";
import { openingOn, type RoomFold, type VenueFold } from "./venue-fold.ts";
import type { EntryFold } from "./waitlist-fold.ts";
import { HOUR_MS } from "./waitlist-replay.ts";

type Days = ReturnType<typeof createDays>;

/** Hours of one room, ascending, without a gap. */
export interface RoomHours {
  roomId: number;
  hours: readonly number[];
}

export function hoursFrom(startsAt: number, endsAt: number): number[] {
  const hours: number[] = [];
  for (let at = startsAt; at < endsAt; at += HOUR_MS) hours.push(at);
  return hours;
}

/** Each way in which the wish lies whole within these hours: the hours that it would take. */
export function fitsWithin(
  { wish }: EntryFold,
  { roomId, hours }: RoomHours,
  days: Days,
): (readonly number[])[] {
  if (wish.anyRoom !== true && !listOf(wish.roomIds).includes(roomId)) return [];
  const length = centsOf(wish, "hours");
  const [day, until] = [textOf(wish, "day") ?? "", textOf(wish, "until") ?? ""];
  const [from, to] = [centsOf(wish, "from"), centsOf(wish, "to")];
  return hours
    .map((_, at) => hours.slice(at, at + length))
    .filter((visit) => {
      const [first] = visit;
      const last = visit.at(-1);
      if (first === undefined || last === undefined || visit.length < length) return false;
      const [on, hour] = [days.dayOf(first), days.hourOf(first)];
      // On a day that changes its clocks the hours of a visit may not follow each other: it is not judged.
      const isPlain = days.dayOf(last) === on && days.hourOf(last) === hour + length - 1;
      return isPlain && on >= day && on <= until && hour >= from && hour + length <= to;
    });
}

/** Whether visitors can book the room for what the wish asks for. */
export const suits = ({ wish }: EntryFold, room: RoomFold | undefined): boolean =>
  room?.bookable === true &&
  !room.retired &&
  (numberOf(wish, "attendees") ?? 0) <= room.capacity &&
  (wish.engineerRequired !== true || room.engineer) &&
  (wish.duration !== "hourly" || centsOf(wish, "hours") >= room.leastHours);

/** Whether the venue is open for all of the visit. */
export function isOpenFor(venue: VenueFold, visit: readonly number[], days: Days): boolean {
  const [first] = visit;
  if (first === undefined) return false;
  const opening = openingOn(venue, days.dayOf(first));
  const hour = days.hourOf(first);
  return opening !== null && hour >= opening.open && hour + visit.length <= opening.close;
}
