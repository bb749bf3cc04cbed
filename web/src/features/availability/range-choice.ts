/** Computes what presses, drags and arrow keys on the ruler change in the visit: its start, its length, and why it is no longer. Pure. */
import { MAX_HOURS } from "../../../../core/booking/rules/pricing.ts";
import { freeRun, type RoomHour } from "../../../../core/calendar/room-hours.ts";
import type { TakenBy } from "../../../../core/calendar/taken-hours.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { hoursText } from "../../format/counts.ts";
import { type BookingChoice, hoursOf } from "../../session/booking-choice.ts";

/** Why a visit is not as long as wished. Hours are on the venue's clock. */
export type RangeLimit =
  | { kind: "taken"; hour: number; by: TakenBy }
  | { kind: "longest" }
  | { kind: "closing"; hour: number }
  | { kind: "least"; hours: number };

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
  if (startHour === null || hour < startHour || freeRun(slots, startHour, MAX_HOURS) < minHours) {
    return { next: hour === startHour ? cleared(minHours) : { startHour: hour }, limit: null };
  }
  if (hour === startHour) return { next: cleared(minHours), limit: null };
  if (repeated) return { next: { startHour: hour, duration: "hourly", hourCount: minHours }, limit: null };
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

/** `"8:00 PM is booked. A visit needs consecutive hours."` */
export function describeStop(limit: RangeLimit): string {
  switch (limit.kind) {
    case "taken":
      return `${clockHour(limit.hour)} ${TAKEN_WORDS[limit.by]}. A visit needs consecutive hours.`;
    case "longest":
      return `A visit lasts at most ${hoursText(MAX_HOURS)}.`;
    case "closing":
      return `The venue closes at ${clockHour(limit.hour)}.`;
    case "least":
      return `A visit here lasts at least ${hoursText(limit.hours)}.`;
  }
}
