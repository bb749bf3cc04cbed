/**
 * Finds the public holidays of a country and region, and lists countries and regions, with the library `date-holidays`.
 * The library is loaded on the first call.
 */
import type HolidayCalendar from "date-holidays";
import { addDays, type VenueDay } from "../../venue/time/venue-time.ts";

/**
 * Codes of ISO 3166 for the country and of ISO 3166-2, without the country's letters, for the region: `US`, `NY`.
 * Without a region, the holidays of the whole country apply.
 */
export interface HolidayPlace {
  country: string;
  region: string | null;
}

/** `from` and `to` are days of the place, both inclusive. */
export interface PublicHoliday {
  day: VenueDay;
  until: VenueDay;
  name: string;
}

/** Names are in English. */
export interface HolidayCountry {
  code: string;
  name: string;
  regions: { code: string; name: string }[];
}

/** The library's rules are megabytes, so a process that never asks for holidays does not load them. */
let loading: Promise<typeof HolidayCalendar> | undefined;
function calendars(): Promise<typeof HolidayCalendar> {
  loading ??= import("date-holidays").then((library) => library.default);
  return loading;
}

const LANGUAGE = "en";
/** The venue's texts are in American English. */
const SPELLINGS = ["en-us", LANGUAGE];
const DAY_MS = 86_400_000;

/** The days off by date. Days that are only observances are left out. */
export async function publicHolidays(
  { country, region }: HolidayPlace,
  year: number,
): Promise<PublicHoliday[]> {
  const Calendar = await calendars();
  const options = { languages: SPELLINGS, types: ["public" as const, "bank" as const] };
  const calendar = region === null ? new Calendar(country, options) : new Calendar(country, region, options);
  return calendar.getHolidays(year).map(({ date, start, end, name }) => {
    const day = date.slice(0, 10);
    const days = Math.max(1, Math.ceil((end.getTime() - start.getTime()) / DAY_MS - 0.1));
    return { day, until: addDays(day, days - 1), name };
  });
}

export async function holidayCountries(): Promise<HolidayCountry[]> {
  const calendar = new (await calendars())();
  const listed = (names: Record<string, string> | undefined) =>
    Object.entries(names ?? {})
      .map(([code, name]) => ({ code, name }))
      .sort((a, b) => a.name.localeCompare(b.name, LANGUAGE));
  return listed(calendar.getCountries(LANGUAGE)).map((country) => ({
    ...country,
    regions: listed(calendar.getStates(country.code, LANGUAGE)),
  }));
}

/** Why there are no holidays for this place, by field; null if there are. */
export async function whyNoHolidays({
  country,
  region,
}: HolidayPlace): Promise<{ path: "country" | "region"; message: string } | null> {
  const known = (await holidayCountries()).find(({ code }) => code === country);
  if (!known) return { path: "country", message: "Choose a country from the list" };
  return region === null || known.regions.some(({ code }) => code === region)
    ? null
    : { path: "region", message: `${known.name} has no such region` };
}

/** The place of the zone that the product starts with. A zone does not name its region. */
const FIRST_ZONE = { zone: "America/New_York", place: { country: "US", region: "NY" } };

/** The place of a venue in this time zone; null if the zone does not belong to a single country. */
export async function placeOfZone(zone: string): Promise<HolidayPlace | null> {
  if (zone === FIRST_ZONE.zone) return FIRST_ZONE.place;
  const Calendar = await calendars();
  const countries = Object.keys(new Calendar().getCountries(LANGUAGE));
  const within = countries.filter((country) => new Calendar(country).getTimezones().includes(zone));
  return within.length === 1 && within[0] !== undefined ? { country: within[0], region: null } : null;
}
