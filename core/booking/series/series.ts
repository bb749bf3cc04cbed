/** Defines the streams `series-N`: which bookings belong together, by which rule they repeat, and where further dates go. Pure. */
import { z } from "zod";
import { defineEvent, type EventOf } from "../../log/event-definition.ts";
import { defineStream } from "../../log/stream.ts";
import type { VenueDay } from "../../venue/time/venue-time.ts";
import { BOOKING_DURATIONS, type BookingDuration } from "../rules/pricing.ts";
import { STAFF_PAYMENTS, type StaffPayment } from "../rules/statuses.ts";
import { type RepeatRule, WEEKS_APART } from "./repeat.ts";

const rule = z.union([z.object({ every: z.literal(WEEKS_APART) }), z.object({ monthly: z.literal(true) })]);
/** Venue-local hours, the end excluded: 18 to 20. */
const hours = z.object({ start: z.number().int(), end: z.number().int() });
const dates = z.array(z.object({ bookingId: z.number().int(), day: z.iso.date() })).readonly();

const definitions = [
  /**
   * The bookings were made together. Their own streams have the same facts and the money; this one knows the rule. `lastDay` is the last
   * day of the rule that was asked for, also if it was skipped.
   */
  defineEvent(
    "SeriesBooked",
    z.object({
      /** The series' name outside of the venue; unlike its number, it is never reused. */
      reference: z.uuid(),
      repeat: rule,
      firstDay: z.iso.date(),
      lastDay: z.iso.date(),
      roomId: z.number().int(),
      hours,
      duration: z.enum(BOOKING_DURATIONS),
      /** How it is paid, if staff booked it; null for a visitor's. */
      payment: z.enum(STAFF_PAYMENTS).nullable(),
      dates,
    }),
  ),
  /** Further dates were booked by the same rule. */
  defineEvent("SeriesExtended", z.object({ lastDay: z.iso.date(), dates })),
  /** The dates from one on were moved: further dates take place in this room at these hours. */
  defineEvent("SeriesMoved", z.object({ roomId: z.number().int(), hours })),
] as const;

export type SeriesEvent = EventOf<(typeof definitions)[number]>;

/** A date of a series as it was booked. Its booking may have been moved or cancelled since. */
interface SeriesDate {
  bookingId: number;
  day: VenueDay;
}

/** A series as its events make it. The number of a date is its place in `dates`, from 1. */
export interface Series {
  exists: true;
  reference: string;
  repeat: RepeatRule;
  firstDay: VenueDay;
  lastDay: VenueDay;
  roomId: number;
  hours: { start: number; end: number };
  duration: BookingDuration;
  payment: StaffPayment | null;
  dates: readonly SeriesDate[];
}
export type SeriesState = { exists: false } | Series;

function evolveSeries(state: SeriesState, event: SeriesEvent): SeriesState {
  switch (event.type) {
    case "SeriesBooked":
      return { exists: true, ...event.data };
    case "SeriesExtended":
      return state.exists
        ? { ...state, lastDay: event.data.lastDay, dates: [...state.dates, ...event.data.dates] }
        : state;
    case "SeriesMoved":
      return state.exists ? { ...state, ...event.data } : state;
    default:
      return event satisfies never;
  }
}

export const seriesStream = defineStream({
  category: "series",
  events: definitions,
  initial: { exists: false } as SeriesState,
  evolve: evolveSeries,
});
