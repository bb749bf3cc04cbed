/** Checks a booking request: its times, length, people and quoted price (decisions 2, 15 to 17, 27). */
import { type FieldError, type Refused, refuse } from "../../log/rejection.ts";
import { countText } from "../../text/count-text.ts";
import type { RoomRates } from "../../venue/rooms/room-rates.ts";
import type { BookingTerms } from "../../venue/settings.ts";
import {
  describeBookableHours,
  isClosedOn,
  isOpenFor,
  type OpeningSchedule,
  pluralWeekdayOf,
} from "../../venue/time/opening-hours.ts";
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  HOUR_MS,
  isWholeVenueHour,
  type VenueDay,
  venueDayOf,
} from "../../venue/time/venue-time.ts";
import { toAmount } from "./money.ts";
import {
  type BookingDuration,
  durationHours,
  MAX_HOURS,
  MIN_HOURS,
  type Price,
  priceOf,
  visitBegin,
} from "./pricing.ts";

/** What the visitor asks for; a time is null if the request's text was not a time. */
export interface RequestedBooking {
  startDate: VenueDay;
  startsAt: Date | null;
  endsAt: Date | null;
  duration: BookingDuration;
  /** Null if the client leaves the length to the times. */
  hourCount: number | null;
  attendees: number | null;
  engineerRequired: boolean;
  /** The price that the customer saw; null for a date of a series, whose sums are compared instead. */
  quoted: QuotedPrice | null;
}

/** A price that a customer saw, in cents; null for a text that was not an amount. */
export interface QuotedPrice {
  totalCents: number | null;
  downpaymentCents: number | null;
  remainingCents: number | null;
}

export const NOT_QUOTED: QuotedPrice = { totalCents: null, downpaymentCents: null, remainingCents: null };

export interface RuleContext {
  now: Date;
  timeZone: string;
  /** The venue's opening hours; those of the visit's day count. */
  opening: OpeningSchedule;
  capacity: number;
  engineerAvailable: boolean;
  /** Staff can also book hours of today that have begun, and longer visits (decisions 17, 107). */
  byStaff?: boolean | undefined;
  /** The shortest hourly booking of the room for customers; one hour if absent. */
  leastHours?: number | undefined;
}

/** What the rules about times depend on. */
export type TimeContext = Pick<RuleContext, "now" | "timeZone" | "opening" | "byStaff" | "leastHours">;

/** Every broken rule about the times, each with its field; empty if there is none. */
export function timeErrors(
  request: Pick<RequestedBooking, "startDate" | "startsAt" | "endsAt" | "duration" | "hourCount">,
  context: TimeContext,
): FieldError[] {
  const { startsAt, endsAt } = request;
  const { now, timeZone, opening, byStaff = false, leastHours = MIN_HOURS } = context;
  const errors: FieldError[] = [];
  const add = (path: string, message: string): void => void errors.push({ path, message });

  if (!startsAt) add("startTime", "Enter the start as ISO date-time, HH:mm or h:mm AM");
  if (!endsAt) add("endTime", "Enter the end as ISO date-time, HH:mm or h:mm AM");
  if (!startsAt || !endsAt) return errors;

  const [day, today] = [venueDayOf(startsAt, timeZone), venueDayOf(now, timeZone)];
  if (day !== request.startDate) add("startTime", "Start is not on the start date");
  if (isClosedOn(opening, request.startDate)) {
    add("startDate", `The venue is closed on ${pluralWeekdayOf(request.startDate)}`);
  }
  if (byStaff && day < today) {
    add("startTime", "Start is on a day that has passed");
  } else if (!byStaff && startsAt <= now) add("startTime", "Start is in the past");
  if (day > addDays(today, BOOKING_HORIZON_DAYS)) {
    add("startDate", `Bookings can be made at most ${BOOKING_HORIZON_DAYS} days ahead`);
  }
  if (!isWholeVenueHour(startsAt, timeZone)) add("startTime", "Start must be a whole hour");
  if (!isWholeVenueHour(endsAt, timeZone)) add("endTime", "End must be a whole hour");
  if (endsAt <= startsAt) add("endTime", "End must be after the start");
  if (errors.length > 0) return errors;

  if (!isOpenFor(opening, startsAt, endsAt, timeZone)) {
    add("startTime", `Bookings run ${describeBookableHours(opening, request.startDate)}`);
    return errors;
  }
  const span = (endsAt.getTime() - startsAt.getTime()) / HOUR_MS;
  const least = Math.max(MIN_HOURS, leastHours);
  if (!byStaff && request.duration === "hourly" && (span < least || span > MAX_HOURS)) {
    add("endTime", `Hourly bookings are ${least} to ${MAX_HOURS} hours long`);
  }
  const hours = durationHours(request.duration, span);
  if (span !== hours) add("endTime", `A ${request.duration} booking is ${hours} hours long`);
  if (request.hourCount !== null && request.hourCount !== span) {
    add("hourCount", "Hour count does not match start and end");
  }
  return errors;
}

