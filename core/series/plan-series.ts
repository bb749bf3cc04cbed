/** Plans a series against what is free now: its dates with their states and prices, or what is wrong with the request. It changes nothing. */
import {
  peopleErrors,
  type RequestedBooking,
  type RuleContext,
  timeErrors,
} from "../booking/rules/booking-rules.ts";
import {
  datesOf,
  MOST_DATES,
  MOST_DATES_OF_VISITORS,
  type Repeat,
  repeatProblem,
} from "../booking/series/repeat.ts";
import type { RoomCalendar } from "../calendar/room-hours.ts";
import type { Core } from "../context.ts";
import { type FieldError, type Refused, refuse, refuseField } from "../log/rejection.ts";
import type { Room } from "../venue/rooms/rooms.ts";
import { isClosedOn, pluralWeekdayOf } from "../venue/time/opening-hours.ts";
import { HOUR_MS, type VenueDay, venueClockOf, venueDayOf } from "../venue/time/venue-time.ts";
import { readCalendars } from "./read-calendars.ts";
import {
  alternativesOf,
  type DateSwap,
  type Plan,
  type PlannedDate,
  type PricedPlace,
  planDate,
  type SeriesVisit,
  sumOf,
} from "./series-dates.ts";

/** The first date as `POST /api/bookings` asks for it, and how it repeats. */
export interface WantedSeries extends Omit<RequestedBooking, "quoted"> {
  roomId: number;
  repeat: Repeat;
}

type Asking = Pick<Core, "sql" | "clock" | "timeZone" | "settings" | "rooms">;

export interface PlannedSeries {
  ok: true;
  visit: SeriesVisit;
  plan: Plan;
  /** Every day of the rule. */
  days: VenueDay[];
  /** Every day that is not skipped, where it would take place. */
  dates: PlannedDate[];
}

/** Where dates differ from the rule. */
export interface Exceptions {
  skip: readonly VenueDay[];
  swaps: ReadonlyMap<VenueDay, DateSwap>;
}

const NO_EXCEPTIONS: Exceptions = { skip: [], swaps: new Map() };

/**
 * The dates of the series, with their states. `InvalidBooking` names the field of what does not fit: as for one booking, or `repeat`,
 * `skip`, `swaps.<day>`. A first date on which the venue is closed is told as closed.
 */
export async function planSeries(
  core: Asking,
  wanted: WantedSeries,
  {
    asks,
    exceptions = NO_EXCEPTIONS,
    most,
  }: {
    asks: RoomCalendar["for"];
    exceptions?: Exceptions;
    /** The most dates; a visitor's series has fewer than the staff's. */
    most?: number;
  },
): Promise<PlannedSeries | Refused> {
  const room = core.rooms.byId(wanted.roomId);
  if (!room) return refuse("RoomNotFound");
  if (room.retired || (asks === "visitor" && !room.bookable)) return refuse("RoomNotBookable");
  const now = core.clock.now();
  const { timeZone, settings } = core;
  const opening = settings.schedule();
  const { startsAt, endsAt, startDate, repeat } = wanted;
  const context: RuleContext = { ...room, now, timeZone, opening, byStaff: asks === "staff" };
  const errors = [...errorsOfFirst(wanted, context), ...peopleErrors(wanted, context)];
  const problem = repeatProblem(repeat, {
    first: startDate,
    today: venueDayOf(now, timeZone),
    most: most ?? (asks === "staff" ? MOST_DATES : MOST_DATES_OF_VISITORS),
  });
  if (problem) errors.push({ path: "repeat", message: problem });
  if (errors.length > 0 || !startsAt || !endsAt) return refuse("InvalidBooking", { errors });

  const start = venueClockOf(startsAt, timeZone).hour;
  const { duration, attendees, engineerRequired } = wanted;
  const hours = { start, end: start + (endsAt.getTime() - startsAt.getTime()) / HOUR_MS };
  const visit: SeriesVisit = { roomId: room.id, hours, duration, attendees, engineerRequired };
  const days = datesOf(repeat, startDate);
  const wrong = errorsOfExceptions(exceptions, days, core.rooms);
  if (wrong.length > 0) return refuse("InvalidBooking", { errors: wrong });
  return planDays(core, visit, { days, asks, exceptions });
}

