/** Reads from a booking's events how money moved: the method and the amount. Pure; integer cents, below zero if returned. */
import type { TakingsMethod } from "../rules/statuses.ts";
import type { BookingEvent } from "./booking-events.ts";
import { disputedCents } from "./booking-money.ts";
import type { Booking, BookingState } from "./booking-state.ts";

/** What cards have paid, less what the provider has refunded or withdrawn for a dispute. */
export function cardBalanceCents(state: BookingState): number {
  if (!state.exists) return 0;
  const captured = Object.values(state.captured).reduce((sum, cents) => sum + cents, 0);
  return captured - issuedToCardsCents(state) - disputedCents(state);
}

const issuedToCardsCents = ({ refunds }: Booking): number =>
  Object.values(refunds).reduce(
    (sum, { issued, paymentIntentId, amountCents }) =>
      issued && paymentIntentId !== null ? sum + amountCents : sum,
    0,
  );

/** The method and the cents that an event moves. A refund at the desk counts only when the money is returned. */
export function moneyMovedBy({
  before,
  after,
  event,
}: {
  before: BookingState;
  after: BookingState;
  event: BookingEvent;
}): [TakingsMethod, number] {
  switch (event.type) {
    case "DeskMoneyReceived":
      return [event.data.method, event.data.amountCents];
    case "DeskMoneyReturned":
      return [event.data.method, -event.data.amountCents];
    case "PaymentMarked":
      return ["marked", event.data.amountCents];
    default:
      return ["card", cardBalanceCents(after) - cardBalanceCents(before)];
  }
}
