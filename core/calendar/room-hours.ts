/**
 * Says what is free in a room: on which day within the opening hours, for visitors or staff, for which least length, and at which nearest
 * starts. Pure, safe in a browser.
 */
import { isClosedOn, type OpeningSchedule, openingOn, slotsOn } from "../venue/time/opening-hours.ts";
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  HOUR_MS,
  hoursBetween,
  type VenueDay,
  venueDayOf,
} from "../venue/time/venue-time.ts";
import { type Span, type TakenBy, type TakenHours, type TakenSpan, takenHours } from "./taken-hours.ts";

/** Everything needed to say what is free in one room. */
export interface RoomCalendar {
  taken: TakenHours;
  opening: OpeningSchedule;
  zone: string;
  now: Date;
  /** Staff can also book an hour that has begun. */
  for: "visitor" | "staff";
}

/** Each room's calendar for visitors, by room id, from the spans that are taken in all of them. */
export function calendarsOf(
  rooms: readonly { id: number; turnaroundHours: number }[],
  spans: readonly (TakenSpan & { roomId: number })[],
  at: Pick<RoomCalendar, "opening" | "zone" | "now">,
): ReadonlyMap<number, RoomCalendar> {
  return new Map(
    rooms.map(({ id, turnaroundHours }) => {
      const own = spans.filter(({ roomId }) => roomId === id);
      return [id, { ...at, for: "visitor", taken: takenHours(own, { now: at.now, turnaroundHours }) }];
    }),
  );
}

export type HourState = "free" | "past" | TakenBy;

/** One bookable hour; `hour` is the venue-local hour of its start. */
export interface RoomHour extends Span {
  hour: number;
  state: HourState;
  /** The hour has begun: it is free for staff only. */
  begun: boolean;
  /** Why it is closed, if visitors are told. */
  reason?: string;
}

/** The hours of a day in order; none on a closed day. */
export function hoursOn(day: VenueDay, calendar: RoomCalendar): RoomHour[] {
  const { opening, zone, now, taken } = calendar;
  const open = openingOn(opening, day)?.open ?? 0;
  return slotsOn(opening, day, zone).map((startsAt, at) => {
    const begun = startsAt <= now;
    const holder = taken.get(startsAt.getTime());
    const untaken = begun && calendar.for === "visitor" ? "past" : "free";
    return {
      hour: open + at,
      startsAt,
      endsAt: new Date(startsAt.getTime() + HOUR_MS),
      state: holder?.by ?? untaken,
      begun,
      ...(holder?.reason === undefined ? {} : { reason: holder.reason }),
    };
  });
}

/** The starts of the free hours, venue-local. Every screen calls their number "free". */
export const freeHours = (hours: readonly RoomHour[]): number[] =>
  hours.flatMap(({ hour, state }) => (state === "free" ? hour : []));

/** How many hours in a row are free from a start of that day; at most `most`. */
export function freeRun(hours: readonly RoomHour[], startHour: number, most = hours.length): number {
  const from = hours.findIndex(({ hour }) => hour === startHour);
  if (from < 0) return 0;
  const within = hours.slice(from, from + most);
  const end = within.findIndex(({ state }) => state !== "free");
  return end < 0 ? within.length : end;
}

/** The starts at which a visit of `length` hours fits. */
export const startsFor = (hours: readonly RoomHour[], length: number): number[] =>
  hours.flatMap(({ hour }) => (freeRun(hours, hour, length) === length ? hour : []));

/** Venue-local hours, the end excluded. */
export interface HourSpan {
  start: number;
  end: number;
}

/** The hours of the span that are not free, or that the day does not have. */
export function takenWithin(hours: readonly RoomHour[], { start, end }: HourSpan): number[] {
  const free = new Set(freeHours(hours));
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at).filter(
    (hour) => !free.has(hour),
  );
}

/** UTC instants of the span; null if the day does not have these hours. */
export function instantsOf(hours: readonly RoomHour[], { start, end }: HourSpan): Span | null {
  const first = hours.find(({ hour }) => hour === start);
  const last = hours.find(({ hour }) => hour === end - 1);
  return first && last && end > start ? { startsAt: first.startsAt, endsAt: last.endsAt } : null;
}

