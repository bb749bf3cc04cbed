/** Follows an entry of the waitlist through its proven events, and says whether it was served in the order of the log (decision 278). */
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import {
  type Answered,
  eventIn,
  type Joined,
  type Left,
  type Offered,
  type OrderEvent,
  type ProvenLeaf,
} from "./order-proof-events.ts";
import { asksFor, certainlyFits, isWished, sharesHours } from "./order-proof-fit.ts";

/** An offer to another entry that passed this one. Instants are UTC, ISO 8601. */
export interface Pass {
  at: string;
  roomId: number;
  startTime: string;
  endTime: string;
  servedId: number;
  why: string;
}

/** An offer that staff made out of turn. */
export interface Override extends Omit<Pass, "why"> {
  /** Entries before the served one that are passed for no other reason that holds. */
  passedIds: readonly number[];
  reason: string;
}

export interface OrderVerdict {
  /** Null if the proof is not of one entry. */
  entryId: number | null;
  passes: readonly Pass[];
  overrides: readonly Override[];
  /** Empty: the order was kept, apart from the overrides. A fault names the entry that was passed over. */
  faults: readonly string[];
}

/** The leaves' events; the order follows from them alone. */
type Named = { name: string; event: OrderEvent };

const REASONS: readonly string[] = ["does not fit", "already offered"];
const MAX_LAPSES = 2;
/** A list leaves entries out only if more are open. */
const MOST_LISTED = 1_500;

/** `leaves`: in the order of the log. `zone`: an IANA time zone. */
export function checkOrder(leaves: readonly ProvenLeaf[], zone: string): OrderVerdict {
  const read = leaves.map((leaf) => ({ name: leaf.name, event: eventIn(leaf) }));
  const events = read.filter((one): one is Named => one.event !== null);
  const unread = read.filter(({ event }) => event === null);
  const refused = (faults: string[]): OrderVerdict => ({ entryId: null, passes: [], overrides: [], faults });
  if (unread.length > 0) return refused(unread.map(({ name }) => `${name}: cannot be read`));
  const joins = events.flatMap(({ event }) => (event.type === "WaitlistJoined" ? [event] : []));
  const [wish] = joins;
  if (!wish || joins.length > 1) {
    return refused([`the file has ${joins.length} entries that joined; it must have one`]);
  }
  const follower = new Follower(wish, zone);
  for (const { name, event } of events) follower.take(name, event);
  const { passes, overrides, faults } = follower;
  return { entryId: wish.entryId, passes, overrides, faults };
}

class Follower {
  readonly passes: Pass[] = [];
  readonly overrides: Override[] = [];
  readonly faults: string[] = [];
  private readonly wish: Joined;
  private readonly own: number;
  private readonly zone: string;
  private state: "before" | "open" | "ended" = "before";
  /** The entry's own offer that is open now, and those that it let lapse. */
  private running: Offered | null = null;
  private readonly lapsed: Offered[] = [];
  /** The number of the last offer that the waitlist had made. */
  private offers: number;
  /** Who waited at the last offer with a full list, and the last entry that had joined by then. */
  private list: { name: string; ids: ReadonlySet<number>; last: number } | null = null;
  private readonly served = new Set<number>();

  constructor(wish: Joined, zone: string) {
    this.wish = wish;
    this.own = wish.entryId;
    this.offers = wish.offersBefore;
    this.zone = zone;
  }

  take(name: string, event: OrderEvent): void {
    if (event.type === "WaitlistJoined") {
      this.state = "open";
      return;
    }
    if (this.state === "before" || (event.type !== "HoursOffered" && event.entryId !== this.own)) {
      this.fault(name, `is not about entry ${this.own}`);
    } else if (event.type === "HoursOffered") {
      if (this.state === "open") this.takeOffer(name, event);
      else this.fault(name, `entry ${this.own} had left the waitlist`);
    } else if (this.state === "open") {
      if (event.type === "WaitlistLeft") this.takeLeaving(name, event);
      else this.takeAnswer(name, event);
    }
  }

  private fault(name: string, words: string): void {
    this.faults.push(`${name}: ${words}`);
  }

  private passedOver(name: string, id: number, words: string): void {
    this.fault(name, `entry ${id} was passed over: ${words}`);
  }

