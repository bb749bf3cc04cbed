/**
 * What the visits of a billing account owe, and what of it is on no invoice yet. The sums are kept with each change: an account may have
 * thousands of visits. Pure; integer cents, venue days.
 */
import type { VenueDay } from "../../venue/time/venue-time.ts";
import { noPages, type Pages, pageValue, withoutValue, withValue } from "./pages.ts";

/** What a visit owes its account, and what of it is on invoices. */
export interface ChargedVisit {
  day: VenueDay;
  /** By the booking. */
  cents: number;
  /** Let off by staff's credit notes. */
  forgivenCents: number;
  /** On invoices, less credit notes. */
  billedCents: number;
  /** The invoices that it is on, the latest last. */
  invoices: readonly string[];
}

interface UninvoicedDay {
  day: VenueDay;
  cents: number;
}

export interface ChargedVisits {
  /** By booking. */
  visits: Pages<ChargedVisit>;
  /** What all visits owe together, before any payment. */
  owedCents: number;
  /** What is on no invoice yet, by the day of the visits: the number of the day, from 1970. */
  uninvoiced: Pages<UninvoicedDay>;
}

export const noVisits: ChargedVisits = { visits: noPages, owedCents: 0, uninvoiced: noPages };

/** What a visit owes after what staff let off. */
export const owedBy = ({ cents, forgivenCents }: ChargedVisit): number => Math.max(0, cents - forgivenCents);

/** The part of a visit that is on no invoice yet; below zero: to be credited. */
export const unbilledBy = (visit: ChargedVisit): number => owedBy(visit) - visit.billedCents;

const NO_VISIT: ChargedVisit = { day: "", cents: 0, forgivenCents: 0, billedCents: 0, invoices: [] };

/** The account with one visit changed, and its sums. */
export function withVisit<Account extends ChargedVisits>(
  account: Account,
  bookingId: number,
  change: (visit: ChargedVisit) => ChargedVisit,
): Account {
  const before = pageValue(account.visits, bookingId) ?? NO_VISIT;
  const after = change(before);
  return {
    ...account,
    visits: withValue(account.visits, bookingId, after),
    owedCents: account.owedCents - owedBy(before) + owedBy(after),
    uninvoiced: withUninvoiced(withUninvoiced(account.uninvoiced, before, -1), after, 1),
  };
}

const DAY_MS = 24 * 60 * 60_000;

/** Adds what a visit has on no invoice to its day, or takes it away. */
function withUninvoiced(days: Pages<UninvoicedDay>, visit: ChargedVisit, sign: 1 | -1): Pages<UninvoicedDay> {
  const unbilled = Math.max(0, unbilledBy(visit));
  if (unbilled === 0) return days;
  const { day } = visit;
  const number = Date.parse(day) / DAY_MS;
  const cents = (pageValue(days, number)?.cents ?? 0) + sign * unbilled;
  return cents === 0 ? withoutValue(days, number) : withValue(days, number, { day, cents });
}
