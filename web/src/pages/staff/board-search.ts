/**
 * The part of the board's state that is in the address, so that reload and Back
 * restore it: the day, a room and its week, the open booking.
 */
import { z } from "zod/mini";
import { orAbsent, venueDay, wholeNumber } from "../address.ts";

const number = orAbsent(wholeNumber(1, 1_000_000_000));

export const boardSearch = z.object({
  /** Absent for today. */
  day: venueDay,
  view: orAbsent(z.literal("week")),
  room: number,
  /** The booking whose details are open. */
  booking: number,
});
export type BoardSearch = z.output<typeof boardSearch>;
