/** Carries a change of bookings or closures on to the waitlist: offers that ended, and hours that became free, in one append (decision 277). */
import type { Core } from "../../context.ts";
import { type Append, type AppendRule, appendRule, type OtherAppend } from "../../log/append-request.ts";
import { isUnreadable } from "../../log/stream.ts";
import { HOUR_MS, hoursBetween, venueDayOf } from "../../venue/time/venue-time.ts";
import type { ChangedBooking } from "../billing/charge-accounts.ts";
import { hoursOf } from "../hold/hours.ts";
import { type Booking, type BookingState, heldUntil, occupies } from "../state/booking-state.ts";
import { type Claim, hoursBeside, type Place, readClaims, roomsToOffer } from "./free-days.ts";
import { loadWaitlist } from "./load-waitlist.ts";
import { type Matched, match } from "./match.ts";
import { decideOffer, makeOffers } from "./offers.ts";
import {
  entryOf,
  isOpen,
  lapsesOf,
  MAX_LAPSES,
  WAITLIST_ID,
  type Waitlist,
  waitlistStream,
} from "./waitlist.ts";
import type { WaitlistEvent } from "./waitlist-events.ts";
import type { FreeDay } from "./wish.ts";

/** Hours of rooms that a closure closes or reopens. */
interface ClosedHours {
  roomIds: readonly number[];
  startsAt: Date;
  endsAt: Date;
}

/** What is about to be appended. */
export interface HourChanges {
  bookings: readonly ChangedBooking[];
  closed?: ClosedHours;
  reopened?: ClosedHours & { blockId: number };
  /** Why the entries of these bookings leave, if not by declining the offer. */
  leaving?: "withdrawn" | undefined;
}

export interface WaitlistFollowUps {
  /** They go after every other append: their locks come last. */
  appends: readonly OtherAppend[];
  /** Hours become free that no entry fits: the append is refused, to be tried again, if an entry came meanwhile. It goes after the hours. */
  rules: readonly AppendRule[];
  /** Where hours become free that an entry asks for and does not fit in: beside them, another append may free hours at this moment. */
  missed: readonly Place[];
}

const NONE: WaitlistFollowUps = { appends: [], rules: [], missed: [] };

/** Nothing is read unless hours become free or an offer ends. */
export async function waitlistFollowUps(core: Core, changes: HourChanges): Promise<WaitlistFollowUps> {
  const left = hoursLeft(changes);
  const offered = changes.bookings.flatMap(({ id, before, after }) => {
    const outcome = outcomeOf(before, after);
    return outcome && after.waitlistEntryId !== null
      ? [{ bookingId: id, entryId: after.waitlistEntryId, outcome }]
      : [];
  });
  if (left.length === 0 && offered.length === 0) return NONE;
  const loaded = await loadWaitlist(core.sql).catch((error: unknown) => {
    // A newer version of the product wrote what this one cannot read. Hours must become free all the same: its job offers them.
    if (isUnreadable(error) && offered.length === 0) return null;
    throw error;
  });
  if (!loaded) return NONE;
  const { state: list, version } = loaded;
  const ended = offered.reduce((so, offer) => addEnding(so, offer, changes.leaving), {
    list,
    events: [] as WaitlistEvent[],
  });
  const lapsed = new Map(
    offered.flatMap(({ entryId, bookingId, outcome }) => {
      const offer = entryOf(list, entryId)?.offers.find((one) => one.bookingId === bookingId);
      return outcome === "OfferLapsed" && offer ? [[entryId, [offer]] as const] : [];
    }),
  );
  const { matches, missed } = await matchFreed(core, ended.list, { changes, left, refused: lapsed });
  const offers = await makeOffers(core, list, matches);
  const events = [...ended.events, ...offers.events];
  if (events.length === 0)
    return { appends: [], rules: [appendRule("waitlist_stands", { version })], missed };
  const appends = [...offers.bookings, waitlistAppend(version, events)];
  return { appends: appends.map((append) => ({ ...append, actor: SYSTEM })), rules: [], missed };
}

/** Who cancels does not offer: the rule does. So those who wait read of no other person in the proof. */
const SYSTEM = { kind: "system" } as const;

/** The appends, the last of them with these rules too: they come after every hour that is claimed or released. */
export const withLastRules = <One extends Append>(
  appends: readonly One[],
  rules: readonly AppendRule[],
): One[] =>
  appends.map((append, i) =>
    i === appends.length - 1 ? { ...append, appendRules: [...(append.appendRules ?? []), ...rules] } : append,
  );

export const waitlistAppend = (version: number, events: readonly WaitlistEvent[]): OtherAppend => ({
  stream: { category: waitlistStream.category, id: WAITLIST_ID },
  expectedVersion: version,
  events: events.map(waitlistStream.encode),
});

type OfferEnd = Extract<WaitlistEvent["type"], "OfferClaimed" | "OfferDeclined" | "OfferLapsed">;

/** What the step says about the offer that the booking holds; null if nothing. Late money claims an offer that had lapsed. */
function outcomeOf(before: BookingState, after: Booking): OfferEnd | null {
  if (!before.exists || after.waitlistEntryId === null) return null;
  const wasHeld = heldUntil(before) !== null;
  if (occupies(after)) {
    const isTaken = heldUntil(after) === null && (wasHeld || before.expired);
    return isTaken ? "OfferClaimed" : null;
  }
  if (!wasHeld) return null;
  return after.expired ? "OfferLapsed" : "OfferDeclined";
}

