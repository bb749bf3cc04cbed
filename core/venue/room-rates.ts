/** Owns what a room asks for its hours. Safe in a browser. */

/** In cents: per hour, for 4 hours, for 8 hours. */
export interface RoomRates {
  hourlyCents: number;
  halfDayCents: number;
  fullDayCents: number;
}
