/** Opens the core's prices and durations to the browser, without the wire schemas and their validator. */
export {
  BOOKING_DURATIONS,
  type BookingDuration,
  durationHours,
  ENGINEER_ROOM_SLUG,
  FULL_DAY_HOURS,
  HALF_DAY_HOURS,
  MAX_HOURS,
  type Price,
  priceOf,
  type RoomRates,
} from "../../core/booking/pricing.ts";
