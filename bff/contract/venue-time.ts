/** Opens the core's venue clock to the browser, so that calendar and server agree on what an hour and a day is, and how it is written. */

export { isClosedDay } from "../../core/venue/opening-hours.ts";
export {
  clockSeconds,
  clocksDiffer,
  clockTime,
  dayAndTime,
  dayName,
  moment,
  monthName,
  shortDate,
  shortDay,
  shortDayAndYear,
  timeRange,
  zoneAbbreviation,
  zoneName,
} from "../../core/venue/time-format.ts";
export {
  addDays,
  BOOKING_HORIZON_DAYS,
  HOUR_MS,
  hoursBetween,
  instantAt,
  isVenueDay,
  type VenueDay,
  venueClockOf,
  venueDayOf,
} from "../../core/venue/venue-time.ts";
