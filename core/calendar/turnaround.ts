/** Computes the hours that a room keeps free before and after each visit: they cannot be booked. Pure, safe in a browser. */
import { HOUR_MS } from "../venue/time/venue-time.ts";

/** A taken span of one room, UTC instants. */
interface Span {
  startsAt: Date;
  endsAt: Date;
  /** Set for a closure: it needs no turnaround. */
  blocked?: unknown;
}

/** How far beyond a range a visit still affects it, in ms: the longest turnaround of these rooms. */
export const turnaroundReach = (rooms: readonly { turnaroundHours: number }[]): number =>
  HOUR_MS * Math.max(0, ...rooms.map(({ turnaroundHours }) => turnaroundHours));

/**
 * The turnarounds before and after each visit of a room. All else is copied from the visit, so that a turnaround beside a hold ends with
 * the hold. Two visits share the hours between them: both yield them.
 */
export function turnaroundsOf<Visit extends Span>(
  spans: readonly Visit[],
  turnaroundHours: number,
): (Visit & { turnaround: true })[] {
  if (turnaroundHours === 0) return [];
  const ms = HOUR_MS * turnaroundHours;
  return spans.flatMap((span) => {
    if (span.blocked !== undefined) return [];
    const { startsAt, endsAt } = span;
    return [
      { ...span, startsAt: new Date(startsAt.getTime() - ms), endsAt: startsAt, turnaround: true as const },
      { ...span, startsAt: endsAt, endsAt: new Date(endsAt.getTime() + ms), turnaround: true as const },
    ];
  });
}
