/** Writes a find request as a URL and in words. */
import { addDays } from "../../../../core/venue/time/venue-time.ts";
import type { FindRequest } from "../../api/rooms.ts";
import { hoursText } from "../../format/counts.ts";
import { hourName } from "../../format/hours.ts";
import { hourStarts, isClosedDay, usualHours } from "../../format/venue.ts";

/** The form's choices of a start and a length (decisions 15, 16). */
export const startHours = (): number[] => hourStarts(usualHours());
export const LENGTHS = Array.from({ length: 12 }, (_, index) => 1 + index);

/** The defaults of fields that are not set. */
export const DEFAULT_REQUEST = { startHour: 18, hours: 2, people: 1 };

/** The URL of the find page for this request. */
export function findHref({ day, until, startHour, hours, people, activity, maxPrice }: FindRequest): string {
  const query = new URLSearchParams({
    day,
    ...(until === undefined ? {} : { until }),
    start: String(startHour),
    hours: String(hours),
    people: String(people),
    ...(activity === undefined ? {} : { for: activity }),
    ...(maxPrice === undefined ? {} : { maxPrice: String(maxPrice) }),
  });
  return `/find?${query}`;
}

/** `"3 hours from 6 PM"` */
export const describeFindRequest = ({ hours, startHour }: Pick<FindRequest, "hours" | "startHour">): string =>
  `${hoursText(hours)} from ${hourName(startHour)}`;

/** The nearest open day before or after a day, within a week; the adjacent day if the venue is closed for longer. */
export function nearestOpenDay(day: string, step: 1 | -1): string {
  for (let away = 1; away <= 7; away++) {
    const beside = addDays(day, away * step);
    if (!isClosedDay(beside)) return beside;
  }
  return addDays(day, step);
}

/** Whether this many of the hours come in a row. */
export const hasHoursInARow = (freeHours: readonly number[], length: number): boolean =>
  freeHours.some((hour) =>
    Array.from({ length }, (_, k) => hour + k).every((each) => freeHours.includes(each)),
  );
