/** Draws hours for bookings: half of them on a few days that all clients use at the moment, the others on many days. */

import type { Room } from "../../../../bff/contract/room.ts";
import type { Venue } from "../../../../bff/contract/venue/venue-record.ts";
import { priceOf } from "../../../../core/booking/rules/pricing.ts";
import { openingOn } from "../../../../core/venue/time/opening-hours.ts";
import { addDays, instantAt, venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import type { Random } from "../../random.ts";
import type { TrafficState } from "../shared-state.ts";

/** The days that all clients use at the moment, from the third ahead. Later days replace them, so that hours do not run out. */
const HOT_DAYS = 2;
const HOT_MINUTES = 2;
const FIRST_DAY_AHEAD = 3;
const TRIES = 50;
const LENGTHS = { "half-day": 4, "full-day": 8 } as const;

export interface DrawnHours {
  room: Room;
  day: string;
  /** In venue-local hours. */
  hour: number;
  length: number;
  duration: "hourly" | "half-day" | "full-day";
}

/** Hours of an open day in a room that visitors can book; null while rooms or settings are unknown, or nothing is open. */
export function drawHours(world: TrafficState, random: Random): DrawnHours | null {
  const { settings } = world;
  const rooms = world.rooms.filter(({ bookable }) => bookable);
  if (!settings || rooms.length === 0) return null;
  const today = todayOf(world, settings);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const day = addDays(today, daysAhead(world, random));
    const open = openingOn(settings.schedule, day);
    const duration = random.weighted([
      ["hourly", 8],
      ["half-day", 2],
      ["full-day", 1],
    ] as const);
    const length = duration === "hourly" ? random.between(1, 3) : LENGTHS[duration];
    if (!open || open.close - open.open < length) continue;
    const hour = random.between(open.open, open.close - length);
    return { room: random.pick(rooms), day, hour, length, duration };
  }
  return null;
}

export const todayOf = (world: TrafficState, settings: Venue): string =>
  venueDayOf(world.now(), settings.timeZone);

/** The current hour at the venue, which staff may still book. */
export function venueHourNow(
  world: TrafficState,
  settings: Venue,
): Pick<DrawnHours, "day" | "hour" | "length" | "duration"> {
  const { hour } = venueClockOf(world.now(), settings.timeZone);
  return { day: todayOf(world, settings), hour, length: 1, duration: "hourly" };
}

function daysAhead(world: TrafficState, random: Random): number {
  const minutes = (world.now().getTime() - world.began.getTime()) / 60_000;
  const firstHot = FIRST_DAY_AHEAD + HOT_DAYS * Math.floor(minutes / HOT_MINUTES);
  return random.chance(0.5)
    ? Math.min(world.days, firstHot + random.between(0, HOT_DAYS - 1))
    : random.between(FIRST_DAY_AHEAD, world.days);
}

/** The times and the price of a booking, as a form sends them. */
export function hoursFields(
  { room, day, hour, length, duration }: DrawnHours,
  settings: Venue,
  engineer = false,
) {
  const cents = (amount: string | undefined): number => Math.round(Number(amount ?? "0") * 100);
  const rates = {
    hourlyCents: cents(room.hourlyRate),
    halfDayCents: cents(room.halfDayRate),
    fullDayCents: cents(room.fullDayRate),
    engineer: {
      hourlyCents: cents(room.engineerHourlyRate),
      halfDayCents: cents(room.engineerHalfDayRate),
      fullDayCents: cents(room.engineerFullDayRate),
    },
  };
  const price = priceOf(rates, { duration, hourCount: length, engineerRequired: engineer }, settings);
  return {
    startDate: day,
    startTime: instantAt(day, hour, settings.timeZone).toISOString(),
    endTime: instantAt(day, hour + length, settings.timeZone).toISOString(),
    bookingDuration: duration,
    hourCount: length,
    totalAmount: (price.totalCents / 100).toFixed(2),
    downpaymentAmount: (price.downpaymentCents / 100).toFixed(2),
    remainingAmount: (price.remainingCents / 100).toFixed(2),
  };
}
