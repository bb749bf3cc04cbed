/** What an entry of the waitlist could have now: the free hours that fit, and who is before it. */
import { hoursBeside, readClaims, roomsToOffer } from "../booking/waitlist/free-days.ts";
import { fitsOf } from "../booking/waitlist/match.ts";
import { decideOffer } from "../booking/waitlist/offers.ts";
import { type Entry, openEntries, type Waitlist } from "../booking/waitlist/waitlist.ts";
import { type Fit, sharesHour, type Wish } from "../booking/waitlist/wish.ts";
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
  const places = days.flatMap((day) => rooms.map(({ id }) => ({ roomId: id, day })));
  const claims = await readClaims(core, places);
  const free = hoursBeside(core, claims, places).map((on) => ({ ...on, freed: null }));
  const fits = fitsOf(entry, free, { now: core.clock.now(), rooms: roomsToOffer(rooms) });
  return fits.filter((fit) => decideOffer(core, entry, fit, entry.personId).ok);
}

/** The days of a wish that are not past. */
export const daysOfWish = (core: Pick<Core, "clock" | "timeZone">, { day, until }: Wish): VenueDay[] => {
  const today = venueToday(core);
  return daysBetween(day < today ? today : day, until);
};
