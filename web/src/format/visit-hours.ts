/** Owns which hours of a day staff can still give away, and where a visit is free next. Hours of today that have begun are theirs to give. Pure. */
import type { RoomBooking } from "../../../bff/contract/room.ts";
import { addDays, HOUR_MS, hoursBetween, type VenueDay } from "../../../core/venue/venue-time.ts";
import { hourRanges } from "./hours.ts";
import { hoursOfDay, slotStarts } from "./the-house.ts";

/** `begun` is free for staff alone. */
export type VisitHourState = "free" | "begun" | "booked" | "held" | "closed";

/** One bookable hour; `hour` is the venue's clock at its start. */
export interface VisitHour {
  hour: number;
  startsAt: Date;
  state: VisitHourState;
}

/** Hours on the venue's clock, the last one's end not included. */
export interface HourSpan {
  start: number;
  end: number;
}

interface Surroundings {
  zone: string;
  now: Date;
  /** A visit that is being moved: its own hours are free for it. */
  own?: { startTime: string; endTime: string } | undefined;
}

/** The hours of a day in one room, in their order; none on a day on which the house is closed. */
export function visitHours(
  day: VenueDay,
  taken: readonly RoomBooking[],
  { zone, now, own }: Surroundings,
): VisitHour[] {
  const stateAt = new Map<number, VisitHourState>();
  for (const { startTime, endTime, held, heldUntil, blocked } of taken) {
    if (own && startTime === own.startTime && endTime === own.endTime) continue;
    if (held && heldUntil !== null && Date.parse(heldUntil) <= now.getTime()) continue;
    const state = blocked ? "closed" : held ? "held" : "booked";
    for (const hour of hoursBetween(new Date(startTime), new Date(endTime)))
      stateAt.set(hour.getTime(), state);
  }
  const { open } = hoursOfDay(day);
  return slotStarts(day, zone).map((startsAt, at) => {
    const begun = startsAt <= now ? "begun" : "free";
    return { hour: open + at, startsAt, state: stateAt.get(startsAt.getTime()) ?? begun };
  });
}

const canBeGiven = ({ state }: VisitHour): boolean => state === "free" || state === "begun";

/** The starts of the hours that staff can give away. */
export const freeStarts = (hours: readonly VisitHour[]): number[] =>
  hours.filter(canBeGiven).map(({ hour }) => hour);

/** The hours of the span that somebody has, or that the day does not have. */
export function takenWithin(hours: readonly VisitHour[], { start, end }: HourSpan): number[] {
  const free = new Set(freeStarts(hours));
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at).filter(
    (hour) => !free.has(hour),
  );
}

/** The latest end of a visit from that start; null where it cannot start there. */
export function lastEnd(hours: readonly VisitHour[], start: number): number | null {
  const free = new Set(freeStarts(hours));
  if (!free.has(start)) return null;
  let end = start + 1;
  while (free.has(end)) end += 1;
  return end;
}

/** UTC instants of the span; null where the day has no such hours. */
export function instantsOf(
  hours: readonly VisitHour[],
  { start, end }: HourSpan,
): { startsAt: Date; endsAt: Date } | null {
  const first = hours.find(({ hour }) => hour === start);
  const last = hours.find(({ hour }) => hour === end - 1);
  return first && last && end > start
    ? { startsAt: first.startsAt, endsAt: new Date(last.startsAt.getTime() + HOUR_MS) }
    : null;
}

/** What is taken, in words; empty where nothing is. */
export function takenWords(hours: readonly VisitHour[]): string {
  const of = (wanted: VisitHourState, words: string) => {
    const starts = hours.filter(({ state }) => state === wanted).map(({ hour }) => hour);
    return starts.length === 0 ? [] : [`${words} ${hourRanges(starts)}`];
  };
  return [...of("booked", "Booked"), ...of("held", "Held"), ...of("closed", "Closed")].join("; ");
}

export interface FreeSpan extends HourSpan {
  day: VenueDay;
}

const MOST_SPANS = 3;

/** Where a visit of that length is free next: on its day the nearest starts, then the first of each day that follows, up to `until`. */
export function nextFree(
  wanted: FreeSpan,
  hoursOf: (day: VenueDay) => readonly VisitHour[],
  until: VenueDay,
): FreeSpan[] {
  const length = wanted.end - wanted.start;
  const starts = (day: VenueDay) => {
    const hours = hoursOf(day);
    return freeStarts(hours).filter(
      (start) => takenWithin(hours, { start, end: start + length }).length === 0,
    );
  };
  const spanAt = (day: VenueDay) => (start: number) => ({ day, start, end: start + length });
  const near = (start: number) => Math.abs(start - wanted.start);
  const found = starts(wanted.day)
    .sort((a, b) => near(a) - near(b) || a - b)
    .slice(0, MOST_SPANS)
    .sort((a, b) => a - b)
    .map(spanAt(wanted.day));
  for (let day = addDays(wanted.day, 1); day <= until && found.length < MOST_SPANS; day = addDays(day, 1)) {
    found.push(...starts(day).slice(0, 1).map(spanAt(day)));
  }
  return found;
}
