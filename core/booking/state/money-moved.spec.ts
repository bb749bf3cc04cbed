/** Checks that the takings of any history of money equal a plain recount and agree with the receipt. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { addUpMoney, moneySteps, runMoneySteps } from "../../testing/money-histories.ts";
import { receiptOf } from "../payment/receipt.ts";
import type { BookingEvent } from "./booking-events.ts";
import { evolve } from "./booking-evolve.ts";
import { type BookingState, noBooking } from "./booking-state.ts";
import { moneyMovedBy } from "./money-moved.ts";

function takingsOf(events: readonly BookingEvent[]) {
  const sums = { cash: 0, terminal: 0, transfer: 0, card: 0, marked: 0 };
  let before: BookingState = noBooking;
  for (const event of events) {
    const after = evolve(before, event);
    const [method, cents] = moneyMovedBy({ before, after, event });
    sums[method] += cents;
    before = after;
  }
  return sums;
}

it("adds up by method, and to what was received less what was returned, in any history", () =>
  fc.assert(
    fc.property(moneySteps, (steps) =>
      runMoneySteps(steps, (booking, events) => {
        const { byMethod, cardPayments, cardRefundsIssued, cardRefunds } = addUpMoney(events);
        const takings = takingsOf(events);
        expect(takings).toEqual({ ...byMethod, card: cardPayments - cardRefundsIssued });
        const net = Object.values(takings).reduce((sum, cents) => sum + cents, 0);
        const { receivedCents, returnedCents } = receiptOf(booking);
        // A refund to a card is on the receipt when it is requested, before it is issued.
        expect(net).toBe(receivedCents - returnedCents + (cardRefunds - cardRefundsIssued));
      }),
    ),
    { numRuns: 300 },
  ));
