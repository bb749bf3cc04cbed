/** The venue as the site is built with it, before staff change anything. */
import { NEW_VENUE } from "../../../core/venue/settings.ts";
import { sampleParts } from "../../../core/venue/setup.ts";
import { describeOpeningHours, FIRST_SCHEDULE } from "../../../core/venue/time/opening-hours.ts";
import { FIRST_MAP } from "../../../core/venue/venue-map.ts";
import type { Venue } from "./venue-record.ts";

const {
  url: _url,
  country: _country,
  region: _region,
  bankDetails: _bankDetails,
  openDays,
  hours,
  holdMinutes: _holdMinutes,
  map: _map,
  done: _done,
  logo: _logo,
  ...today
} = NEW_VENUE;

/** The answer of `GET /api/house` while no setting has been changed. */
export const INITIAL_VENUE: Venue = {
  ...today,
  logo: null,
  roomCount: 7,
  rooms: ["Recording Studio", "Auditorium", "Media Production", "Black Box Theater"],
  sample: sampleParts(NEW_VENUE, 7),
  map: FIRST_MAP,
  openDays,
  hours,
  timeZone: "America/New_York",
  holdMinutes: 30,
  doors: describeOpeningHours(today.openingHours),
  schedule: FIRST_SCHEDULE,
};
