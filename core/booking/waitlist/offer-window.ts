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

/** The window of an offer that is made now for a visit that begins at `startsAt`. `offerMs`: its length, if the operator has set one. */
export function offerWindow(
  startsAt: Date,
  { now, timeZone, offerMs = null }: { now: Date; timeZone: string; offerMs?: number | null },
): OfferWindow {
  if (offerMs !== null) return { from: now, until: new Date(now.getTime() + offerMs) };
  const from = isSoon(startsAt, now) ? now : afterQuietHours(now, timeZone);
  return { from, until: new Date(from.getTime() + lengthMs(startsAt, now)) };
}

/** When the time of an offer starts that was made at `madeAt`, and its mail may go. */
export function offerStart({ startsAt, until }: { startsAt: Date; until: Date }, madeAt: Date): Date {
  const from = new Date(until.getTime() - lengthMs(startsAt, madeAt));
  return from > madeAt ? from : madeAt;
}

const leadHours = (startsAt: Date, now: Date): number => (startsAt.getTime() - now.getTime()) / HOUR_MS;

const isSoon = (startsAt: Date, now: Date): boolean => leadHours(startsAt, now) <= 24;

function lengthMs(startsAt: Date, now: Date): number {
  const lead = leadHours(startsAt, now);
  return (WINDOWS.find((one) => lead > one.leadHours) ?? WINDOWS[2]).minutes * 60_000;
}

function afterQuietHours(now: Date, timeZone: string): Date {
  const { hour } = venueClockOf(now, timeZone);
  if (hour >= QUIET_UNTIL && hour < QUIET_FROM) return now;
  const today = venueDayOf(now, timeZone);
  return instantAt(hour < QUIET_UNTIL ? today : addDays(today, 1), QUIET_UNTIL, timeZone);
}
