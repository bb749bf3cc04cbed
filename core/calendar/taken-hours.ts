/** Says which hours of a room are taken, and by what: not by overdue holds or a visit that is moved. Pure, safe in a browser. */
import { hoursBetween } from "../venue/time/venue-time.ts";
import { turnaroundsOf } from "./turnaround.ts";

/** UTC instants, the end excluded. */
export interface Span {
  startsAt: Date;
  endsAt: Date;
}

export interface TakenSpan extends Span {
  /** Until when an unpaid hold lasts; null for everything else. */
  heldUntil: Date | null;
  /** Set for a closure; its reason only if visitors are told. */
  blocked?: { reason: string | null };
  /** Not a visit, but the turnaround before or after one. */
  turnaround?: boolean;
}

/** `held`: by an unpaid hold; `own`: by the visitor who asks. */
export type TakenBy = "booked" | "held" | "own" | "closed";

interface TakenHour {
  by: TakenBy;
  /** Why it is closed, if visitors are told. */
  reason?: string;
}

/** The taken hours of one room, by the UTC instant (ms) at which each starts. */
export type TakenHours = ReadonlyMap<number, TakenHour>;

interface Asked {
  now: Date;
  /** How many hours the room keeps free between two visits. */
  turnaroundHours?: number | undefined;
  /** A visit that is moved: its hours and its turnaround are free for it. */
  without?: Span | undefined;
  /** Visits of the visitor who asks. */
  own?: readonly Span[];
}

const isSame = (a: Span, b: Span): boolean =>
  a.startsAt.getTime() === b.startsAt.getTime() && a.endsAt.getTime() === b.endsAt.getTime();

/** Whether one span ends where the other starts. */
const touches = (a: Span, b: Span): boolean =>
  a.endsAt.getTime() === b.startsAt.getTime() || a.startsAt.getTime() === b.endsAt.getTime();

/** On each hour the highest rank is shown. A visitor's own visit may be within a closure; other visits are not shown there. */
const rankOf = ({ blocked, turnaround }: TakenSpan, own: boolean): number =>
  turnaround ? 0 : own ? 3 : blocked ? 2 : 1;

/** `spans`: what is taken of one room. Turnarounds among them count too: they may belong to visits that were not read. */
export function takenHours(
  spans: readonly TakenSpan[],
  { now, turnaroundHours = 0, without, own = [] }: Asked,
): TakenHours {
  const others = withoutOverdueHolds(spans, now).filter(
    (span) => !without || !(span.turnaround ? touches(span, without) : isSame(span, without)),
  );
  const visits = others.filter(({ turnaround }) => !turnaround);
  const ranked = [...others, ...turnaroundsOf(visits, turnaroundHours)]
    .map((span) => {
      const isOwn = own.some((one) => isSame(one, span));
      return { span, isOwn, rank: rankOf(span, isOwn) };
    })
    .sort((a, b) => a.rank - b.rank);
  const taken = new Map<number, TakenHour>();
  for (const { span, isOwn } of ranked) {
    const { startsAt, endsAt, heldUntil, blocked, turnaround } = span;
    const by: TakenBy = isOwn && !turnaround ? "own" : blocked ? "closed" : heldUntil ? "held" : "booked";
    const reason = by === "closed" ? blocked?.reason : null;
    const hour: TakenHour = reason == null ? { by } : { by, reason };
    for (const start of hoursBetween(startsAt, endsAt)) taken.set(start.getTime(), hour);
  }
  return taken;
}

/**
 * Leaves out holds past their deadline: they keep no hours, even if their expiry is not stored yet. The hold of a booking that cannot be
 * read keeps its hours, because nothing releases it.
 */
export const withoutOverdueHolds = <Held extends { heldUntil: Date | null; unreadable?: true }>(
  spans: readonly Held[],
  now: Date,
): Held[] =>
  spans.flatMap((span) => {
    if (span.heldUntil === null || span.heldUntil > now) return span;
    return span.unreadable ? { ...span, heldUntil: null } : [];
  });
