/** The hours that a room keeps free before and after each visit: they belong to no one and cannot be booked. Pure, safe in a browser. */
import { HOUR_MS } from "../venue/venue-time.ts";

/** A taken span of one room, UTC instants. */
interface Span {
  startsAt: Date;
  endsAt: Date;
  /** Of a closure: it needs no turnaround. */
  blocked?: unknown;
}

/** How long before and after a range a visit still matters to it: in ms, by the longest turnaround of these rooms. */
export const turnaroundReach = (rooms: readonly { turnaroundHours: number }[]): number =>
  HOUR_MS * Math.max(0, ...rooms.map(({ turnaroundHours }) => turnaroundHours));

/**
 * The turnarounds before and after each visit of a room, in all else as the visit is, so that one beside a hold ends with it. Two visits
 * share the hours between them: both name them.
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
