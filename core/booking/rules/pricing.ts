/** Computes what a booking costs: the room's rate by duration, the engineer's fee and the downpayment (decisions 3 to 5). Integer cents. */

import { leastCardCents, roundCents } from "../../venue/currency.ts";
import { percentOfHours, type VisitBegin } from "../../venue/rooms/price-rules.ts";
import { ENGINEER_FEE, type Rates, type RoomRates, ratesOn } from "../../venue/rooms/room-rates.ts";
import type { BookingTerms } from "../../venue/settings.ts";
import { venueClockOf, venueDayOf } from "../../venue/time/venue-time.ts";

export const BOOKING_DURATIONS = ["hourly", "half-day", "full-day"] as const;
export type BookingDuration = (typeof BOOKING_DURATIONS)[number];

/** Hourly bookings are 1 to 12 hours long on the server; a half day is 4 hours, a full day 8 (decisions 4, 16). */
export const MIN_HOURS = 1;
export const MAX_HOURS = 12;
export const HALF_DAY_HOURS = 4;
export const FULL_DAY_HOURS = 8;

/** What a booking costs, in cents. `downpaymentCents` is due at booking, `remainingCents` on arrival. */
export interface Price {
  roomCents: number;
  engineerCents: number;
  totalCents: number;
  downpaymentCents: number;
  remainingCents: number;
}

/** The length of a booking in hours: fixed for half and full days, otherwise as chosen. */
export function durationHours(duration: BookingDuration, hourCount: number): number {
  switch (duration) {
    case "hourly":
      return hourCount;
    case "half-day":
      return HALF_DAY_HOURS;
    case "full-day":
      return FULL_DAY_HOURS;
  }
}

/** `percent`: what is charged of the usual rate, over all hours (`percentOfHours`). */
function centsOf(
  rates: Rates,
  duration: BookingDuration,
  hours: number,
  percent: number = 100 * hours,
): number {
  const usual = usualCentsOf(rates, duration, hours);
  // Prices that were set in another currency may have cents that this one has not.
  return roundCents((usual * percent) / (100 * hours));
}

function usualCentsOf(rates: Rates, duration: BookingDuration, hours: number): number {
  switch (duration) {
    case "hourly":
      return rates.hourlyCents * hours;
    case "half-day":
      return rates.halfDayCents;
    case "full-day":
      return rates.fullDayCents;
  }
}

/** The terms' share of a total in cents, rounded to the currency's smallest amount, half up; zero if it is less than the provider charges a card. */
export function downpaymentOf(
  totalCents: number,
  { downpaymentPercent }: Pick<BookingTerms, "downpaymentPercent">,
): number {
  const share = roundCents((totalCents * downpaymentPercent) / 100);
  return share < leastCardCents() ? 0 : share;
}

/** When a visit begins, by the venue's clock. */
export const visitBegin = (startsAt: Date, timeZone: string): VisitBegin => ({
  day: venueDayOf(startsAt, timeZone),
  hour: venueClockOf(startsAt, timeZone).hour,
});

/**
 * Prices a booking; the downpayment is the terms' share of the total, half a cent rounded up (decision 3). Price rules
 * count by `begin`; a half or full day changes by the average of its hours (decision 246). Without `begin`, the usual price.
 */
export function priceOf(
  agreed: RoomRates,
  booking: {
    duration: BookingDuration;
    hourCount: number;
    engineerRequired: boolean;
    begin?: VisitBegin | undefined;
  },
  terms: Pick<BookingTerms, "downpaymentPercent">,
): Price {
  const hours = durationHours(booking.duration, booking.hourCount);
  const rates = booking.begin ? ratesOn(agreed, booking.begin.day) : agreed;
  const { rules = [] } = rates;
  const percent = booking.begin && rules.length > 0 ? percentOfHours(rules, booking.begin, hours) : undefined;
  const room = centsOf(rates, booking.duration, hours, percent);
  const fee = rates.engineer ?? ENGINEER_FEE;
  const engineer = booking.engineerRequired ? centsOf(fee, booking.duration, hours) : 0;
  const total = room + engineer;
  const downpayment = downpaymentOf(total, terms);
  return {
    roomCents: room,
    engineerCents: engineer,
    totalCents: total,
    downpaymentCents: downpayment,
    remainingCents: total - downpayment,
  };
}
