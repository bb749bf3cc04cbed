/** Replays the waitlist with the bookings, the hours of rooms and the venue, one transaction after another, in the order of commits. Pure. */
import type { LogEvent } from "../evidence/evidence.ts";
import type { BookingFold } from "./booking-state.ts";
import { type ChangedPlaces, createHoursReplay, type Holder, transactionsOf } from "./hours-replay.ts";
import { FIRST_VENUE, nextVenue, type VenueFold } from "./venue-fold.ts";
import { nextWaitlist, type WaitlistFold } from "./waitlist-fold.ts";

/** What one transaction did that matters to those who wait. */
export interface WaitlistStep {
  events: readonly LogEvent[];
  /** Each event of the waitlist with the list just before it. */
  own: readonly { event: LogEvent; list: WaitlistFold }[];
  before: WaitlistFold;
  after: WaitlistFold;
  /** The bookings that it changed or made, before (null if it made them) and after. */
  changed: readonly { before: BookingFold | null; after: BookingFold }[];
  /** Only until the next step is asked for. */
  holders: ReadonlyMap<string, Holder>;
  changedPlaces: ChangedPlaces;
  venue: VenueFold;
}

export function* replayWaitlist(byCommit: readonly LogEvent[]): Generator<WaitlistStep> {
  const { take, bookings, holders } = createHoursReplay();
  let list: WaitlistFold = new Map();
  let venue = FIRST_VENUE;
  for (const events of transactionsOf(byCommit)) {
    const before = list;
    const own: { event: LogEvent; list: WaitlistFold }[] = [];
    const ids = new Set(events.flatMap(({ category, id }) => (category === "booking" ? [id] : [])));
    const bookingsBefore = new Map([...ids].map((id) => [id, bookings.get(id) ?? null]));
    const changedPlaces = take(events);
    for (const event of events) {
      venue = nextVenue(venue, event);
      if (event.category !== "waitlist") continue;
      own.push({ event, list });
      list = nextWaitlist(list, event);
    }
    const changed = [...bookingsBefore].flatMap(([id, was]) => {
      const after = bookings.get(id);
      return after ? [{ before: was, after }] : [];
    });
    yield { events, own, before, after: list, changed, holders, changedPlaces, venue };
  }
}

/** Hours of a room that have no holder after the step and had one before, ascending, as runs without a gap. */
export function freedRuns({ changedPlaces, holders }: WaitlistStep): { roomId: number; hours: number[] }[] {
  const freed = [...changedPlaces]
    .filter(([place, was]) => isHolding(was) && !holders.has(place))
    .map(([place]) => ({ roomId: Number(place.split(" ")[0]), at: Date.parse(place.split(" ")[1] ?? "") }))
    .sort((a, b) => a.roomId - b.roomId || a.at - b.at);
  const runs: { roomId: number; hours: number[] }[] = [];
  for (const { roomId, at } of freed) {
    const last = runs.at(-1);
    if (last?.roomId === roomId && last.hours.at(-1) === at - HOUR_MS) last.hours.push(at);
    else runs.push({ roomId, hours: [at] });
  }
  return runs;
}

export const HOUR_MS = 3_600_000;

export const isHolding = ({ booking, blocks }: Holder): boolean => booking !== null || blocks.size > 0;
