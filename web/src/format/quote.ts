/** Prices a visit in cents from the room's rates in the API's format, with the same function as the server (decision 6). */

import type { LaterPrices, Room } from "../../../bff/contract/room.ts";
import { toCents } from "../../../core/booking/rules/money.ts";
import { type BookingDuration, type Price, priceOf } from "../../../core/booking/rules/pricing.ts";
import type { RoomRates } from "../../../core/venue/rooms/room-rates.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import { currentVenue } from "./venue.ts";

export type PricedRoom = Pick<
  Room,
  | "hourlyRate"
  | "halfDayRate"
  | "fullDayRate"
  | "engineerAvailable"
  | "engineerHourlyRate"
  | "engineerHalfDayRate"
  | "engineerFullDayRate"
  | "priceRules"
  | "laterPrices"
> & {
  /** The agreed share, if there is one; otherwise the venue's applies. */
  downpaymentPercent?: number | undefined;
};

/** A rate of the API in cents. @throws if the server sent something that is not an amount. */
function rateCents(rate: string): number {
  const cents = toCents(rate);
  if (cents === null) throw new Error(`Not an amount: ${rate}`);
  return cents;
}

const laterOf = ({ from, hourlyRate, halfDayRate, fullDayRate, priceRules }: LaterPrices) => ({
  from,
  hourlyCents: rateCents(hourlyRate),
  halfDayCents: rateCents(halfDayRate),
  fullDayCents: rateCents(fullDayRate),
  priceRules,
});

export function ratesOf(room: Omit<PricedRoom, "engineerAvailable">): RoomRates {
  const { engineerHourlyRate: hourly, engineerHalfDayRate: halfDay, engineerFullDayRate: fullDay } = room;
  const hasOwnFee = hourly !== undefined && halfDay !== undefined && fullDay !== undefined;
  return {
    hourlyCents: rateCents(room.hourlyRate),
    halfDayCents: rateCents(room.halfDayRate),
    fullDayCents: rateCents(room.fullDayRate),
    ...(hasOwnFee
      ? {
          engineer: {
            hourlyCents: rateCents(hourly),
            halfDayCents: rateCents(halfDay),
            fullDayCents: rateCents(fullDay),
          },
        }
      : {}),
    ...(room.priceRules ? { rules: room.priceRules } : {}),
    ...(room.laterPrices ? { later: room.laterPrices.map(laterOf) } : {}),
  };
}

/** The room with the prices that a booking keeps, if it keeps any: those of the room, and from a day on, do not count then. */
export const pricedAs = <Priced extends PricedRoom>(
  room: Priced,
  agreed: Partial<PricedRoom> | null | undefined,
): Priced => (agreed ? { ...room, priceRules: undefined, laterPrices: undefined, ...agreed } : room);

/** The price of the choice in cents, by the room's price rules once its start is chosen; the engineer counts only in a room that has one (decision 5). */
export function quote(
  room: PricedRoom,
  choice: {
    duration: BookingDuration;
    hourCount: number;
    day?: VenueDay | null;
    startHour?: number | null;
  },
  engineerWanted: boolean,
): Price {
  const { duration, hourCount, day = null, startHour = null } = choice;
  const { downpaymentPercent = currentVenue().downpaymentPercent } = room;
  const engineerRequired = engineerWanted && room.engineerAvailable;
  const begin = day === null || startHour === null ? undefined : { day, hour: startHour };
  return priceOf(ratesOf(room), { duration, hourCount, engineerRequired, begin }, { downpaymentPercent });
}
