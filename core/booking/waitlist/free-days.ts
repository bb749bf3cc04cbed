/** Reads which hours are free on some days of rooms, from the claims themselves, before and after a change that is about to be appended. */
import { calendarsOf, hoursOn, type RoomHour } from "../../calendar/room-hours.ts";
import { turnaroundReach } from "../../calendar/turnaround.ts";
import type { Core } from "../../context.ts";
import { isBookableByVisitors, type Room } from "../../venue/rooms/rooms.ts";
import { addDays, HOUR_MS, instantAt, type VenueDay } from "../../venue/time/venue-time.ts";
import type { Matching } from "./match.ts";
import type { FreeDay } from "./wish.ts";

/** An hour of a room that a booking or closures have. */
export interface Claim {
  roomId: number;
  startsAt: Date;
  bookingId: number | null;
  blockIds: readonly number[];
}

export type Place = Pick<FreeDay, "roomId" | "day">;

type Venue = Pick<Core, "sql" | "clock" | "timeZone" | "settings" | "rooms">;

/** The claims on these days, with those that are near enough to matter for a turnaround. Overdue holds are claims too. */
export async function readClaims(
  { sql, timeZone, rooms }: Venue,
  places: readonly Place[],
): Promise<Claim[]> {
  if (places.length === 0) return [];
  const known = places.flatMap(({ roomId }) => rooms.byId(roomId) ?? []);
  const reach = turnaroundReach(known);
  const at = (day: VenueDay, ms: number): string =>
    new Date(instantAt(day, 0, timeZone).getTime() + ms).toISOString();
  return sql<Claim[]>`
    select distinct room_id as "roomId", starts_at as "startsAt", booking_id as "bookingId", block_ids as "blockIds"
    from unnest(
      ${places.map(({ roomId }) => roomId)}::integer[],
      ${places.map(({ day }) => at(day, -reach))}::timestamptz[],
      ${places.map(({ day }) => at(addDays(day, 1), reach))}::timestamptz[]) as asked (room, "from", "to")
    join room_hours on room_id = room and starts_at >= "from" and starts_at < "to"`;
}

/** The hours of these days, with what is free beside the claims. */
export function hoursBeside(
  { clock, timeZone, settings, rooms }: Venue,
  claims: readonly Claim[],
  places: readonly Place[],
): (Place & { hours: RoomHour[] })[] {
  const spans = claims.flatMap(({ roomId, startsAt, bookingId, blockIds }) => {
    const span = { roomId, startsAt, endsAt: new Date(startsAt.getTime() + HOUR_MS), heldUntil: null };
    return [
      ...(bookingId === null ? [] : [span]),
      ...(blockIds.length === 0 ? [] : [{ ...span, blocked: { reason: null } }]),
    ];
  });
  const ids = [...new Set(places.map(({ roomId }) => roomId))];
  const known = ids.flatMap((id) => rooms.byId(id) ?? []);
  const at = { now: clock.now(), zone: timeZone, opening: settings.schedule() };
  const calendars = calendarsOf(known, spans, at);
  return places.flatMap((place) => {
    const calendar = calendars.get(place.roomId);
    return calendar ? [{ ...place, hours: hoursOn(place.day, calendar) }] : [];
  });
}

/** What is free now on these days; an offer may have any of it. */
export async function readFreeDays(venue: Venue, places: readonly Place[]): Promise<FreeDay[]> {
  const claims = await readClaims(venue, places);
  return hoursBeside(venue, claims, places).map((on) => ({ ...on, freed: null }));
}

/** What matching must know of the rooms. */
export const roomsToOffer = (rooms: readonly Room[]): Matching["rooms"] =>
  new Map(
    rooms.map((room) => {
      const { id, capacity, engineerAvailable, leastHours, turnaroundHours } = room;
      return [
        id,
        { id, capacity, engineerAvailable, leastHours, turnaroundHours, open: isBookableByVisitors(room) },
      ];
    }),
  );
