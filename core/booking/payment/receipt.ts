/** Computes the sums on a booking's receipt. Pure; integer cents. */

import { roundCents } from "../../venue/currency.ts";
import { priceOf } from "../rules/pricing.ts";
import {
  cardRefundsCents,
  disputedCents,
  keptCents,
  owedOnAccountCents,
  receivedCents,
} from "../state/booking-money.ts";
import type { Booking } from "../state/booking-state.ts";

export interface ReceiptSums {
  /** The price; for a cancelled booking, what the venue keeps; for one on account, what it owes. */
  totalCents: number;
  /** The engineer's part of the price, if it is known. */
  engineerCents: number;
  /** What staff took off the price; the total is without it. */
  reducedCents: number;
  /** What staff let off by credit notes; the total is without it. */
  creditedCents: number;
  /** Contained in the total. */
  taxCents: number;
  receivedCents: number;
  /** Refunded to cards (issued or under way), returned at the desk, and withheld for disputes. */
  returnedCents: number;
  /** The part of it that is withheld for open or lost disputes. */
  disputedCents: number;
  /** Still due; below zero: still to be returned. On account: what is still on it. */
  balanceCents: number;
}

type Priced = Pick<
  Booking,
  "status" | "totalCents" | "reducedCents" | "terms" | "duration" | "hourCount" | "engineerRequired"
>;

/**
 * The total and its parts; `keptCents` is what the venue keeps of the booking, `owedCents` what one on account owes. Prices contain the tax
 * that applied when it was booked.
 */
export function pricedOf(
  booking: Priced,
  keptCents: number,
  owedCents: number | null = null,
): Pick<ReceiptSums, "totalCents" | "engineerCents" | "reducedCents" | "creditedCents" | "taxCents"> {
  const isCancelled = booking.status === "cancelled";
  const totalCents = owedCents ?? (isCancelled ? Math.max(0, keptCents) : booking.totalCents);
  const { taxPercent } = booking.terms;
  return {
    totalCents,
    engineerCents: isCancelled ? 0 : engineerCents(booking),
    reducedCents: isCancelled ? 0 : booking.reducedCents,
    creditedCents: isCancelled ? 0 : booking.totalCents - totalCents,
    taxCents: roundCents((totalCents * taxPercent) / (100 + taxPercent)),
  };
}

/** `balance` is always total less received plus returned. */
export function receiptOf(booking: Booking): ReceiptSums {
  const priced = pricedOf(booking, keptCents(booking), owedOnAccountCents(booking));
  const received = receivedCents(booking);
  const disputed = disputedCents(booking);
  const returnedCents = cardRefundsCents(booking) + booking.returnedAtVenueCents + disputed;
  return {
    ...priced,
    receivedCents: received,
    returnedCents,
    disputedCents: disputed,
    balanceCents: priced.totalCents - received + returnedCents,
  };
}

function engineerCents({ terms, totalCents, reducedCents, ...booking }: Priced): number {
  const before = totalCents + reducedCents;
  return terms.rates === null ? 0 : Math.min(before, priceOf(terms.rates, booking, terms).engineerCents);
}
