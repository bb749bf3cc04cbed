/** Computes what presses, drags and arrow keys on the ruler change in the visit: its start, its length, and why it is no longer. Pure. */
import { MAX_HOURS } from "../../../../core/booking/rules/pricing.ts";
import { freeRun, type RoomHour, startsFor } from "../../../../core/calendar/room-hours.ts";
import type { TakenBy } from "../../../../core/calendar/taken-hours.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { hoursText } from "../../format/counts.ts";
import { type BookingChoice, hoursOf } from "../../session/booking-choice.ts";

/** Why a visit is not as long as wished. Hours are on the venue's clock. */
export type RangeLimit =
  | { kind: "taken"; hour: number; by: TakenBy }
  | { kind: "longest" }
  | { kind: "closing"; hour: number }
  | { kind: "least"; hours: number }
  /** No visit can start there: `stop` says what comes too early. */
  | { kind: "short"; hour: number; hours: number; stop: RangeLimit | null };

/** What a press changes in the choice; `next` is null if it changes nothing. */
export interface RangeChange {
  next: Partial<BookingChoice> | null;
  limit: RangeLimit | null;
}

const isFree = (slots: readonly RoomHour[], hour: number): boolean =>
  slots.some((slot) => slot.hour === hour && slot.state === "free");

/** Why a visit from `startHour` ends after `hours` at the latest; null if nothing ends it there. */
function stopAfter(slots: readonly RoomHour[], startHour: number, hours: number): RangeLimit | null {
  if (hours >= MAX_HOURS) return { kind: "longest" };
  const hour = startHour + hours;
  return slots.some((slot) => slot.hour === hour) ? takenAt(slots, hour) : { kind: "closing", hour };
}

/** The limit at a taken hour; null at any other. */
function takenAt(slots: readonly RoomHour[], hour: number): RangeLimit | null {
  const state = slots.find((slot) => slot.hour === hour)?.state ?? "free";
  return state === "free" || state === "past" ? null : { kind: "taken", hour, by: state };
}

/** A visit from `startHour` for as many of the wanted hours as are free in a row, at most 12 (decision 16). */
function lasting(
  choice: BookingChoice,
  startHour: number,
  wished: number,
  slots: readonly RoomHour[],
): RangeChange {
  const hours = Math.min(wished, freeRun(slots, startHour, MAX_HOURS));
  const limit = hours < wished ? stopAfter(slots, startHour, hours) : null;
  const same = startHour === choice.startHour && hours === hoursOf(choice);
  return { next: same ? null : { startHour, duration: "hourly", hourCount: hours }, limit };
}

/**
 * A visit that starts at `hour`, as long as chosen or as far as it can last; no change if the least hours do not fit. A half or full day
 * keeps its length.
 */
export function startAt(
  choice: BookingChoice,
  hour: number,
  { slots, least }: { slots: readonly RoomHour[]; least: number },
): RangeChange {
  const wished = hoursOf(choice);
  const needed = choice.duration === "hourly" ? least : wished;
  const run = freeRun(slots, hour, MAX_HOURS);
  const stop = stopAfter(slots, hour, run);
  if (run < needed) return { next: null, limit: { kind: "short", hour, hours: needed, stop } };
  if (run >= wished) return { next: { startHour: hour }, limit: null };
  return { next: { startHour: hour, duration: "hourly", hourCount: run }, limit: stop };
}

const MOST_OFFERED = 3;

/** The starts nearest to an hour at which a visit fits that does not fit there, in the order of the day. */
export const startsNear = (slots: readonly RoomHour[], hour: number, hours: number): number[] =>
  startsFor(slots, hours)
    .sort((a, b) => Math.abs(a - hour) - Math.abs(b - hour))
    .slice(0, MOST_OFFERED)
    .sort((a, b) => a - b);

interface Press {
  hour: number;
  slots: readonly RoomHour[];
  /** The minimum hours of an hourly visit on this page. */
  minHours: number;
  /** The same hour was just refused as an end, so the press means a start. */
  repeated: boolean;
}

/**
 * The first press starts the visit. A press on a later hour extends the visit through that hour, as far as all hours are free; on an
 * earlier hour it moves the start; on the start itself it clears the choice.
 */
