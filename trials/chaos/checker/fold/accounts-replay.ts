/** Replays billing accounts with the bookings on them, one transaction of the log after another. Pure. */
import type { LogEvent } from "../evidence/evidence.ts";
import { nextAccount } from "./account-fold.ts";
import type { AccountFold } from "./account-state.ts";
import { nextOf } from "./booking-fold.ts";
import type { BookingFold } from "./booking-state.ts";
import { transactionsOf } from "./hours-replay.ts";

/** What one transaction did to one account. */
export interface AccountChange {
  /** All events of the transaction, also those of other streams. */
  events: readonly LogEvent[];
  /** The events of the account; none if only a booking on it was changed. */
  own: readonly LogEvent[];
  /** Null if the transaction opened it. */
  before: AccountFold | null;
  after: AccountFold;
  /** The bookings on the account that it changed, before (null if it made them) and after. */
  changed: readonly { before: BookingFold | null; after: BookingFold }[];
  /** A booking as it is after the transaction; only until the next change is asked for. */
  bookingAfter(id: number): BookingFold | null;
}

/** In the log's own order: transactions that change one stream have the order of its versions. */
export function* replayAccounts(log: readonly LogEvent[]): Generator<AccountChange> {
  const accounts = new Map<number, AccountFold>();
  const bookings = new Map<number, BookingFold>();
  const bookingAfter = (id: number): BookingFold | null => bookings.get(id) ?? null;
  for (const events of transactionsOf(log)) {
    const accountsBefore = new Map<number, AccountFold | null>();
    const bookingsBefore = new Map<number, BookingFold | null>();
    for (const event of events) {
      if (event.category === "booking") advance(bookings, bookingsBefore, event, nextOf);
      else if (event.category === "account") advance(accounts, accountsBefore, event, nextAccount);
    }
    const changed = [...bookingsBefore].flatMap(([id, before]) => {
      const after = bookings.get(id);
      return after && after.accountId !== null ? [{ before, after, accountId: after.accountId }] : [];
    });
    const touched = new Set([...accountsBefore.keys(), ...changed.map(({ accountId }) => accountId)]);
    for (const id of touched) {
      const after = accounts.get(id);
      if (!after) continue;
      yield {
        events,
        own: events.filter((event) => event.category === "account" && event.id === id),
        before: accountsBefore.get(id) ?? (accountsBefore.has(id) ? null : after),
        after,
        changed: changed.filter(({ accountId }) => accountId === id),
        bookingAfter,
      };
    }
  }
}

/** Keeps the state from before the transaction. */
function advance<State>(
  states: Map<number, State>,
  before: Map<number, State | null>,
  event: LogEvent,
  next: (state: State | null, event: LogEvent) => State | null,
): void {
  const state = states.get(event.id) ?? null;
  if (!before.has(event.id)) before.set(event.id, state);
  const after = next(state, event);
  if (after) states.set(event.id, after);
}
