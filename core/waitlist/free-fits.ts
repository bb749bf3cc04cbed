/** What an entry of the waitlist could have now: the free hours that fit, and who is before it. */
import { readFreeDays, roomsToOffer } from "../booking/waitlist/free-days.ts";
import { fitsOf } from "../booking/waitlist/match.ts";
import { decideOffer } from "../booking/waitlist/offers.ts";
import { placesOf } from "../booking/waitlist/sweep.ts";
import { type Entry, openEntries, type Waitlist } from "../booking/waitlist/waitlist.ts";
import {
  type Fit,
  type FreeDay,
  sharesHour,
  type Wish,
  type WishDays,
  wishWithin,
} from "../booking/waitlist/wish.ts";
import { daysBetween } from "../calendar/room-hours.ts";
import type { Core } from "../context.ts";
import { type VenueDay, venueToday } from "../venue/time/venue-time.ts";

/** How many open entries before this one wait for an hour of a room that it waits for too. */
export const aheadOf = (list: Waitlist, { id, wish }: Pick<Entry, "id" | "wish">): number =>
  openEntries(list).filter((other) => other.id < id && sharesHour(other.wish, wish)).length;

/** The hours that fit the entry now, by start. */
export async function freeFitsOf(core: Core, entry: Entry, days: readonly VenueDay[]): Promise<Fit[]> {
  const { roomIds, anyRoom } = entry.wish;
  const rooms = core.rooms.all().filter(({ id }) => anyRoom || roomIds.includes(id));
  const free = await readFreeDays(
    core,
    days.flatMap((day) => rooms.map(({ id }) => ({ roomId: id, day }))),
  );
  return [...acceptedFits(core, entry, free)];
}

/** The first of the hours that fit each entry now, on these days or on all days of its wish: one reading for all entries. */
export async function firstFreeFits(
  core: Core,
  entries: readonly Entry[],
  { days, most }: { days: WishDays | undefined; most: number },
): Promise<ReadonlyMap<number, Fit[]>> {
  const wishes = entries.map(({ wish }) => (days ? wishWithin(wish, days) : wish));
  const free = await readFreeDays(core, placesOf(core, wishes));
  return new Map(
    entries.map((entry) => {
      const fits: Fit[] = [];
      for (const fit of acceptedFits(core, entry, free)) if (fits.push(fit) === most) break;
      return [entry.id, fits];
    }),
  );
}

/** One after another: the venue's rules are asked only as far as fits are taken. */
function* acceptedFits(core: Core, entry: Entry, free: readonly FreeDay[]): Generator<Fit> {
  const at = { now: core.clock.now(), rooms: roomsToOffer(core.rooms.all()) };
  for (const fit of fitsOf(entry, free, at)) {
    if (decideOffer(core, entry, fit, entry.personId).ok) yield fit;
  }
}

/** The days of a wish that are not past. */
export const daysOfWish = (core: Pick<Core, "clock" | "timeZone">, { day, until }: Wish): VenueDay[] => {
  const today = venueToday(core);
  return daysBetween(day < today ? today : day, until);
};
