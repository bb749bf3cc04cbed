/** Writes the venue: today's contact, opening hours and terms, and the scheduled changes. */
import type { Core } from "../../core/context.ts";
import { photoPath } from "../../core/venue/photos/photo-sizes.ts";
import { sampleRoomsOf } from "../../core/venue/sample-rooms.ts";
import { FIRST_SETTINGS, type Logo, scheduledChanges } from "../../core/venue/settings.ts";
import { sampleParts } from "../../core/venue/setup.ts";
import { describeOpeningHours } from "../../core/venue/time/opening-hours.ts";
import { venueDayOf } from "../../core/venue/time/venue-time.ts";
import { FIRST_MAP } from "../../core/venue/venue-map.ts";
import type { Venue, VenueWithChanges } from "../contract/venue/venue-record.ts";

type Given = Pick<Core, "settings" | "rooms" | "timeZone" | "holdMs" | "clock">;

/** Of the rooms, as many names as a sentence has room for. */
const NAMED_ROOMS = 4;

const isFirstAddress = ({ street, city }: Venue["address"]): boolean =>
  street === FIRST_SETTINGS.address.street && city === FIRST_SETTINGS.address.city;

/** Calendars show past days too: of the ended opening hours, the last ones stay in the schedule. */
export function venueJson({ settings, rooms, timeZone, holdMs }: Given): Venue {
  const {
    url: _url,
    country: _country,
    region: _region,
    bankDetails: _bankDetails,
    openDays,
    hours,
    holdMinutes,
    map,
    done,
    logo,
    ...today
  } = settings.now();
  const shown = rooms.all();
  return {
    ...today,
    logo: logo && logoJson(logo),
    roomCount: shown.length,
    rooms: shown.slice(0, NAMED_ROOMS).map(({ name }) => name),
    sample: sampleParts({ ...today, done }, sampleRoomsOf(rooms).length),
    map: map ?? (isFirstAddress(today.address) ? FIRST_MAP : []),
    openDays,
    hours,
    timeZone,
    holdMinutes: holdMinutes ?? holdMs / 60_000,
    doors: describeOpeningHours(today.openingHours),
    schedule: settings.schedule(),
  };
}

/** The logo in WebP, which keeps what is transparent. */
const logoJson = ({ photoId, width, height }: Logo): NonNullable<Venue["logo"]> => ({
  url: photoPath(photoId, width, "webp"),
  width,
  height,
});

/** `place`: its public holidays are suggested today. */
export function venueWithChangesJson(core: Given, place: VenueWithChanges["place"]): VenueWithChanges {
  const today = venueDayOf(core.clock.now(), core.timeZone);
  // A setting is never set back to what the operator configured.
  const upcoming = scheduledChanges(core.settings.changes(), today).map(
    ({ id, from, changes: { email, holdMinutes, country, map, ...changes } }) => ({
      id,
      from,
      ...changes,
      email: email ?? undefined,
      holdMinutes: holdMinutes ?? undefined,
      country: country ?? undefined,
      map: map ?? undefined,
    }),
  );
  return { house: venueJson(core), upcoming, bankDetails: core.settings.now().bankDetails, place };
}
