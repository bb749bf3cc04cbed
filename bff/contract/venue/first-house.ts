/** The venue as the site is built with it, before staff change anything. */
import { HOUSE } from "../../../core/venue/house.ts";
import { FIRST_SCHEDULE, openingWords } from "../../../core/venue/opening-hours.ts";
import type { House } from "./house-record.ts";

const {
  url: _url,
  country: _country,
  region: _region,
  openDays,
  hours,
  holdMinutes: _holdMinutes,
  ...today
} = HOUSE;

/** The answer of `GET /api/house` while no setting has been changed. */
export const FIRST_HOUSE: House = {
  ...today,
  openDays,
  hours,
  timeZone: "America/New_York",
  holdMinutes: 30,
  doors: openingWords(today.openingHours),
  schedule: FIRST_SCHEDULE,
};
