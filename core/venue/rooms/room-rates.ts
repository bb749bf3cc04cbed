/** Defines the prices of a room's hours. Safe in a browser. */

/** In cents: per hour, for 4 hours, for 8 hours. */
export interface Rates {
  hourlyCents: number;
  halfDayCents: number;
  fullDayCents: number;
}

export interface RoomRates extends Rates {
  /** The additional price of its engineer; if absent, the standard fee. */
  engineer?: Rates | undefined;
  /** Lines of price rules (`readPriceRule`), which change the room's price and not the engineer's; none if absent. */
  rules?: readonly string[] | undefined;
}

/** +$50 per hour, +$200 for half a day, +$400 for a full day (decision 5). */
export const ENGINEER_FEE: Rates = { hourlyCents: 5_000, halfDayCents: 20_000, fullDayCents: 40_000 };