  private takeOffer(name: string, offer: Offered): void {
    const { at, entryId: servedId, bookingId, roomId, startTime, endTime, open, override } = offer;
    const { own, running } = this;
    this.takeNumber(name, offer);
    this.takeList(name, offer);
    const facts = { at, roomId, startTime, endTime, servedId };
    const passedIds: number[] = [];
    for (const { id, why } of open.slice(0, placeOf(servedId, offer))) {
      const wrong = why === undefined ? "no reason is given" : this.wrong(why, id, offer);
      if (wrong && override === undefined) this.passedOver(name, id, wrong);
      if (wrong) passedIds.push(id);
      else if (id === own && why !== undefined) this.passes.push({ ...facts, why });
    }
    if (override !== undefined) {
      this.overrides.push({ ...facts, passedIds, reason: override });
      if (override.trim() === "") this.fault(name, "staff gave no reason");
    }
    this.served.add(servedId);
    if (servedId !== own) return;
    if (running) this.fault(name, `entry ${own} had booking ${running.bookingId} already`);
    if (!isWished(this.wish, offer, this.zone)) {
      this.fault(name, `booking ${bookingId} is not what entry ${own} wishes for`);
    }
    this.running = offer;
  }

  /** The waitlist's offers are numbered, so one that is not in the file leaves a gap. */
  private takeNumber(name: string, { number }: Offered): void {
    const due = this.offers + 1;
    if (number !== due) {
      const missing = number > due ? "an offer is missing before it: " : "";
      this.fault(name, `${missing}its number is ${number}, not ${due}`);
    }
    this.offers = number;
  }

  /** Who waited is listed in the order of the log, with this entry and the served one; who joined before the last offer was in its list. */
  private takeList(name: string, offer: Offered): void {
    const { own, list: before } = this;
    const ids = offer.open.map(({ id }) => id);
    const MISSING = "it is not in the list of who waited";
    if (ids.some((id, at) => id <= (ids[at - 1] ?? 0)))
      this.fault(name, "its list is not in the order of the log");
    if (!ids.includes(offer.entryId))
      this.fault(name, `entry ${offer.entryId} is not in the list of who waited`);
    const short = mayBeShort(offer);
    const mayLack = short && (offer.entryId < own || !asksFor(this.wish, offer, this.zone));
    if (!ids.includes(own) && !mayLack) this.passedOver(name, own, MISSING);
    for (const id of ids) {
      if (before && id <= before.last && !before.ids.has(id)) this.passedOver(before.name, id, MISSING);
    }
    if (short) return;
    this.list = { name, ids: new Set([...ids, own]), last: Math.max(own, before?.last ?? 0, ...ids) };
  }

  /** What is wrong with the reason why an entry was passed; null if nothing is, as far as the proof shows. */
  private wrong(why: string, id: number, offer: Offered): string | null {
    if (!REASONS.includes(why)) return `"${why}" is no reason`;
    if (id === this.own && why === "does not fit") {
      return certainlyFits(this.wish, offer, this.lapsed, this.zone) ? "its wish fits these hours" : null;
    }
    if (id === this.own) {
      const hadOffer = this.running !== null || this.lapsed.some((lapsed) => sharesHours(lapsed, offer));
      return hadOffer ? null : "no offer to it was open";
    }
    // An entry that joined later was offered nothing before: its offers are all in the proof.
    const isUnseen = why === "already offered" && id > this.own && !this.served.has(id);
    return isUnseen ? "no offer to it was made" : null;
  }

  private takeAnswer(name: string, { type, bookingId, at }: Answered): void {
    const { running, own, lapsed } = this;
    // Money that comes late takes an offer that has lapsed.
    const isLate = type === "OfferClaimed" && lapsed.some((offer) => offer.bookingId === bookingId);
    if (running?.bookingId !== bookingId && !isLate) {
      this.fault(name, `no offer of booking ${bookingId} to entry ${own} was open`);
    } else if (running && type === "OfferLapsed") {
      if (Date.parse(at) < Date.parse(running.until))
        this.fault(name, `the offer ran until ${running.until}`);
      lapsed.push(running);
    }
    this.running = null;
    if (type !== "OfferLapsed") this.state = "ended";
  }

  private takeLeaving(name: string, { why, at }: Left): void {
    const { own, lapsed, wish } = this;
    this.state = "ended";
    if (why === "lapses" && lapsed.length < MAX_LAPSES) {
      this.fault(name, `entry ${own} was taken off the waitlist after ${lapsed.length} lapses`);
    }
    if (why === "over" && venueDayOf(new Date(at), this.zone) < wish.until) {
      this.fault(name, `entry ${own} was taken off the waitlist before ${wish.until}`);
    }
  }
}

/**
 * Whether the list may leave out entries that do not wish for the day and the room, and those behind the served one, because more were open
 * than an event can list. What came before in the stream and is no offer is at most one entry each.
 */
const mayBeShort = ({ version, number, entryId, open }: Offered): boolean =>
  version - number > MOST_LISTED && open.at(-1)?.id === entryId;

/** How many entries are before the served one; all of them if it is not listed. */
function placeOf(servedId: number, { open }: Offered): number {
  const place = open.findIndex(({ id }) => id === servedId);
  return place < 0 ? open.length : place;
}
