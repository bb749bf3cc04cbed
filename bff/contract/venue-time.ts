/** Opens the core's venue clock to the browser, so that calendar and server agree on what an hour and a day is. */
export {
  addDays,
  BOOKING_HORIZON_DAYS,
  CLOSING_HOUR,
  FIRST_SLOT_HOUR,
  HOUR_MS,
  hoursBetween,
  instantAt,
  isClosedDay,
  isVenueDay,
  slotStarts,
  type VenueDay,
  venueClockOf,
  venueDayOf,
} from "../../core/venue/venue-time.ts";
