/** The stream `waitlist-1`: who waits for hours, in order, and what was offered to them. Pure. */
import { defineStream } from "../../log/stream.ts";
import { noPages, type Pages, pageValue, withValue } from "../billing/pages.ts";
import type { EventType } from "../rules/event-types.ts";
import type { HeldBy } from "../rules/statuses.ts";
import { type WaitlistEvent, waitlistEventDefinitions } from "./waitlist-events.ts";
import type { LeftReason, WaitlistState } from "./waitlist-words.ts";
import type { Wish } from "./wish.ts";

/** The stream's number: there is one waitlist. */
export const WAITLIST_ID = 1;

/** An entry leaves with its second lapse. */
export const MAX_LAPSES = 2;

export interface Offer {
  bookingId: number;
  roomId: number;
  startsAt: Date;
  endsAt: Date;
  until: Date;
  outcome: "claimed" | "declined" | "lapsed" | null;
}

export interface Entry {
  id: number;
  joinedAt: Date;
  personId: string;
  userId: number | null;
  heldBy: HeldBy;
  eventType: EventType;
  wish: Wish;
  state: WaitlistState;
  /** Why it left without an answer to an offer; null if it did not. */
  left: LeftReason | null;
  /** In the order of the log. */
  offers: readonly Offer[];
}

export interface Waitlist {
  entries: Pages<Entry>;
  /** The numbers of the entries that wait or are offered, ascending: the order of the log. */
  open: readonly number[];
  /** The number of the last entry. */
  last: number;
  /** How many offers were made. */
  offers: number;
}

export const entryOf = ({ entries }: Waitlist, id: number): Entry | undefined => pageValue(entries, id);

/** The open entries in the order of the log. */
export const openEntries = (list: Waitlist): Entry[] => list.open.flatMap((id) => entryOf(list, id) ?? []);

export const isOpen = ({ state }: Entry): boolean => state === "waiting" || state === "offered";

/** The offer that the entry can take now; undefined if there is none. */
export const runningOffer = ({ offers }: Entry): Offer | undefined => {
  const last = offers.at(-1);
  return last?.outcome === null ? last : undefined;
};

export const lapsesOf = ({ offers }: Entry): number =>
  offers.filter(({ outcome }) => outcome === "lapsed").length;

/** The entry at this instant: an offer past its end has lapsed, also before the log says so. */
export function entryAsOf(entry: Entry, now: Date): Entry {
  const offer = runningOffer(entry);
  if (!offer || offer.until > now) return entry;
  const lapsed = withOutcome(entry, offer.bookingId, "lapsed", "waiting");
  return lapsesOf(lapsed) < MAX_LAPSES ? lapsed : { ...lapsed, state: "lapsed", left: "lapses" };
}

export const waitlistStream = defineStream({
  category: "waitlist",
  events: waitlistEventDefinitions,
  initial: { entries: noPages, open: [], last: 0, offers: 0 } as Waitlist,
  evolve(list, event: WaitlistEvent): Waitlist {
    if (event.type === "WaitlistJoined") {
      const {
        entryId: id,
        joinedAt,
        personId,
        userId,
        heldBy,
        eventType,
        offersBefore: _,
        ...wish
      } = event.data;
      const entry: Entry = {
        id,
        joinedAt: new Date(joinedAt),
        personId,
        userId,
        heldBy,
        eventType,
        wish,
        state: "waiting",
        left: null,
        offers: [],
      };
      return { ...list, entries: withValue(list.entries, id, entry), open: [...list.open, id], last: id };
    }
    const entry = entryOf(list, event.data.entryId);
    if (!entry) return list;
    const after = evolveEntry(entry, event);
    const stays = isOpen(after) === isOpen(entry);
    return {
      ...list,
      offers: list.offers + (event.type === "HoursOffered" ? 1 : 0),
      entries: withValue(list.entries, entry.id, after),
      open: stays ? list.open : list.open.filter((id) => id !== entry.id),
    };
  },
});

function evolveEntry(entry: Entry, event: Exclude<WaitlistEvent, { type: "WaitlistJoined" }>): Entry {
  switch (event.type) {
    case "HoursOffered": {
      const { bookingId, roomId, startTime, endTime, until } = event.data;
      const offer: Offer = {
        bookingId,
        roomId,
        startsAt: new Date(startTime),
        endsAt: new Date(endTime),
        until: new Date(until),
        outcome: null,
      };
      return { ...entry, state: "offered", offers: [...entry.offers, offer] };
    }
    case "OfferClaimed":
      return { ...withOutcome(entry, event.data.bookingId, "claimed", "claimed"), state: "claimed" };
    // The entry of an erased person, or of one who paid an earlier offer late, has ended before.
    case "OfferDeclined":
      return withOutcome(entry, event.data.bookingId, "declined", "declined");
    case "OfferLapsed":
      return withOutcome(entry, event.data.bookingId, "lapsed", "waiting");
    case "WaitlistLeft": {
      const { why } = event.data;
      const ended = why === "withdrawn" || why === "erased";
      return { ...entry, state: ended ? "withdrawn" : "lapsed", left: why };
    }
  }
}

const withOutcome = (
  entry: Entry,
  bookingId: number,
  outcome: NonNullable<Offer["outcome"]>,
  next: WaitlistState,
): Entry => ({
  ...entry,
  state: entry.state === "offered" ? next : entry.state,
  offers: entry.offers.map((offer) => (offer.bookingId === bookingId ? { ...offer, outcome } : offer)),
});
