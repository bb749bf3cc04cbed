/** Says whether a wish fits whole within offered hours. */
import { venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { hoursOf, type Joined, type Offered } from "./order-proof-events.ts";

type Hours = Pick<Offered, "roomId" | "startTime" | "endTime">;

export const sharesHours = (one: Hours, other: Hours): boolean =>
  one.roomId === other.roomId && hoursOf(one).some((hour) => hoursOf(other).includes(hour));

/** Each way in which the wish fits whole within these hours, whatever the room: the hours that it would take. */
function fitsWithin(wish: Joined, offer: Hours, zone: string): number[][] {
  const hours = hoursOf(offer);
  return hours
    .map((_, at) => hours.slice(at, at + wish.hours))
    .filter((visit) => {
      const [start] = visit;
      if (start === undefined || visit.length < wish.hours) return false;
      const startsAt = new Date(start);
      const day = venueDayOf(startsAt, zone);
      const { hour } = venueClockOf(startsAt, zone);
      return day >= wish.day && day <= wish.until && hour >= wish.from && hour + wish.hours <= wish.to;
    });
}

/** Whether the wish has the room and the day of these hours. */
export function asksFor(wish: Joined, { roomId, startTime }: Hours, zone: string): boolean {
  const day = venueDayOf(new Date(startTime), zone);
  return (wish.anyRoom || wish.roomIds.includes(roomId)) && day >= wish.day && day <= wish.until;
}

/** Whether these hours are one whole visit as the wish asks for it. */
export const isWished = (wish: Joined, offer: Hours, zone: string): boolean =>
  asksFor(wish, offer, zone) &&
  hoursOf(offer).length === wish.hours &&
  fitsWithin(wish, offer, zone).length > 0;

/**
 * Whether "does not fit" is certainly false. One of the offered hours had become free, and an entry is served with such an hour only; the
 * others could be free already if the entry had let them lapse. So a fit within those proves nothing, unless the fits have all the hours.
 */
export function certainlyFits(wish: Joined, offer: Hours, lapsed: readonly Hours[], zone: string): boolean {
  // Whether a room that is not listed suits the wish is not in the proof.
  if (!wish.roomIds.includes(offer.roomId)) return false;
  const fits = fitsWithin(wish, offer, zone);
  const mayHaveBeenFree = new Set(
    lapsed.filter(({ roomId }) => roomId === offer.roomId).flatMap((hours) => hoursOf(hours)),
  );
  return (
    fits.some((visit) => visit.every((hour) => !mayHaveBeenFree.has(hour))) ||
    hoursOf(offer).every((hour) => fits.some((visit) => visit.includes(hour)))
  );
}
