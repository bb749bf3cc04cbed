/** Makes the calls of the waitlist: book hours to wait for, join, read an entry, and do what its holder does with an offer. */
import type { WaitlistEntry, WaitlistJoined } from "../../../bff/contract/visitor/waitlist.ts";
import { addDays, HOUR_MS, venueClockOf, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { book, payByCard } from "./booking-calls.ts";
import { person } from "./made-up-people.ts";
import type { ScenarioContext } from "./scenario.ts";
import type { KnownBooking, KnownEntry } from "./shared-state.ts";

export const JOIN = "POST /api/waitlist";
export const ENTRY = "GET /api/waitlist/{token}";
export const DECLINE = "POST /api/waitlist/{token}/decline";
export const WITHDRAW = "POST /api/waitlist/{token}/withdraw";
export const TAKE = "POST /api/waitlist/{token}/take";
export const PROOF = "GET /api/waitlist/{token}/proof";
export const RELEASE = "POST /api/bookings/{id}/release";

/** A booking of anyone, or a new hold if there is none. */
export const takenHours = async (who: ScenarioContext): Promise<KnownBooking | null> =>
  who.world.anyBooking(who.client.random) ?? book(who);

/** What is asked for: an hour or more, on the day of a booking. */
interface Wanted {
  roomIds: number[];
  day: string;
  until: string;
  from: number;
  to: number;
  hours: number;
}

/** The whole hours of a booking, or a part of them in a wider window: mostly in its room alone, sometimes on two days or in another room too. */
function wantedOf({ client, world }: ScenarioContext, taken: KnownBooking, whole: boolean): Wanted | null {
  const { random } = client;
  if (!world.settings) return null;
  const { timeZone } = world.settings;
  const [start, end] = [new Date(taken.startTime), new Date(taken.endTime)];
  const length = Math.round((end.getTime() - start.getTime()) / HOUR_MS);
  const day = venueDayOf(start, timeZone);
  const first = venueClockOf(start, timeZone).hour;
  if (whole) {
    return { roomIds: [taken.roomId], day, until: day, from: first, to: first + length, hours: length };
  }
  const hours = random.between(1, length);
  // No run of so many hours lies beside the booking, if the window is wider by one hour less.
  const wider = random.between(0, hours - 1);
  const others = world.rooms.filter(({ id, bookable }) => bookable && id !== taken.roomId);
  const other = others.length > 0 && random.chance(0.15) ? [random.pick(others).id] : [];
  return {
    roomIds: [taken.roomId, ...other],
    day,
    until: random.chance(0.1) ? addDays(day, 1) : day,
    from: Math.max(0, first - wider),
    to: Math.min(24, first + length + wider),
    hours,
  };
}

/** Joins for hours that a booking has; null if they are free, or the entry was not made. `whole`: for exactly these hours. */
export async function joinFor(
  who: ScenarioContext,
  taken: KnownBooking,
  { whole = false, email }: { whole?: boolean; email?: string } = {},
): Promise<KnownEntry | null> {
  const { client, world } = who;
  const wanted = wantedOf(who, taken, whole);
  if (!wanted) return null;
  const guest = person(client.random);
  const body = {
    ...wanted,
    ...guest,
    email: email ?? guest.email,
    from: clockOf(wanted.from),
    to: clockOf(wanted.to),
    attendees: client.random.chance(0.3) ? client.random.between(1, 12) : null,
    eventType: "Rehearsal",
    terms: true,
  };
  const answer = await client.call<WaitlistJoined>(JOIN, { body, once: true });
  if (!answer.ok) return null;
  const { id, token } = answer.body;
  const entry = { id, token, email: body.email };
  world.rememberEntry(entry);
  return entry;
}

const clockOf = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** The entry as its page shows it; an offered booking is known to all clients from then on. */
export async function readEntry(who: ScenarioContext, known: KnownEntry): Promise<WaitlistEntry | null> {
  const { client, world } = who;
  const answer = await client.call<WaitlistEntry>(ENTRY, { params: { token: known.token } });
  if (!answer.ok) return null;
  const { offer } = answer.body;
  if (offer && !world.bookings.some(({ id }) => id === offer.bookingId)) {
    const { bookingId: id, roomId, startTime, endTime } = offer;
    world.remember({ id, roomId, startTime, endTime, email: known.email, owner: null });
  }
  return answer.body;
}

/** Pays an offer as its own page does; answers whether it was paid. */
export async function payOffer(
  who: ScenarioContext,
  known: KnownEntry,
  { offer }: Pick<WaitlistEntry, "offer">,
): Promise<boolean> {
  if (!offer) return false;
  await who.client.call("GET /api/guest/{token}", { params: { token: offer.bookingToken } });
  return payByCard(who, { id: offer.bookingId, email: known.email });
}
