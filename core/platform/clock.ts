/** Owns where the time comes from, so that everything that asks "now?" can be told a time instead. */

export type Clock = {
  /** The present instant (UTC). */
  now(): Date;
};

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