/** Every broken rule about people and the engineer. */
export function peopleErrors(
  request: Pick<RequestedBooking, "attendees" | "engineerRequired">,
  context: Pick<RuleContext, "capacity" | "engineerAvailable">,
): FieldError[] {
  const errors: FieldError[] = [];
  if (request.attendees !== null && request.attendees > context.capacity) {
    errors.push({
      path: "attendees",
      message: `This room holds at most ${countText(context.capacity, "person", "people")}`,
    });
  }
  if (request.engineerRequired && !context.engineerAvailable) {
    errors.push({ path: "engineerRequired", message: "No engineer is available in this room" });
  }
  return errors;
}

/**
 * The hours that are asked for and their price, or every broken rule of times and quote, after the errors in `already`. The price is
 * compared with the quoted one only if the times are valid.
 */
export function pricedHours(
  request: Pick<
    RequestedBooking,
    "startDate" | "startsAt" | "endsAt" | "duration" | "hourCount" | "engineerRequired" | "quoted"
  >,
  { rates, terms }: { rates: RoomRates; terms: Pick<BookingTerms, "downpaymentPercent"> },
  context: TimeContext,
  already: readonly FieldError[] = [],
): { ok: true; startsAt: Date; endsAt: Date; hours: number; price: Price } | Refused {
  const times = timeErrors(request, context);
  const { startsAt, endsAt, duration, engineerRequired, quoted } = request;
  if (times.length > 0 || !startsAt || !endsAt) {
    return refuse("InvalidBooking", { errors: [...times, ...already] });
  }
  const hours = (endsAt.getTime() - startsAt.getTime()) / HOUR_MS;
  const price = priceOf(
    rates,
    { duration, hourCount: hours, engineerRequired, begin: visitBegin(startsAt, context.timeZone) },
    terms,
  );
  const errors = [...already, ...(quoted ? quoteErrors(quoted, price) : [])];
  return errors.length > 0
    ? refuse("InvalidBooking", { errors })
    : { ok: true, startsAt, endsAt, hours, price };
}

/** No customer pays a price that they did not see: each quoted amount must be the one that the server computed. */
export function quoteErrors(
  quoted: QuotedPrice,
  { totalCents, downpaymentCents }: Pick<Price, "totalCents" | "downpaymentCents">,
): FieldError[] {
  const differs = (path: string, seen: number | null, own: number): FieldError[] =>
    seen === own ? [] : [{ path, message: `The price is ${toAmount(own)}` }];
  return [
    ...differs("totalAmount", quoted.totalCents, totalCents),
    ...differs("downpaymentAmount", quoted.downpaymentCents, downpaymentCents),
    ...differs("remainingAmount", quoted.remainingCents, totalCents - downpaymentCents),
  ];
}