function addEnding(
  { list, events }: { list: Waitlist; events: WaitlistEvent[] },
  { bookingId, entryId, outcome }: { bookingId: number; entryId: number; outcome: OfferEnd },
  leaving: HourChanges["leaving"],
): { list: Waitlist; events: WaitlistEvent[] } {
  const ending: WaitlistEvent = { type: outcome, data: { entryId, bookingId } };
  const ended = waitlistStream.evolve(list, ending);
  const entry = entryOf(ended, entryId);
  const why =
    entry && isOpen(entry) && lapsesOf(entry) >= MAX_LAPSES
      ? "lapses"
      : outcome === "OfferDeclined"
        ? leaving
        : undefined;
  if (!why) return { list: ended, events: [...events, ending] };
  const left: WaitlistEvent = { type: "WaitlistLeft", data: { entryId, why } };
  return { list: waitlistStream.evolve(ended, left), events: [...events, ending, left] };
}

/** The hours that a booking or a closure leaves; another may have them still, or take them in the same append. */
function hoursLeft({ bookings, reopened }: HourChanges): { roomId: number; startsAt: Date }[] {
  const places = bookings.flatMap(({ before, after }) => {
    if (!before.exists) return [];
    const kept = new Set(before.roomId === after.roomId ? hoursOf(after).map((hour) => hour.getTime()) : []);
    return hoursOf(before)
      .filter((hour) => !kept.has(hour.getTime()))
      .map((startsAt) => ({ roomId: before.roomId, startsAt }));
  });
  if (!reopened) return places;
  const hours = hoursBetween(reopened.startsAt, reopened.endsAt);
  return [
    ...places,
    ...reopened.roomIds.flatMap((roomId) => hours.map((startsAt) => ({ roomId, startsAt }))),
  ];
}

const NOTHING: Matched = { matches: [], missed: [] };

async function matchFreed(
  core: Core,
  list: Waitlist,
  {
    changes,
    left,
    refused,
  }: {
    changes: HourChanges;
    left: readonly { roomId: number; startsAt: Date }[];
    refused: ReadonlyMap<number, readonly { roomId: number; startsAt: Date; endsAt: Date }[]>;
  },
): Promise<Matched> {
  const now = core.clock.now();
  if (list.open.length === 0) return NOTHING;
  const places = placesOf(
    core,
    left.filter(({ startsAt }) => startsAt > now),
  );
  if (places.length === 0) return NOTHING;
  const claims = await readClaims(core, places);
  const before = hoursBeside(core, claims, places);
  const after = hoursBeside(core, claimsAfter(claims, changes), places);
  const days = after.flatMap((on, i): FreeDay[] => {
    const wasFree = new Set(before[i]?.hours.filter(isFree).map((hour) => hour.startsAt.getTime()));
    const freed = on.hours
      .filter((hour) => isFree(hour) && !wasFree.has(hour.startsAt.getTime()))
      .map(({ startsAt }) => startsAt.getTime());
    return freed.length > 0 ? [{ ...on, freed: new Set(freed) }] : [];
  });
  const rooms = roomsToOffer(places.flatMap(({ roomId }) => core.rooms.byId(roomId) ?? []));
  return match(list, days, {
    now,
    rooms,
    refused,
    accepts: (entry, fit) => decideOffer(core, entry, fit, entry.personId).ok,
  });
}

const isFree = ({ state }: { state: string }): boolean => state === "free";

/** The days of these hours, and those that a turnaround beside them may reach. */
function placesOf(
  { rooms, timeZone }: Pick<Core, "rooms" | "timeZone">,
  hours: readonly { roomId: number; startsAt: Date }[],
): Place[] {
  const places = new Map<string, Place>();
  for (const { roomId, startsAt } of hours) {
    const ms = HOUR_MS * (rooms.byId(roomId)?.turnaroundHours ?? 0);
    for (const near of new Set([-ms, 0, ms])) {
      const day = venueDayOf(new Date(startsAt.getTime() + near), timeZone);
      places.set(`${roomId} ${day}`, { roomId, day });
    }
  }
  return [...places.values()];
}

/** The claims once the changes are appended. */
function claimsAfter(claims: readonly Claim[], { bookings, closed, reopened }: HourChanges): Claim[] {
  const changed = new Set(bookings.map(({ id }) => id));
  const others = claims.map((claim) => ({
    ...claim,
    bookingId: claim.bookingId !== null && changed.has(claim.bookingId) ? null : claim.bookingId,
    blockIds: claim.blockIds.filter((id) => id !== reopened?.blockId),
  }));
  const own = bookings.flatMap(({ id, after }) =>
    hoursOf(after).map((startsAt) => ({ roomId: after.roomId, startsAt, bookingId: id, blockIds: [] })),
  );
  const nowClosed = closed
    ? closed.roomIds.flatMap((roomId) =>
        hoursBetween(closed.startsAt, closed.endsAt).map((startsAt) => ({
          roomId,
          startsAt,
          bookingId: null,
          blockIds: [CLOSING],
        })),
      )
    : [];
  return [...others, ...own, ...nowClosed];
}

/** The closure that is about to be made has no number yet. */
const CLOSING = -1;
