/** Computes what each change of a booking adds to the figures of venue days, by room, and of their hours. Pure; integer cents, hours. */

import { isNoShow } from "../../../core/booking/rules/statuses.ts";
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import {
  hoursBetween,
  type VenueDay,
  venueClockOf,
  venueDayOf,
} from "../../../core/venue/time/venue-time.ts";
import {
  type AnalyticsBooking,
  createSums,
  hoursOf,
  isActiveBooking,
  isOnlyOffered,
  isSameVisit,
} from "./rows.ts";

export const NO_DAY_FIGURES = {
  bookings: 0,
  made_by_staff: 0,
  lead_days: 0,
  lead_same_day: 0,
  lead_2_days: 0,
  lead_6_days: 0,
  lead_13_days: 0,
  lead_27_days: 0,
  lead_longer: 0,
  cancelled_by_customer: 0,
  cancelled_by_venue: 0,
  unpaid: 0,
  no_shows: 0,
  received_cents: 0,
  gone_cents: 0,
  cash_cents: 0,
  terminal_cents: 0,
  transfer_cents: 0,
  card_cents: 0,
  marked_cents: 0,
  booked_hours: 0,
};
type DayFigures = Partial<typeof NO_DAY_FIGURES>;

/** Days from booking to visit; each bucket includes its number, and the last has no end. */
export const LEAD_BUCKETS: readonly { column: keyof typeof NO_DAY_FIGURES; upTo: number | null }[] = [
  { column: "lead_same_day", upTo: 0 },
  { column: "lead_2_days", upTo: 2 },
  { column: "lead_6_days", upTo: 6 },
  { column: "lead_13_days", upTo: 13 },
  { column: "lead_27_days", upTo: 27 },
  { column: "lead_longer", upTo: null },
];

const ENDING_FIGURES = {
  customer: { cancelled_by_customer: 1 },
  venue: { cancelled_by_venue: 1 },
  unpaid: { unpaid: 1 },
} as const;

/** Every UTC offset is a multiple of 15 minutes, so the day cannot change within a quarter of an hour. */
const QUARTER_MS = 900_000;

/** The venue day of an instant, computed once per quarter of an hour. */
export function venueDays(timeZone: string): (instant: Date) => VenueDay {
  const known = new Map<number, VenueDay>();
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / QUARTER_MS);
    const day = known.get(quarter) ?? venueDayOf(instant, timeZone);
    known.set(quarter, day);
    return day;
  };
}

/** Days from one venue day to another; a visit that staff enter after it has begun counts as 0 days ahead. */
export const leadDays = (madeOn: VenueDay, visitOn: VenueDay): number =>
  Math.max(0, Math.round((Date.parse(visitOn) - Date.parse(madeOn)) / 86_400_000));

/** Takings as the desk counts them: by method, at the time of payment or return. */
function takingsOf(
  before: AnalyticsBooking | null,
  after: AnalyticsBooking,
  event: BookingEvent,
): DayFigures | null {
  switch (event.type) {
    case "DeskMoneyReceived":
      return { [`${event.data.method}_cents`]: event.data.amountCents };
    case "DeskMoneyReturned":
      return { [`${event.data.method}_cents`]: -event.data.amountCents };
    case "PaymentMarked":
      return { marked_cents: event.data.amountCents };
    default: {
      const card_cents = after.card_cents - (before?.card_cents ?? 0);
      return card_cents === 0 ? null : { card_cents };
    }
  }
}

/** What a batch of events adds to days. `dayOf` returns the venue day of an instant, as `venueDays` does. */
export function createDaySums(dayOf: (instant: Date) => VenueDay, timeZone: string) {
  const roomDays = createSums<{ room_id: number; day: VenueDay }, typeof NO_DAY_FIGURES>(
    ["day", "room_id"],
    NO_DAY_FIGURES,
  );
  const dayHours = createSums<{ day: VenueDay; hour: number }, { booked_hours: number }>(["day", "hour"], {
    booked_hours: 0,
  });

  const visitDay = ({ starts_at }: AnalyticsBooking): VenueDay => dayOf(new Date(starts_at));

  /** Adds to the day on which the booking was made: one booking, who made it, and how long ahead, while it is not cancelled. */
  function addMade(booking: AnalyticsBooking, times: 1 | -1): void {
    if (isOnlyOffered(booking)) return;
    const { room_id, created_on: day, made_by_staff } = booking;
    const figures: DayFigures = { bookings: 1, made_by_staff: made_by_staff ? 1 : 0 };
    if (isActiveBooking(booking)) {
      const lead = leadDays(day, visitDay(booking));
      const bucket = LEAD_BUCKETS.find(({ upTo }) => upTo === null || lead <= upTo);
      figures.lead_days = lead;
      if (bucket) figures[bucket.column] = 1;
    }
    roomDays.add({ room_id, day }, figures, times);
  }

  /** Adds the hours to the visit's day; a cancelled booking has none. */
  function addHours(booking: AnalyticsBooking, times: 1 | -1): void {
    const { room_id, starts_at, ends_at } = booking;
    const day = visitDay(booking);
    roomDays.add({ room_id, day }, { booked_hours: hoursOf(booking) }, times);
    for (const start of hoursBetween(new Date(starts_at), new Date(ends_at))) {
      dayHours.add({ day, hour: venueClockOf(start, timeZone).hour }, { booked_hours: 1 }, times);
    }
  }

  function addEnding(booking: AnalyticsBooking, times: 1 | -1): void {
    const { room_id, ended, ended_on: day } = booking;
    if (ended === null || day === null || isOnlyOffered(booking)) return;
    roomDays.add({ room_id, day }, ENDING_FIGURES[ended], times);
  }

  function addNoShow(booking: AnalyticsBooking, times: 1 | -1): void {
    if (!isNoShow(booking)) return;
    roomDays.add({ room_id: booking.room_id, day: visitDay(booking) }, { no_shows: 1 }, times);
  }

  return {
    roomDays,
    dayHours,

    bookingChanged(
      before: AnalyticsBooking | null,
      after: AnalyticsBooking,
      event: RecordedEvent<BookingEvent>,
    ): void {
      const { room_id } = after;
      const received_cents = after.received_cents - (before?.received_cents ?? 0);
      const gone_cents = after.gone_cents - (before?.gone_cents ?? 0);
      const taken = takingsOf(before, after, event);
      if (received_cents !== 0 || gone_cents !== 0 || taken) {
        const day = dayOf(event.occurredAt);
        roomDays.add({ room_id, day }, { received_cents, gone_cents, ...taken });
      }

      const isSameVisitAsBefore = before !== null && isSameVisit(before, after);
      if (!isSameVisitAsBefore || isActiveBooking(before) !== isActiveBooking(after)) {
        if (before) addMade(before, -1);
        addMade(after, 1);
        if (before && isActiveBooking(before)) addHours(before, -1);
        if (isActiveBooking(after)) addHours(after, 1);
      }
      const isSameRoom = before?.room_id === room_id;
      if (!isSameRoom || before.ended !== after.ended || before.ended_on !== after.ended_on) {
        if (before) addEnding(before, -1);
        addEnding(after, 1);
      }
      if (!isSameVisitAsBefore || before.visit !== after.visit) {
        if (before) addNoShow(before, -1);
        addNoShow(after, 1);
      }
    },
  };
}
