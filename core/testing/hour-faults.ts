/**
 * Checks the hours after a race by the log alone: finds bookings whose hours belonged to another booking, were closed,
 * or were too near to another's.
 */
import type { Sql } from "../platform/database/database.ts";
import { HOUR_MS, hoursBetween } from "../venue/time/venue-time.ts";

interface Logged {
  stream: string;
  type: string;
  data: { roomId?: number; roomIds?: number[]; kept?: number[]; startsAt?: string; endsAt?: string };
}

/** One line for each fault; `turnarounds` by room, in hours. A closure over a booking must name it as kept. */
export async function hourFaults(
  sql: Sql,
  turnarounds: ReadonlyMap<number, number> = new Map(),
): Promise<string[]> {
  const events = await sql<Logged[]>`
    select stream, type, data from events where stream like 'booking-%' or stream like 'block-%' order by position`;
  const closed = new Map<string, Set<string>>();
  const blocks = new Map<string, string[]>();
  const rooms = new Map<string, number>();
  const has = new Map<string, string[]>();
  const holder = new Map<string, string>();
  const faults: string[] = [];

  const numberOf = (at: Date): number => at.getTime() / HOUR_MS;
  const placesOf = (roomId: number, { startsAt = "", endsAt = "" }: Logged["data"]): string[] =>
    hoursBetween(new Date(startsAt), new Date(endsAt)).map((hour) => `${roomId} ${numberOf(hour)}`);

  function free(stream: string): void {
    for (const place of has.get(stream) ?? []) holder.delete(place);
    has.delete(stream);
  }

  function take(stream: string, data: Logged["data"]): void {
    const roomId = data.roomId ?? rooms.get(stream) ?? 0;
    rooms.set(stream, roomId);
    const had = new Set(has.get(stream));
    free(stream);
    const places = placesOf(roomId, data);
    for (const place of places) {
      if (holder.has(place)) faults.push(`${stream} took ${place} of ${holder.get(place)}`);
      if (!had.has(place) && closed.get(place)?.size) faults.push(`${stream} took closed ${place}`);
      const hour = Number(place.split(" ")[1]);
      for (let away = 1; away <= (turnarounds.get(roomId) ?? 0); away++) {
        for (const near of [hour - away, hour + away]) {
          const other = holder.get(`${roomId} ${near}`);
          if (other && other !== stream) faults.push(`${stream} took ${place}, ${away} from ${other}`);
        }
      }
      holder.set(place, stream);
    }
    has.set(stream, places);
  }

  function close(stream: string, data: Logged["data"]): void {
    const places = (data.roomIds ?? []).flatMap((roomId) => placesOf(roomId, data));
    blocks.set(stream, places);
    const kept = new Set((data.kept ?? []).map((id) => `booking-${id}`));
    for (const place of places) {
      const on = holder.get(place);
      if (on && !kept.has(on)) faults.push(`${stream} closed ${place} over ${on}`);
      closed.set(place, (closed.get(place) ?? new Set()).add(stream));
    }
  }

  for (const { stream, type, data } of events) {
    if (type === "BlockPlaced") close(stream, data);
    else if (type === "BlockLifted") {
      for (const place of blocks.get(stream) ?? []) closed.get(place)?.delete(stream);
    } else if (/^(BookingRequested|BookingRescheduled|BookingMoved|HoldChanged)$/.test(type))
      take(stream, data);
    else if (/Cancelled|Expired|Released/.test(type)) free(stream);
  }
  return faults;
}
