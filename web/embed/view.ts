/** Says what the element shows for a choice: the same days, hours, prices and problems as the room's page, by the same rules. Pure. */
import type { EmbeddedRoom } from "../../bff/contract/open/embed.ts";
import type { RoomBooking } from "../../bff/contract/room.ts";
import {
  BOOKING_DURATIONS,
  type BookingDuration,
  FULL_DAY_HOURS,
  HALF_DAY_HOURS,
  priceOf,
} from "../../core/booking/rules/pricing.ts";
import {
  dayRestOf,
  dayRule,
  daysBetween,
  findSpanProblem,
  hoursOn,
  lastBookableDay,
  nearestStarts,
  type RoomCalendar,
  type RoomHour,
  type SpanProblem,
  type Start,
} from "../../core/calendar/room-hours.ts";
import { openingOn } from "../../core/venue/time/opening-hours.ts";
import {
  addDays,
  daysOf,
  monthOf,
  type VenueDay,
  type VenueMonth,
  venueDayOf,
} from "../../core/venue/time/venue-time.ts";
import type { CalendarDay } from "../src/features/availability/calendar-days.ts";
import { ratesOf } from "../src/format/quote.ts";
import { calendarWithin } from "../src/format/room-calendar.ts";
import { type BookingChoice, hoursOf, spanOf } from "../src/session/booking-choice.ts";
import { leastHoursOn, ROOM_PAGE_MIN_HOURS } from "../src/session/least-hours.ts";

const MOST_OFFERS = 3;

/** What was read of the room. */
export interface RoomFacts extends EmbeddedRoom {
  /** Its taken hours by month, as far as they were read. */
  taken: ReadonlyMap<VenueMonth, readonly RoomBooking[]>;
}

export interface View extends RoomFacts {
  today: VenueDay;
  /** The last day that can be chosen. */
  lastDay: VenueDay;
  /** The minimum hours of a visit. */
  leastHours: number;
  choice: BookingChoice;
  /** The hours of the day on show; null until they are known. */
  slots: readonly RoomHour[] | null;
  /** Why the chosen hours cannot be booked now; null if they can, or if none are chosen. */
  trouble: SpanProblem | null;
  /** Where a visit of the chosen length is free instead. */
  offers: readonly Start[];
  /** The days of a month, each with what is left of it. */
  dayOf(day: VenueDay): CalendarDay;
}

/** A choice continues on the room's page, so it is none that this page would lengthen. */
export const leastHoursOf = (room: EmbeddedRoom["room"]): number => leastHoursOn(ROOM_PAGE_MIN_HOURS, room);

export const todayAt = ({ timeZone }: EmbeddedRoom["room"], now: Date): VenueDay => venueDayOf(now, timeZone);

const calendarIn = ({ room, venue, taken }: RoomFacts, month: VenueMonth, now: Date): RoomCalendar | null => {
  const bookings = taken.get(month);
  return bookings ? calendarWithin(venue.schedule, bookings, { room, for: "visitor", now }) : null;
};

/** What is shown at an instant. */
export function viewOf(facts: RoomFacts, choice: BookingChoice, now: Date): View {
  const { room, venue } = facts;
  const today = todayAt(room, now);
  const lastDay = lastBookableDay(today);
  const leastHours = leastHoursOf(room);
  const calendars = new Map<VenueMonth, RoomCalendar | null>();
  const calendarOf = (month: VenueMonth): RoomCalendar | null => {
    const known = calendars.get(month);
    if (known !== undefined) return known;
    const calendar = calendarIn(facts, month, now);
    calendars.set(month, calendar);
    return calendar;
  };

  const { day } = choice;
  const calendar = day === null ? null : calendarOf(monthOf(day));
  const slots = day === null || calendar === null ? null : hoursOn(day, calendar);
  const span = spanOf(choice, room.timeZone);
  const trouble = span === null || calendar === null ? null : findSpanProblem(span, calendar);
  const full = slots !== null && !dayRestOf(slots, leastHours).fits;
  const offers =
    day === null || calendar === null || (trouble === null && !full)
      ? []
      : nearestStarts(
          { day, startHour: choice.startHour ?? openingOn(venue.schedule, day)?.open ?? 0 },
          {
            length: hoursOf(choice),
            days: daysBetween(day, earlier(daysOf(monthOf(day)).last, lastDay)),
            most: MOST_OFFERS,
            perOtherDay: 1,
          },
          calendar,
        );
  return {
    ...facts,
    today,
    lastDay,
    leastHours,
    choice,
    slots,
    trouble,
    offers,
    dayOf(of) {
      const rule = dayRule(venue.schedule, of, today, lastDay);
      const month = calendarOf(monthOf(of));
      const remaining = rule === "open" && month !== null ? dayRestOf(hoursOn(of, month), leastHours) : null;
      return { day: of, rule, remaining, leastHours };
    },
  };
}

/** The first day from `from` on in its month on which a visit fits; null if there is none, or if the month was not read. */
export function firstFitting(facts: RoomFacts, from: VenueDay, now: Date): VenueDay | null {
  const calendar = calendarIn(facts, monthOf(from), now);
  if (calendar === null) return null;
  const until = earlier(daysOf(monthOf(from)).last, lastBookableDay(todayAt(facts.room, now)));
  const least = leastHoursOf(facts.room);
  return daysBetween(from, until).find((day) => dayRestOf(hoursOn(day, calendar), least).fits) ?? null;
}

/** The first day of the next month. */
export const nextMonthOf = (month: VenueMonth): VenueDay => addDays(daysOf(month).last, 1);

/** What a visit of this length costs in cents, from the chosen start on; the usual price while none is chosen. */
export function costOf(
  { room, venue, choice }: Pick<View, "room" | "venue" | "choice">,
  { duration, hourCount, startHour }: Partial<BookingChoice> = {},
): number {
  const begin = startHour ?? choice.startHour;
  return priceOf(
    ratesOf(room),
    {
      duration: duration ?? choice.duration,
      hourCount: hourCount ?? choice.hourCount,
      engineerRequired: false,
      begin: choice.day === null || begin === null ? undefined : { day: choice.day, hour: begin },
    },
    venue,
  ).totalCents;
}

const LENGTH_NAMES: Record<BookingDuration, string> = {
  hourly: "Hourly",
  "half-day": `Half day (${HALF_DAY_HOURS} hours)`,
  "full-day": `Full day (${FULL_DAY_HOURS} hours)`,
};

/** The three kinds of visit, each with its price in cents: of one hour, or of the whole half or full day. */
export const lengthsOf = (view: View) =>
  BOOKING_DURATIONS.map((duration) => ({
    duration,
    name: LENGTH_NAMES[duration],
    cents: costOf(view, { duration, hourCount: 1 }),
  }));

const earlier = (a: VenueDay, b: VenueDay): VenueDay => (a < b ? a : b);
