/** Decides a reduction of a booking's price by staff, before or after the visit (decision 232). Pure; integer cents, UTC instants. */
import { refuse } from "../../log/rejection.ts";
import { roundCents, smallestCents } from "../../venue/currency.ts";
import { formatMoney } from "../rules/money.ts";
import { downpaymentOf } from "../rules/pricing.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { accept, type BookingDecision } from "../state/booking-money.ts";
import { type Booking, heldUntil, unpaidIntentId } from "../state/booking-state.ts";
import { afterNewPrice, moneyAt } from "./new-price.ts";

/** By an amount in cents, or by a percentage of the price as it is. */
export type Reduction = { byCents: number } | { percent: number };

export interface ReducePrice {
  type: "ReducePrice";
  by: Reduction;
  /** The row of personal data with staff's reason. */
  reasonId: string;
  /** The payment intent that can no longer be paid; null if there is none. */
  withdrawnIntentId: string | null;
  now: Date;
}

/**
 * What was paid beyond the new price goes back the way it came: to cards by itself, other money at the desk. `BookingCancelled` and
 * `HoldExpired` for a booking that has no price any more, `ReductionTooHigh` above the price. If an intent could still be paid at the
 * older price, the reduction is refused with `ConcurrentChange`: withdraw that intent first.
 */
export function reducePrice(command: ReducePrice, booking: Booking): BookingDecision {
  const { by, reasonId, withdrawnIntentId, now } = command;
  const deadline = heldUntil(booking);
  if (booking.expired || (deadline && deadline <= now)) return refuse("HoldExpired");
  if (booking.status === "cancelled") return refuse("BookingCancelled");
  const byCents = "byCents" in by ? by.byCents : roundCents((booking.totalCents * by.percent) / 100);
  if (byCents > booking.totalCents || byCents < 1) {
    const message =
      booking.totalCents === 0
        ? "This booking costs nothing"
        : `Reduce by ${formatMoney(smallestCents())} to ${formatMoney(booking.totalCents)} (the price)`;
    const path = "byCents" in by ? "amount" : "percent";
    return refuse("ReductionTooHigh", { detail: message, errors: [{ path, message }] });
  }
  const intentId = unpaidIntentId(booking);
  if (intentId !== null && intentId !== withdrawnIntentId) return refuse("ConcurrentChange");
  const totalCents = booking.totalCents - byCents;
  const money = moneyAt(totalCents, downpaymentOf(totalCents, booking.terms), booking);
  const reduced: BookingEvent = { type: "PriceReduced", data: { byCents, reasonId, totalCents, ...money } };
  return accept(reduced, ...afterNewPrice(booking, { totalCents, money, reason: "reduced", now }));
}
