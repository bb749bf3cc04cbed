/** Opens the house's hours and terms to the browser, with the house that the site is built with, and the links that put a visit there into a calendar. */

import { HOUSE } from "../../core/venue/house.ts";
import { FIRST_SCHEDULE, openingWords } from "../../core/venue/opening-hours.ts";
import type { House } from "./house-record.ts";

export { calendarLinks } from "../../core/venue/calendar-links.ts";
export { phoneUrl } from "../../core/venue/house.ts";
export {
  daysLike,
  isClosedOn,
  openingOn,
  slotsOn,
  widestHours,
} from "../../core/venue/opening-hours.ts";

/** The id of the element in which a page carries the house, as JSON, where it is another than this. */
export const HOUSE_DATA_ID = "house-data";

const {
  url: _url,
  country: _country,
  region: _region,
  openDays,
  hours,
  holdMinutes: _holdMinutes,
  ...today
} = HOUSE;

/** As `GET /api/house` answers while nothing of it has been changed. */
export const FIRST_HOUSE: House = {
  ...today,
  openDays,
  hours,
  timeZone: "America/New_York",
  holdMinutes: 30,
  doors: openingWords(today.openingHours),
  schedule: FIRST_SCHEDULE,
};
