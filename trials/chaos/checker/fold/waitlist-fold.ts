/** Folds the events of the waitlist, without any of the product's code. Pure; in milliseconds since 1970, venue days and venue-local hours. */
import type { LogEvent } from "../evidence/evidence.ts";
import { centsOf, type Fields, instantOf, numberOf, textOf } from "../evidence/fields.ts";

export interface OfferFold {
  bookingId: number;
  roomId: number;
  startsAt: number;
  endsAt: number;
  until: number;
  /** Null while it runs. */
  outcome: "claimed" | "declined" | "lapsed" | null;
}

export interface EntryFold {
  id: number;
  personId: string;
  /** The data of `WaitlistJoined`: rooms, days, window and length. */
  wish: Fields;
  state: "waiting" | "offered" | "claimed" | "declined" | "lapsed" | "withdrawn";
  /** In the order of the log. */
  offers: readonly OfferFold[];
}

/** By number: they joined in this order. */
export type WaitlistFold = ReadonlyMap<number, EntryFold>;

export const isOpen = ({ state }: EntryFold): boolean => state === "waiting" || state === "offered";

export const openOf = (list: WaitlistFold): EntryFold[] => [...list.values()].filter(isOpen);

export const runningOf = ({ offers }: EntryFold): OfferFold[] =>
  offers.filter(({ outcome }) => outcome === null);

/** An entry leaves with its second lapse. */
export const MOST_LAPSES = 2;

export const lapsedOf = ({ offers }: EntryFold): OfferFold[] =>
  offers.filter(({ outcome }) => outcome === "lapsed");

const OUTCOMES: Readonly<Record<string, "claimed" | "declined" | "lapsed">> = {
  OfferClaimed: "claimed",
  OfferDeclined: "declined",
  OfferLapsed: "lapsed",
};

/** Whether the event says how an offer ended. */
export const endsOffer = ({ type }: LogEvent): boolean => type in OUTCOMES;

/** The list after the event; an event of an unknown entry changes nothing. */
export function nextWaitlist(list: WaitlistFold, event: LogEvent): WaitlistFold {
  const { type, data } = event;
  const id = centsOf(data, "entryId");
  if (type === "WaitlistJoined") {
    const personId = textOf(data, "personId") ?? "";
    return new Map(list).set(id, { id, personId, wish: data, state: "waiting", offers: [] });
  }
  const entry = list.get(id);
  return entry ? new Map(list).set(id, nextEntry(entry, event)) : list;
}

function nextEntry(entry: EntryFold, { type, data }: LogEvent): EntryFold {
  if (type === "HoursOffered")
    return { ...entry, state: "offered", offers: [...entry.offers, offerOf(data)] };
  if (type === "WaitlistLeft") {
    const isOwnWish = data.why === "withdrawn" || data.why === "erased";
    return { ...entry, state: isOwnWish ? "withdrawn" : "lapsed" };
  }
  const outcome = OUTCOMES[type];
  if (!outcome) return entry;
  const bookingId = numberOf(data, "bookingId");
  const offers = entry.offers.map((offer) => (offer.bookingId === bookingId ? { ...offer, outcome } : offer));
  // An entry that left before its offer ended stays as it left; late money claims all the same.
  const next = outcome === "lapsed" ? "waiting" : outcome;
  return { ...entry, offers, state: entry.state === "offered" || outcome === "claimed" ? next : entry.state };
}

export const offerOf = (data: Fields): OfferFold => ({
  bookingId: centsOf(data, "bookingId"),
  roomId: centsOf(data, "roomId"),
  startsAt: instantOf(data, "startTime"),
  endsAt: instantOf(data, "endTime"),
  until: instantOf(data, "until"),
  outcome: null,
});

export const overlaps = (a: Pick<OfferFold, "roomId" | "startsAt" | "endsAt">, b: typeof a): boolean =>
  a.roomId === b.roomId && a.startsAt < b.endsAt && b.startsAt < a.endsAt;
