/** Writes the venue: today's contact, opening hours and terms, and the scheduled changes. */
import type { Core } from "../../core/context.ts";
import { comingChanges } from "../../core/venue/house.ts";
import { openingWords } from "../../core/venue/opening-hours.ts";
import { venueDayOf } from "../../core/venue/venue-time.ts";
import type { House, HouseChanged } from "../contract/venue/house-record.ts";

type Given = Pick<Core, "house" | "timeZone" | "holdMs" | "clock">;

/** Calendars show past days too: of the ended opening hours, the last ones stay in the schedule. */
export function houseJson({ house, timeZone, holdMs }: Given): House {
  const {
    url: _url,
    country: _country,
    region: _region,
    openDays,
    hours,
    holdMinutes,
    ...today
  } = house.now();
  return {
    ...today,
    openDays,
    hours,
    timeZone,
    holdMinutes: holdMinutes ?? holdMs / 60_000,
    doors: openingWords(today.openingHours),
    schedule: house.schedule(),
  };
}

/** `place`: its public holidays are suggested today. */
export function houseChangedJson(core: Given, place: HouseChanged["place"]): HouseChanged {
  const today = venueDayOf(core.clock.now(), core.timeZone);
  // A setting is never set back to what the operator configured.
  const upcoming = comingChanges(core.house.changes(), today).map(
    ({ id, from, changes: { email, holdMinutes, country, ...changes } }) => ({
      id,
      from,
      ...changes,
      email: email ?? undefined,
      holdMinutes: holdMinutes ?? undefined,
      country: country ?? undefined,
    }),
  );
  return { house: houseJson(core), upcoming, place };
}