export function changeByPress(
  choice: BookingChoice,
  { hour, slots, minHours, repeated }: Press,
): RangeChange {
  const { startHour } = choice;
  if (hour === startHour) return { next: cleared(minHours), limit: null };
  const at = { slots, least: minHours };
  if (startHour === null || hour < startHour || freeRun(slots, startHour, MAX_HOURS) < minHours) {
    return startAt(choice, hour, at);
  }
  if (repeated) {
    const { next, limit } = startAt({ ...choice, duration: "hourly", hourCount: minHours }, hour, at);
    return { next: next && { ...next, duration: "hourly", hourCount: minHours }, limit };
  }
  return lasting(choice, startHour, Math.max(minHours, hour - startHour + 1), slots);
}

const cleared = (minHours: number): Partial<BookingChoice> => ({ startHour: null, hourCount: minHours });

/** The hours of a drag from one hour to another: free hours in a row from where it began, at most 12, in ascending order. */
export function hoursUnderDrag(
  slots: readonly RoomHour[],
  from: number,
  to: number,
): { first: number; last: number } {
  const step = to < from ? -1 : 1;
  let end = from;
  while (end !== to && Math.abs(end - from) < MAX_HOURS - 1 && isFree(slots, end + step)) end += step;
  return { first: Math.min(from, end), last: Math.max(from, end) };
}

/** The visit that a drag over those hours means, with at least the page's minimum hours. */
export function changeByDrag(
  choice: BookingChoice,
  { from, to, slots, minHours }: { from: number; to: number; slots: readonly RoomHour[]; minHours: number },
): RangeChange {
  const { first, last } = hoursUnderDrag(slots, from, to);
  const run = freeRun(slots, first, MAX_HOURS);
  if (run < minHours) {
    const stop = stopAfter(slots, first, run);
    return { next: null, limit: { kind: "short", hour: first, hours: minHours, stop } };
  }
  const hours = Math.max(minHours, last - first + 1);
  const reached = to < from ? first : last;
  const limit =
    reached === to
      ? null
      : hours >= MAX_HOURS
        ? ({ kind: "longest" } as const)
        : takenAt(slots, reached + (to < from ? -1 : 1));
  const same = first === choice.startHour && hours === hoursOf(choice);
  return { next: same ? null : { startHour: first, duration: "hourly", hourCount: hours }, limit };
}

/** Makes the visit one hour longer or shorter by the keys, but never shorter than the page's minimum and never over taken hours. */
export function changeByKey(
  choice: BookingChoice,
  by: 1 | -1,
  { slots, minHours }: { slots: readonly RoomHour[]; minHours: number },
): RangeChange {
  const { startHour } = choice;
  if (startHour === null) return { next: null, limit: null };
  const wished = hoursOf(choice) + by;
  if (wished < minHours) return { next: null, limit: { kind: "least", hours: minHours } };
  if (by < 0) return { next: { startHour, duration: "hourly", hourCount: wished }, limit: null };
  return lasting(choice, startHour, wished, slots);
}

const TAKEN_WORDS: Record<TakenBy, string> = {
  booked: "is booked",
  held: "is held",
  own: "is already yours",
  closed: "is closed",
};

const CONSECUTIVE = " A visit needs consecutive hours.";

/** `"8:00 PM is booked. A visit needs consecutive hours."` */
export function describeStop(limit: RangeLimit): string {
  switch (limit.kind) {
    case "taken":
      return `${clockHour(limit.hour)} ${TAKEN_WORDS[limit.by]}.${CONSECUTIVE}`;
    case "longest":
      return `A visit lasts at most ${hoursText(MAX_HOURS)}.`;
    case "closing":
      return `The venue closes at ${clockHour(limit.hour)}.`;
    case "short": {
      const why = limit.stop === null ? "" : ` ${describeStop(limit.stop)}`;
      return `A visit from ${clockHour(limit.hour)} needs ${hoursText(limit.hours)} in a row.${why.replace(CONSECUTIVE, "")}`;
    }
    case "least":
      return `A visit here lasts at least ${hoursText(limit.hours)}.`;
  }
}
