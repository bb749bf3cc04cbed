/** Which hours around visits stay free in a room with a turnaround; they cannot be booked (decision 124). Pure. */
import type { Room } from "../venue/rooms.ts";
import { HOUR_MS } from "../venue/venue-time.ts";

/** A taken span of a room, UTC instants. */
interface Span {
  roomId: number;
  startsAt: Date;
  endsAt: Date;
  /** Of closed hours: they need no turnaround. */
  blocked?: unknown;
}

/** How long before and after the hours that are looked at a visit still tells: in ms, of the longest turnaround among these rooms. */
export const turnaroundReach = (rooms: readonly Pick<Room, "turnaroundHours">[]): number =>
  HOUR_MS * Math.max(0, ...rooms.map(({ turnaroundHours }) => turnaroundHours));

/**
 * Before and after each visit, what its room's turnaround keeps free; in all else as the visit is, so that it goes with a hold.
 * Two visits share what lies between them: it is named by both.
 */
export function turnaroundsOf<Visit extends Span>(
  spans: readonly Visit[],
  rooms: { byId(id: number): Pick<Room, "turnaroundHours"> | undefined },
): (Visit & { turnaround: true })[] {
  return spans.flatMap((span) => {
    const ms = HOUR_MS * (rooms.byId(span.roomId)?.turnaroundHours ?? 0);
    if (ms === 0 || span.blocked !== undefined) return [];
    const { startsAt, endsAt } = span;
    return [
      { ...span, startsAt: new Date(startsAt.getTime() - ms), endsAt: startsAt, turnaround: true },
      { ...span, startsAt: endsAt, endsAt: new Date(endsAt.getTime() + ms), turnaround: true },
    ];
  });
}
