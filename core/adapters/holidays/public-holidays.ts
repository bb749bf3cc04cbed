/** Owns which days are public holidays in a country and its region, and which of both there are, by the library `date-holidays`: loaded once somebody asks. */
import type HolidayCalendar from "date-holidays";
import { addDays, type VenueDay } from "../../venue/venue-time.ts";

/** ISO 3166 and, within it, ISO 3166-2 without the country's letters: `US`, `NY`. Without a region the holidays of all of the country. */
export interface HolidayPlace {
  country: string;
  region: string | null;
}

/** Days of the place, both inclusive. */
export interface PublicHoliday {
  day: VenueDay;
  until: VenueDay;
  name: string;
}

/** In English, by their names. */
export interface HolidayCountry {
  code: string;
  name: string;
  regions: { code: string; name: string }[];
}

/** Its rules are megabytes: a process that nobody asks never reads them. */
let loading: Promise<typeof HolidayCalendar> | undefined;
function calendars(): Promise<typeof HolidayCalendar> {
  loading ??= import("date-holidays").then((library) => library.default);
  return loading;
}

const LANGUAGE = "en";
/** The house writes as Americans do. */
const SPELLINGS = ["en-us", LANGUAGE];
const DAY_MS = 86_400_000;

/** What is kept as a day off, by its day; observances alone are none. */
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

/** Why there are no holidays of such a place, by field; null where there are. */
export async function whyNoHolidays({
  country,
  region,
}: HolidayPlace): Promise<{ path: "country" | "region"; message: string } | null> {
  const known = (await holidayCountries()).find(({ code }) => code === country);
  if (!known) return { path: "country", message: "Choose a country of the list" };
  return region === null || known.regions.some(({ code }) => code === region)
    ? null
    : { path: "region", message: `${known.name} has no such region` };
}

/** Where the product's own zone is: no zone says of itself which region it means. */
const FIRST_ZONE = { zone: "America/New_York", place: { country: "US", region: "NY" } };

/** Where a house in that time zone stands; null of a zone that is no single country's. */
export async function placeOfZone(zone: string): Promise<HolidayPlace | null> {
  if (zone === FIRST_ZONE.zone) return FIRST_ZONE.place;
  const Calendar = await calendars();
  const countries = Object.keys(new Calendar().getCountries(LANGUAGE));
  const within = countries.filter((country) => new Calendar(country).getTimezones().includes(zone));
  return within.length === 1 && within[0] !== undefined ? { country: within[0], region: null } : null;
}
