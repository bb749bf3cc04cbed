/** The venue as this page knows it: what the site was built with, until the server sends newer data. */
import { INITIAL_VENUE } from "../../../bff/contract/venue/initial-venue.ts";
import type { Venue } from "../../../bff/contract/venue/venue-record.ts";
import { isClosedOn, openingOn, widestHours } from "../../../core/venue/time/opening-hours.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import { createStore, useStore } from "../browser/store.ts";

const known = createStore<Venue>(INITIAL_VENUE);

/** The venue as it is known now; a component uses `useVenue`. */
export const currentVenue = known.get;

export function setVenue(venue: Venue): void {
  if (JSON.stringify(venue) !== JSON.stringify(currentVenue())) known.set(venue);
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
