/** Answers in memory what has the hours that a file asks for: one query for all of its lines, as the guard would answer each. */
import type { Core } from "../context.ts";
import type { Room } from "../venue/rooms/rooms.ts";
import { HOUR_MS, hoursBetween } from "../venue/time/venue-time.ts";
import type { InTheWay } from "./line-result.ts";

interface Span {
  startsAt: Date;
  endsAt: Date;
}

export interface Taken {
  /** The booking with the lowest number, or else a closure, or else an earlier line; null if the hours can be had. */
  inTheWay(room: Pick<Room, "id" | "turnaroundHours">, span: Span): InTheWay | null;
  /** Counts these hours as a line's from here on. */
  add(roomId: number, span: Span, by: { line: number }): void;
}

/** No turnaround is longer than a day. */
const MARGIN_MS = 24 * HOUR_MS;

/** Unpaid holds past their deadline are in no one's way: applying expires them. */
export async function readTaken(core: Pick<Core, "sql" | "clock">, spans: readonly Span[]): Promise<Taken> {
  const hours = new Map<string, InTheWay>();
  const keyOf = (roomId: number, at: number): string => `${roomId} ${at}`;
  if (spans.length > 0) {
    const from = spans.reduce((least, { startsAt }) => Math.min(least, startsAt.getTime()), Infinity);
    const to = spans.reduce((most, { endsAt }) => Math.max(most, endsAt.getTime()), -Infinity);
    const rows = await core.sql<{ roomId: number; startsAt: Date; bookingId: number | null }[]>`
      select room_id as "roomId", starts_at as "startsAt", booking_id as "bookingId" from room_hours
      where starts_at between ${new Date(from - MARGIN_MS)} and ${new Date(to + MARGIN_MS)}
        and (held_until is null or held_until > ${core.clock.now()})`;
    for (const { roomId, startsAt, bookingId } of rows) {
      hours.set(keyOf(roomId, startsAt.getTime()), bookingId === null ? { closed: true } : { bookingId });
    }
  }
  return {
    inTheWay({ id, turnaroundHours }, { startsAt, endsAt }) {
      const found: InTheWay[] = [];
      const reach = turnaroundHours * HOUR_MS;
      for (let at = startsAt.getTime() - reach; at < endsAt.getTime() + reach; at += HOUR_MS) {
        const way = hours.get(keyOf(id, at));
        const isBeside = at < startsAt.getTime() || at >= endsAt.getTime();
        // A closure may begin where a visit ends.
        if (way && !(isBeside && "closed" in way)) found.push(way);
      }
      const numbers = found.flatMap((way) => ("bookingId" in way ? [way.bookingId] : []));
      if (numbers.length > 0) return { bookingId: Math.min(...numbers) };
      return found.find((way) => "closed" in way) ?? found[0] ?? null;
    },
    add(roomId, { startsAt, endsAt }, by) {
      for (const hour of hoursBetween(startsAt, endsAt)) hours.set(keyOf(roomId, hour.getTime()), by);
    },
  };
}
