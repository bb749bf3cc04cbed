/** Makes an offer: a real hold of the hours by a booking of its own in the name of who waits, and the event that says why they are next. */
import { randomUUID } from "node:crypto";
import type { Core } from "../../context.ts";
import { appendRule, COMMAND_REPEATED, type OtherAppend, STREAM_CHANGED } from "../../log/append-request.ts";
import { nextStreamIds } from "../../log/append-statements.ts";
import { requireExisting } from "../../log/transact.ts";
import { isBookableByVisitors } from "../../venue/rooms/rooms.ts";
import { requireVenueUnchanged, VENUE_UNCHANGED_CONSTRAINT } from "../../venue/venue.ts";
import { decide } from "../booking.ts";
import { loadHolderHash } from "../hold/holder.ts";
import { HOURS_CLAIMED, hourOperations, TURNAROUND_BROKEN } from "../hold/hours.ts";
import type { BookingDecision } from "../state/booking-money.ts";
import { noBooking } from "../state/booking-state.ts";
import { bookingStream } from "../state/booking-stream.ts";
import type { Match } from "./match.ts";
import { offerWindow } from "./offer-window.ts";
import type { Entry, Waitlist } from "./waitlist.ts";
import type { WaitlistEvent } from "./waitlist-events.ts";
import type { Fit } from "./wish.ts";

/** What another append that was faster violates: the offers are made again from what it left. */
export const OFFER_RETRIED: readonly string[] = [
  STREAM_CHANGED,
  COMMAND_REPEATED,
  HOURS_CLAIMED,
  TURNAROUND_BROKEN,
  VENUE_UNCHANGED_CONSTRAINT,
];

interface Offers {
  /** The bookings that hold the hours. */
  bookings: OtherAppend[];
  events: WaitlistEvent[];
}

/** `override`: the reason of staff who offer out of turn. */
export async function makeOffers(
  core: Core,
  { offers: made }: Pick<Waitlist, "offers">,
  matches: readonly Match[],
  { override }: { override?: string } = {},
): Promise<Offers> {
  const offers: Offers = { bookings: [], events: [] };
  if (matches.length === 0) return offers;
  const ids = await nextStreamIds(core.sql, bookingStream.category, matches.length);
  for (const [i, { entry, fit, open }] of matches.entries()) {
    const bookingId = ids[i];
    const room = core.rooms.byId(fit.roomId);
    if (bookingId === undefined || !room) throw new Error("An offer has no number or no room");
    const personId = randomUUID();
    const decision = decideOffer(core, entry, fit, personId);
    if (!decision.ok)
      throw new Error(`The offer to entry ${entry.id} is refused: ${decision.rejection.code}`);
    const booking = requireExisting(decision.events.reduce(bookingStream.evolve, noBooking));
    offers.bookings.push({
      stream: { category: bookingStream.category, id: bookingId },
      expectedVersion: 0,
      events: decision.events.map(bookingStream.encode),
      appendRules: [
        ...(await hourOperations(noBooking, booking, () =>
          loadHolderHash(core, { ...booking, personId: entry.personId }),
        )),
        requireVenueUnchanged(room, core.settings),
        appendRule("copy_person", { from: entry.personId, id: personId }),
      ],
    });
    offers.events.push({
      type: "HoursOffered",
      data: {
        entryId: entry.id,
        bookingId,
        roomId: fit.roomId,
        startTime: fit.startsAt.toISOString(),
        endTime: fit.endsAt.toISOString(),
        until: booking.holdUntil.toISOString(),
        open,
        number: made + i + 1,
        ...(override === undefined ? {} : { override }),
      },
    });
  }
  return offers;
}

/** The booking by the rules of visitors, at today's price and terms. Refused if the venue does not allow it. */
export function decideOffer(
  core: Pick<Core, "rooms" | "settings" | "clock" | "timeZone" | "offerMs">,
  { id, wish, userId, heldBy, eventType }: Entry,
  { roomId, day, startsAt, endsAt }: Fit,
  personId: string,
): BookingDecision {
  const room = core.rooms.byId(roomId);
  if (!room) throw new Error("A room that is unknown is not offered");
  const { clock, timeZone, settings, offerMs } = core;
  const { capacity, engineerAvailable, leastHours } = room;
  const now = clock.now();
  const { duration, attendees, engineerRequired } = wish;
  return decide(
    {
      type: "RequestBooking",
      request: {
        startDate: day,
        startsAt,
        endsAt,
        duration,
        hourCount: null,
        attendees,
        engineerRequired,
        quoted: null,
      },
      room: { ...room, bookable: isBookableByVisitors(room) },
      terms: settings.now(),
      context: { now, timeZone, opening: settings.schedule(), capacity, engineerAvailable, leastHours },
      personId,
      userId,
      heldBy,
      eventType,
      holdUntil: offerWindow(startsAt, { now, timeZone, offerMs }).until,
      waitlistEntryId: id,
    },
    noBooking,
  );
}
