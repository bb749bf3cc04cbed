/** Finds the place of the venue for public holidays: the one that staff set, otherwise the one of the time zone. */
import {
  type HolidayPlace,
  placeOfZone,
  whyNoHolidays,
} from "../../core/adapters/holidays/public-holidays.ts";
import type { Core } from "../../core/context.ts";
import { type VenueDay, venueDayOf } from "../../core/venue/time/venue-time.ts";
import type { FieldError } from "../contract/problem.ts";

type Given = Pick<Core, "settings" | "timeZone" | "clock">;

/** The place on a venue day, today if none is given. */
export async function holidayPlaceOfVenue(core: Given, day?: VenueDay): Promise<HolidayPlace | null> {
  const { country, region } = core.settings.on(day ?? venueDayOf(core.clock.now(), core.timeZone));
  return country === null ? placeOfZone(core.timeZone) : { country, region };
}

interface AskedPlace {
  country?: string | undefined;
  region?: string | null | undefined;
}

/**
 * The new settings of the place: country and region together, and no region of another country. An unknown place is refused with its field.
 */
export async function checkHolidayPlace(
  core: Given,
  { country, region }: AskedPlace,
  day: VenueDay | undefined,
): Promise<{ ok: true; place: Partial<HolidayPlace> } | { ok: false; error: FieldError }> {
  if (country === undefined && region === undefined) return { ok: true, place: {} };
  const before = await holidayPlaceOfVenue(core, day);
  const next = country ?? before?.country;
  if (next === undefined) return { ok: false, error: { path: "country", message: "Choose a country first" } };
  const kept = next === before?.country ? before.region : null;
  const place = { country: next, region: region === undefined ? kept : region };
  const error = await whyNoHolidays(place);
  return error === null ? { ok: true, place } : { ok: false, error };
}
