/** The venue as this page knows it: what the site was built with, until the server sends newer data. */
import { INITIAL_VENUE } from "../../../bff/contract/venue/initial-venue.ts";
import type { Venue } from "../../../bff/contract/venue/venue-record.ts";
import { setCurrency } from "../../../core/venue/currency.ts";
import { COLOR_PROPERTIES, colorProperties } from "../../../core/venue/look/colors.ts";
import { isClosedOn, openingOn, widestHours } from "../../../core/venue/time/opening-hours.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import { createStore, useStore } from "../browser/store.ts";

const known = createStore<Venue>(INITIAL_VENUE);

/** The venue as it is known now; a component uses `useVenue`. */
export const currentVenue = known.get;

export function setVenue(venue: Venue): void {
  if (JSON.stringify(venue) === JSON.stringify(currentVenue())) return;
  setCurrency(venue);
  known.set(venue);
  showColors(venue);
}

/** Gives the page the venue's colors; the server's first paint has them already. */
function showColors({ colors }: Venue): void {
  if (typeof document === "undefined") return;
  const { style } = document.documentElement;
  for (const name of COLOR_PROPERTIES) style.removeProperty(name);
  for (const [name, value] of Object.entries(colorProperties(colors))) style.setProperty(name, value);
}

export const useVenue = (): Venue => useStore(known);

/** The venue's IANA time zone, in which every time is shown. */
export const useZone = (): string => useVenue().timeZone;

/** The hours of a day on the calendar if the venue is closed all week. */
const USUAL_HOURS = { open: 9, close: 22 };

/** The first bookable venue-local hour and the end of the last one, over the days of this week. */
export const usualHours = (): { open: number; close: number } =>
  widestHours(currentVenue().openingHours) ?? USUAL_HOURS;

/** The same for one day; without a day, and for a closed one, the week's. */
export const hoursOfDay = (day: VenueDay | null): { open: number; close: number } =>
  (day === null ? null : openingOn(currentVenue().schedule, day)) ?? usualHours();

/** The start of every bookable hour within these hours. */
export const hourStarts = ({ open, close }: { open: number; close: number }): number[] =>
  Array.from({ length: close - open }, (_, index) => open + index);

export const isClosedDay = (day: VenueDay): boolean => isClosedOn(currentVenue().schedule, day);

/** `"Monday-Saturday 8:00am-10:00pm"`, and further stretches if the days differ. */
export const openingText = (venue: Venue): string =>
  venue.doors.flatMap(({ days, hours }) => (hours === null ? [] : [`${days} ${hours}`])).join(", ");

/** `"We are open Monday-Saturday 8:00am-10:00pm and closed on Sundays."` */
export function openingSentence(): string {
  const closed = currentVenue().doors.flatMap(({ days, hours }) =>
    hours === null ? [days.replace("-", "s to ")] : [],
  );
  const shut = closed.length === 0 ? "" : ` and closed on ${closed.map((days) => `${days}s`).join(", ")}`;
  return `We are open ${openingText(currentVenue())}${shut}.`;
}

/** The same for the terms of service, which have a wording of their own while the venue keeps its first hours (decision 120). */
export function openingTerms(): string {
  const { openDays, doors } = currentVenue();
  return JSON.stringify(doors) === JSON.stringify(INITIAL_VENUE.doors)
    ? `We are open ${openDays}, 8:00 AM-10:00 PM, and closed on Sundays.`
    : openingSentence();
}
