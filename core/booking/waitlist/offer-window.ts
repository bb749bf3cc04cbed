/** Says until when an offer can be taken, and when its mail may go (decision 275). Pure. UTC instants. */
import { addDays, HOUR_MS, instantAt, venueClockOf, venueDayOf } from "../../venue/time/venue-time.ts";

/** Venue-local hours between which no offer is mailed, unless its visit is within a day. */
const QUIET_FROM = 22;
const QUIET_UNTIL = 8;

/** How long an offer can be taken, by how far ahead its visit is. */
const WINDOWS = [
  { leadHours: 72, minutes: 12 * 60 },
  { leadHours: 24, minutes: 2 * 60 },
  { leadHours: 0, minutes: 20 },
] as const;

export interface OfferWindow {
  /** When its mail may go and its time starts: now, or at the end of the quiet hours. */
  from: Date;
  until: Date;
}

/** The window of an offer that is made now for a visit that begins at `startsAt`. */
export function offerWindow(startsAt: Date, { now, timeZone }: { now: Date; timeZone: string }): OfferWindow {
  const lead = (startsAt.getTime() - now.getTime()) / HOUR_MS;
  const window = WINDOWS.find(({ leadHours }) => lead > leadHours) ?? WINDOWS[2];
  const from = lead > 24 ? afterQuietHours(now, timeZone) : now;
  return { from, until: new Date(from.getTime() + window.minutes * 60_000) };
}

function afterQuietHours(now: Date, timeZone: string): Date {
  const { hour } = venueClockOf(now, timeZone);
  if (hour >= QUIET_UNTIL && hour < QUIET_FROM) return now;
  const today = venueDayOf(now, timeZone);
  return instantAt(hour < QUIET_UNTIL ? today : addDays(today, 1), QUIET_UNTIL, timeZone);
}
