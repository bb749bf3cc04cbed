/** Computes the hours that a closure's form has: hours of a day, whole days, or an hour to a later day's hour. Pure; the venue's clock. */
import {
  addDays,
  instantAt,
  isVenueDay,
  type VenueDay,
  venueClockOf,
  venueDayOf,
} from "../../../../core/venue/time/venue-time.ts";

export const SPAN_KINDS = ["hours", "days", "range"] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

export interface ClosureSpan {
  kind: SpanKind;
  day: VenueDay;
  /** 0–23 */
  startHour: number;
  /** The last day, inclusive; for hours of one day, the same day. */
  untilDay: VenueDay;
  /** 1–24: the end of the last hour. */
  endHour: number;
}

/** What a form is opened with: all rooms and whole days if none are given. Times are instants or `HH:mm` of the venue's clock. */
export interface RequestedClosure {
  roomIds?: readonly number[] | undefined;
  reason?: string | undefined;
  day?: VenueDay | undefined;
  untilDay?: VenueDay | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
}

interface Point {
  day: VenueDay;
  hour: number;
}

function pointOf(time: string, day: VenueDay, zone: string): Point {
  const clock = /^(\d{1,2}):\d{2}$/.exec(time)?.[1];
  if (clock !== undefined) return { day, hour: Number(clock) };
  const instant = new Date(time);
  return { day: venueDayOf(instant, zone), hour: venueClockOf(instant, zone).hour };
}

/** An end at midnight becomes hour 24 of the day before. */
const endOf = ({ day, hour }: Point): Point =>
  hour === 0 ? { day: addDays(day, -1), hour: 24 } : { day, hour };

/** `fallback` is the day if none was asked for. Without hours the span is whole days. */
export function spanAsked(asked: RequestedClosure, fallback: VenueDay, zone: string): ClosureSpan {
  const day = asked.day ?? fallback;
  if (asked.startTime === undefined) {
    return { kind: "days", day, startHour: 9, untilDay: asked.untilDay ?? day, endHour: 22 };
  }
  const start = pointOf(asked.startTime, day, zone);
  const end =
    asked.endTime === undefined
      ? { day: start.day, hour: start.hour + 1 }
      : endOf(pointOf(asked.endTime, asked.untilDay ?? start.day, zone));
  return {
    kind: end.day === start.day ? "hours" : "range",
    day: start.day,
    startHour: start.hour,
    untilDay: end.day,
    endHour: end.hour,
  };
}

/** The span as the API takes it: UTC instants. Null while a day is missing. */
export function instantsOf(span: ClosureSpan, zone: string): { startTime: string; endTime: string } | null {
  const { kind, day, startHour, endHour } = span;
  const untilDay = kind === "hours" ? day : span.untilDay;
  if (!isVenueDay(day) || !isVenueDay(untilDay)) return null;
  const [from, to] = kind === "days" ? [0, 24] : [startHour, endHour];
  const end = to === 24 ? instantAt(addDays(untilDay, 1), 0, zone) : instantAt(untilDay, to, zone);
  return { startTime: instantAt(day, from, zone).toISOString(), endTime: end.toISOString() };
}
