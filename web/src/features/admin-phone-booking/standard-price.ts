/** Computes what a phone booking costs by the rules: the cheapest duration of its length (decision 106). Integer cents. */

import type { Room } from "../../../../bff/contract/room.ts";
import {
  type BookingDuration,
  FULL_DAY_HOURS,
  HALF_DAY_HOURS,
  type Price,
} from "../../../../core/booking/rules/pricing.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { quote } from "../../format/quote.ts";

export interface StandardPrice {
  duration: BookingDuration;
  price: Price;
}

/** If the visit is as long as a half or a full day, that rate applies if it is lower. */
export function standardPrice(
  room: Room,
  hours: number,
  engineerWanted: boolean,
  begin: { day: VenueDay | null; startHour: number | null } = { day: null, startHour: null },
): StandardPrice {
  const durations: BookingDuration[] = [
    "hourly",
    ...(hours === HALF_DAY_HOURS ? (["half-day"] as const) : []),
    ...(hours === FULL_DAY_HOURS ? (["full-day"] as const) : []),
  ];
  const [cheapest] = durations
    .map((duration) => ({
      duration,
      price: quote(room, { duration, hourCount: hours, ...begin }, engineerWanted),
    }))
    .sort((a, b) => a.price.totalCents - b.price.totalCents);
  if (!cheapest) throw new Error("there is always an hourly price");
  return cheapest;
}