/** The same for days that are known already. */
export async function planDays(
  core: Asking,
  visit: SeriesVisit,
  {
    days,
    asks,
    exceptions = NO_EXCEPTIONS,
  }: {
    days: VenueDay[];
    asks: RoomCalendar["for"];
    exceptions?: Exceptions;
  },
): Promise<PlannedSeries> {
  const rooms = core.rooms.all();
  const calendars = await readCalendars(core, { rooms, days, asks });
  const plan: Plan = { rooms, calendars, terms: core.settings.now() };
  const skipped = new Set(exceptions.skip);
  const dates = days.flatMap((day) => {
    if (skipped.has(day)) return [];
    return planDate(visit, day, plan, exceptions.swaps.get(day)) ?? [];
  });
  return { ok: true, visit, plan, days, dates };
}

/** The errors of the first date, but for the day on which the venue is closed. */
function errorsOfFirst(wanted: WantedSeries, context: RuleContext): FieldError[] {
  const { startDate, startsAt, endsAt } = wanted;
  const isTold = startsAt && endsAt && isClosedOn(context.opening, startDate);
  if (!isTold) return timeErrors(wanted, context);
  const sameDay = venueDayOf(startsAt, context.timeZone) === startDate;
  if (!sameDay) return [{ path: "startTime", message: "Start is not on the start date" }];
  const days = (endsAt.getTime() - startsAt.getTime()) / (24 * HOUR_MS);
  if (days <= 0) return [{ path: "endTime", message: "End must be after the start" }];
  return days > 1 ? [{ path: "endTime", message: "End must be on the day of the start" }] : [];
}

/** Exceptions that are not of these days, or name no room. */
function errorsOfExceptions(
  { skip, swaps }: Exceptions,
  days: readonly VenueDay[],
  rooms: { byId(id: number): Room | undefined },
): FieldError[] {
  const notOfIt = (day: VenueDay): string => `${day} is not a date of this series`;
  return [
    ...skip.filter((day) => !days.includes(day)).map((day) => ({ path: "skip", message: notOfIt(day) })),
    ...[...swaps].flatMap(([day, { roomId }]) => {
      const path = `swaps.${day}`;
      if (!days.includes(day)) return [{ path, message: notOfIt(day) }];
      if (skip.includes(day)) return [{ path, message: `${day} is skipped, so it cannot be swapped` }];
      const room = roomId === undefined ? undefined : rooms.byId(roomId);
      return roomId !== undefined && (!room || room.retired)
        ? [{ path: `${path}.roomId`, message: "This room is unknown" }]
        : [];
    }),
  ];
}

interface QuotedDate extends PlannedDate {
  alternatives: PricedPlace[];
}

export interface SeriesQuote {
  ok: true;
  dates: QuotedDate[];
  /** Sums over the free dates, in cents. */
  totalCents: number;
  downpaymentCents: number;
}

/** Every date with its state and price, and for one that is not free up to three other places that day. */
export async function quoteSeries(
  core: Asking,
  wanted: WantedSeries,
  asks: RoomCalendar["for"],
): Promise<SeriesQuote | Refused> {
  const planned = await planSeries(core, wanted, { asks, most: MOST_DATES });
  if (!planned.ok) return planned;
  const { visit, plan } = planned;
  const dates = planned.dates.map((date) => ({
    ...date,
    alternatives: date.state === "free" ? [] : alternativesOf(visit, date.day, plan),
  }));
  return { ok: true, dates, ...sumOf(dates.filter(({ state }) => state === "free")) };
}

/** Why none of the dates can be booked: all are on one weekday, on which the venue may be closed. */
export const refuseNoDates = ({ days }: PlannedSeries, core: Asking): Refused => {
  const [first = ""] = days;
  return isClosedOn(core.settings.schedule(), first)
    ? refuseField("InvalidBooking", "startDate", `The venue is closed on ${pluralWeekdayOf(first)}`)
    : refuseField("InvalidBooking", "repeat", "No date is left to book");
};
