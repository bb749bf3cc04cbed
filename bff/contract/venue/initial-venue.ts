/** The venue as the site is built with it, before staff change anything. */
import { NEW_VENUE } from "../../../core/venue/settings.ts";
import { describeOpeningHours, FIRST_SCHEDULE } from "../../../core/venue/time/opening-hours.ts";
import { FIRST_MAP } from "../../../core/venue/venue-map.ts";
import type { Venue } from "./venue-record.ts";

const {
  url: _url,
  country: _country,
  region: _region,
  openDays,
  hours,
  holdMinutes: _holdMinutes,
  map: _map,
  ...today
} = NEW_VENUE;

/** The answer of `GET /api/house` while no setting has been changed. */
export const INITIAL_VENUE: Venue = {
  ...today,
  map: FIRST_MAP,
  openDays,
  hours,
  timeZone: "America/New_York",
  holdMinutes: 30,
  doors: describeOpeningHours(today.openingHours),
  schedule: FIRST_SCHEDULE,
};
