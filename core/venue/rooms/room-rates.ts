/** Defines the prices of a room's hours, and from which day they hold. Safe in a browser. */
import type { VenueDay } from "../time/venue-time.ts";

/** In cents: per hour, for 4 hours, for 8 hours. */
export interface Rates {
  hourlyCents: number;
  halfDayCents: number;
  fullDayCents: number;
}

/** The prices of visits from a venue day on. */
interface LaterPrices extends Rates {
  from: VenueDay;
  /** Lines of price rules. */
  priceRules: readonly string[];
}

export interface RoomRates extends Rates {
  /** The additional price of its engineer; if absent, the standard fee. */
  engineer?: Rates | undefined;
  /** Lines of price rules (`readPriceRule`), which change the room's price and not the engineer's; none if absent. */
  rules?: readonly string[] | undefined;
  /** In the order of their days; none if absent. */
  later?: readonly LaterPrices[] | undefined;
}

/** Whether the price depends on the day or hour of the visit. */
export const variesByTime = ({ rules, later }: RoomRates): boolean =>
  rules !== undefined || later !== undefined;

/** The rates of a visit on this day: the last ones that have begun by then. The engineer's fee is the same on every day. */
export function ratesOn(rates: RoomRates, day: VenueDay): RoomRates {
  const begun = (rates.later ?? []).filter(({ from }) => from <= day).at(-1);
  if (!begun) return rates;
  const { hourlyCents, halfDayCents, fullDayCents, priceRules } = begun;
  return {
    ...rates,
    ...{ hourlyCents, halfDayCents, fullDayCents },
    rules: priceRules.length > 0 ? priceRules : undefined,
  };
}

/** +$50 per hour, +$200 for half a day, +$400 for a full day (decision 5). */
export const ENGINEER_FEE: Rates = { hourlyCents: 5_000, halfDayCents: 20_000, fullDayCents: 40_000 };
