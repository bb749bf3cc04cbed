/** Says in words what an entry of the waitlist wishes for, and how many are ahead of it. Venue days and venue-local whole hours. */
import type { WaitlistEntry } from "../../../bff/contract/visitor/waitlist.ts";
import { countText } from "../../../core/text/count-text.ts";
import { dayName, shortDay } from "../../../core/venue/time/time-format.ts";
import { hoursText, peopleText } from "./counts.ts";
import { hourName } from "./hours.ts";

/** What the button of every place says that offers to wait for hours. */
export const TELL_ME = "Tell me when it frees up";

type Wish = WaitlistEntry["wish"];

const LENGTHS = { hourly: "", "half-day": "Half day, ", "full-day": "Full day, " } as const;

/** 18 for `"18:00"`. */
const hourOf = (clock: string): number => Number.parseInt(clock, 10);

/** `"2 hours between 6 PM and 10 PM"`, or `"2 hours from 6 PM to 8 PM"` if only these hours will do. */
function windowText({ from, to, hours }: { from: number; to: number; hours: number }): string {
  const [first, last] = [hourName(from), hourName(to)];
  return to - from === hours
    ? `${hoursText(hours)} from ${first} to ${last}`
    : `${hoursText(hours)} between ${first} and ${last}`;
}

/** `"Saturday, December 12"`, or `"Sat, Dec 12 to Mon, Dec 14"`. */
export const daysText = ({ day, until }: Pick<Wish, "day" | "until">): string =>
  until === day ? dayName(day) : `${shortDay(day)} to ${shortDay(until)}`;

/** `"Studio"`, `"Studio or Theater"`, `"Any of 3 rooms: Studio, Theater, Suite"`. */
export const roomsText = (names: readonly string[]): string =>
  names.length < 3 ? names.join(" or ") : `Any of ${names.length} rooms: ${names.join(", ")}`;

export const hoursOfWish = ({ from, to, hours, bookingDuration }: Wish): string =>
  LENGTHS[bookingDuration] + windowText({ from: hourOf(from), to: hourOf(to), hours });

/** The whole wish in one line, for staff. */
export const wishText = (wish: Wish): string =>
  [
    daysText(wish),
    hoursOfWish(wish),
    roomsText(wish.roomNames),
    ...(wish.attendees === null ? [] : [peopleText(wish.attendees)]),
  ].join(" · ");

/** `"You are first in line"`, `"2 people ahead of you wait"`. */
export const aheadText = (ahead: number): string =>
  ahead === 0
    ? "You are first in line for these hours."
    : `${countText(ahead, "person ahead of you waits", "people ahead of you wait")} for some of the same hours.`;

const HOUR_MS = 3_600_000;

/** `"just now"`, `"for 12 minutes"`, `"for 5 hours"`, `"for 3 days"`: how long an entry has waited, in its largest whole unit. */
export function waitedText(joinedAt: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - new Date(joinedAt).getTime());
  if (ms < 60_000) return "just now";
  if (ms < HOUR_MS) return `for ${countText(Math.floor(ms / 60_000), "minute")}`;
  if (ms < 48 * HOUR_MS) return `for ${hoursText(Math.floor(ms / HOUR_MS))}`;
  return `for ${countText(Math.floor(ms / (24 * HOUR_MS)), "day")}`;
}
