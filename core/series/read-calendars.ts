/** Reads what is free on the days of a series from the claimed hours themselves, which no projection delays. */

import { calendarsOf, type RoomCalendar } from "../calendar/room-hours.ts";
import { turnaroundReach } from "../calendar/turnaround.ts";
import type { Core } from "../context.ts";
import type { Room } from "../venue/rooms/rooms.ts";
import { addDays, HOUR_MS, instantAt, type VenueDay } from "../venue/time/venue-time.ts";

interface ClaimedHour {
  roomId: number;
  startsAt: Date;
  heldUntil: Date | null;
  booked: boolean;
  closed: boolean;
}

/** Each room's calendar on these days, by its number, in one question. */
export async function readCalendars(
  { sql, clock, timeZone, settings }: Pick<Core, "sql" | "clock" | "timeZone" | "settings">,
  { rooms, days, asks }: { rooms: readonly Room[]; days: readonly VenueDay[]; asks: RoomCalendar["for"] },
): Promise<ReadonlyMap<number, RoomCalendar>> {
  const reach = turnaroundReach(rooms);
  const shifted = (day: VenueDay, ms: number): string =>
    new Date(instantAt(day, 0, timeZone).getTime() + ms).toISOString();
  const from = days.map((day) => shifted(day, -reach));
  const to = days.map((day) => shifted(addDays(day, 1), reach));
  const claimed = await sql<ClaimedHour[]>`
    select room_id as "roomId", starts_at as "startsAt", held_until as "heldUntil", booking_id is not null as booked,
      block_ids <> '{}' as closed
    from unnest(${rooms.map(({ id }) => id)}::integer[]) room
    cross join unnest(${from}::timestamptz[], ${to}::timestamptz[]) as day ("from", "to")
    join room_hours on room_id = room and starts_at >= "from" and starts_at < "to"`;
  const spans = claimed.flatMap(({ roomId, startsAt, heldUntil, booked, closed }) => {
    const span = { roomId, startsAt, endsAt: new Date(startsAt.getTime() + HOUR_MS), heldUntil };
    return [
      ...(booked ? [span] : []),
      ...(closed ? [{ ...span, heldUntil: null, blocked: { reason: null } }] : []),
    ];
  });
  const at = { now: clock.now(), zone: timeZone, opening: settings.schedule() };
  const calendars = calendarsOf(rooms, spans, at);
  return asks === "visitor"
    ? calendars
    : new Map([...calendars].map(([id, calendar]) => [id, { ...calendar, for: asks }]));
}
