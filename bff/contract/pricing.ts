/** Opens the core's prices and durations to the browser, without the wire schemas and their validator. */
export {
  BOOKING_DURATIONS,
  type BookingDuration,
  durationHours,
  FULL_DAY_HOURS,
  HALF_DAY_HOURS,
  MAX_HOURS,
  type Price,
  priceOf,
} from "../../core/booking/pricing.ts";
export type { RoomRates } from "../../core/venue/room-rates.ts";