/** What keeps a visit from being booked, by the first hour that does. `closing`: the visit would end after the venue closes. */
export type SpanProblem = {
  /** How many hours in a row are free from its start. */
  freeHours: number;
} & (
  | { kind: "past" | "closing" }
  /** What has the first hour that is not free, and why it is closed, if visitors are told. */
  | { kind: "taken"; by: TakenBy; reason?: string }
);

/** Null if every hour of the visit is free, or taken by the visitor who asks. */
export function findSpanProblem({ startsAt, endsAt }: Span, calendar: RoomCalendar): SpanProblem | null {
  const day = hoursOn(venueDayOf(startsAt, calendar.zone), calendar);
  const hours = new Map(day.map((hour) => [hour.startsAt.getTime(), hour]));
  for (const [freeHours, start] of hoursBetween(startsAt, endsAt).entries()) {
    const hour = hours.get(start.getTime());
    if (hour === undefined) return { kind: "closing", freeHours };
    const { state: by, reason } = hour;
    if (by === "past") return { kind: "past", freeHours };
    if (by !== "free" && by !== "own")
      return { kind: "taken", freeHours, by, ...(reason === undefined ? {} : { reason }) };
  }
  return null;
}

/** What is left of a day for a visit of at least a number of hours. */
export interface DayRest {
  /** Free hours; there may be too few in a row for the visit. */
  free: number;
  /** Whether the visit fits anywhere. */
  fits: boolean;
  /** Set if all that is left of the day is closed: the reason if visitors are told it, else "closed". */
  closed?: string;
}

export function dayRestOf(hours: readonly RoomHour[], leastHours: number): DayRest {
  const closed = closedWords(hours.filter(({ state }) => state !== "past"));
  return {
    free: freeHours(hours).length,
    fits: startsFor(hours, leastHours).length > 0,
    ...(closed === null ? {} : { closed }),
  };
}

function closedWords(ahead: readonly RoomHour[]): string | null {
  const [first] = ahead;
  if (!first || ahead.some(({ state }) => state !== "closed")) return null;
  return (ahead.every(({ reason }) => reason === first.reason) ? first.reason : undefined) ?? "closed";
}

/** The last day that can be booked. */
export const lastBookableDay = (today: VenueDay): VenueDay => addDays(today, BOOKING_HORIZON_DAYS);

export type DayRule = "open" | "closed" | "past" | "beyond";

/** Whether a day can be chosen at all: not closed, not past, not after the last day. */
export function dayRule(
  opening: OpeningSchedule,
  day: VenueDay,
  today: VenueDay,
  lastDay = lastBookableDay(today),
): DayRule {
  if (day < today) return "past";
  if (day > lastDay) return "beyond";
  return isClosedOn(opening, day) ? "closed" : "open";
}

/** The days from `from` to `until`, both included. */
export function daysBetween(from: VenueDay, until: VenueDay): VenueDay[] {
  const days: VenueDay[] = [];
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day);
  return days;
}

/** A start at which the wanted number of hours is free. */
export interface Start {
  day: VenueDay;
  startHour: number;
  startsAt: Date;
}

/**
 * The starts nearest to the wanted one at which `length` hours are free, at most `most`, in the order of time. Each other day than the
 * wanted one gives at most `perOtherDay`, nearest to the wanted hour.
 */
export function nearestStarts(
  wanted: { day: VenueDay; startHour: number },
  {
    length,
    days,
    most,
    perOtherDay,
  }: { length: number; days: readonly VenueDay[]; most: number; perOtherDay: number },
  calendar: RoomCalendar,
): Start[] {
  const apart = (one: Start) => Math.abs(one.startHour - wanted.startHour);
  const daysApart = ({ day }: Start) => Math.abs(Date.parse(day) - Date.parse(wanted.day));
  return days
    .flatMap((day) => {
      const hours = hoursOn(day, calendar);
      const starts = new Set(startsFor(hours, length));
      return hours
        .filter(({ hour }) => starts.has(hour))
        .map(({ hour, startsAt }): Start => ({ day, startHour: hour, startsAt }))
        .sort((a, b) => apart(a) - apart(b) || a.startHour - b.startHour)
        .slice(0, day === wanted.day ? most : perOtherDay);
    })
    .sort(
      (a, b) =>
        daysApart(a) - daysApart(b) || apart(a) - apart(b) || a.startsAt.getTime() - b.startsAt.getTime(),
    )
    .slice(0, most)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}
