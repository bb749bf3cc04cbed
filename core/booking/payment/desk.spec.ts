/** Checks money at the desk: each refusal, what confirms a booking, and random histories to the cent. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { specification } from "../../testing/decider-specification.ts";
import { addUpMoney, moneySteps, runMoneySteps } from "../../testing/money-histories.ts";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { shortOrLong } from "../../testing/test-length.ts";
import { type BookingChange, decide } from "../booking.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import { cardMoneyLeftCents, deskReturnDueCents, keptCents, receivedCents } from "../state/booking-money.ts";
import { type Booking, type BookingState, noBooking } from "../state/booking-state.ts";
import { receiptOf } from "./receipt.ts";

const { given } = specification({ initial: noBooking, evolve, decide });

const now = new Date("2026-12-01T15:00:00Z");
const REASON = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a22";
const TOTAL = 15_000;
const DOWN = 7_500;

const requested: BookingEvent = requestedBooking({ totalCents: TOTAL, downpaymentCents: DOWN });
const byCard: BookingEvent = {
  type: "DownpaymentReceived",
  data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: DOWN },
};
const confirmed: BookingEvent = { type: "BookingConfirmed", data: {} };
const cancelled: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "venue" } };
const atDesk = (
  type: "DeskMoneyReceived" | "DeskMoneyReturned",
  amountCents: number,
  paymentStatus: Booking["paymentStatus"],
): BookingEvent => ({ type, data: { method: "cash", amountCents, paymentStatus } });
const receive = (amountCents: number): BookingChange => ({
  type: "ReceiveAtDesk",
  method: "cash",
  amountCents,
});
const giveBack = (amountCents: number): BookingChange => ({
  type: "ReturnAtDesk",
  method: "cash",
  amountCents,
});
const refund = (amountCents: number): BookingChange => ({
  type: "RefundCardMoney",
  amountCents,
  reasonId: REASON,
  now,
});

const decided = (command: BookingChange, ...events: BookingEvent[]) =>
  decide(command, events.reduce<BookingState>(evolve, noBooking));
const refusalOf = (command: BookingChange, ...events: BookingEvent[]) => {
  const decision = decided(command, ...events);
  return decision.ok ? null : decision.rejection.code;
};

describe("money at the desk", () => {
  it("only counts toward the downpayment if it is less", () =>
    given(requested)
      .when(receive(DOWN - 1))
      .expect(atDesk("DeskMoneyReceived", DOWN - 1, "pending")));
  it("confirms the booking if it reaches the downpayment", () =>
    given(requested, atDesk("DeskMoneyReceived", DOWN - 1, "pending"))
      .when(receive(1))
      .expect(atDesk("DeskMoneyReceived", 1, "downpaid"), confirmed));
  it("pays in full if it reaches the total", () =>
    given(requested, byCard, confirmed)
      .when(receive(TOTAL - DOWN))
      .expect(atDesk("DeskMoneyReceived", TOTAL - DOWN, "paid")));
  it("is never more than is due, and is refused for a cancelled booking", () => {
    expect(refusalOf(receive(TOTAL - DOWN + 1), requested, byCard, confirmed)).toBe("MoreThanDue");
    expect(refusalOf(receive(1), requested, atDesk("DeskMoneyReceived", TOTAL, "paid"))).toBe("NothingDue");
    expect(refusalOf(receive(1), requested, cancelled)).toBe("BookingCancelled");
  });
  it("can be returned up to what was received there, and not beyond", () => {
    const paid = [requested, byCard, confirmed, atDesk("DeskMoneyReceived", 100, "downpaid")];
    expect(refusalOf(giveBack(101), ...paid)).toBe("ReturnTooHigh");
    given(...paid)
      .when(giveBack(100))
      .expect(atDesk("DeskMoneyReturned", 100, "downpaid"));
  });
  it("is to be returned if the hold expires", () =>
    given(requested, atDesk("DeskMoneyReceived", 100, "pending"))
      .when({ type: "ExpireBooking", now: new Date("2026-12-01T15:30:00Z") })
      .expect(
        { type: "BookingExpired", data: {} },
        {
          type: "RefundIssued",
          data: { refundId: "refund-1", amountCents: 100, via: "venue", stripeRefundId: null },
        },
      ));
});

describe("a refund of card money", () => {
  it("is requested with its reason", () =>
    given(requested, byCard, confirmed)
      .when(refund(2_500))
      .expect({
        type: "RefundRequested",
        data: {
          refundId: "refund-1",
          paymentIntentId: "pi_1",
          amountCents: 2_500,
          reason: "by-staff",
          reasonId: REASON,
          at: now.toISOString(),
        },
      }));
  it("is never more than cards have paid, whatever the desk has", () => {
    const paid = [requested, byCard, confirmed, atDesk("DeskMoneyReceived", DOWN, "paid")];
    expect(refusalOf(refund(DOWN + 1), ...paid)).toBe("RefundTooHigh");
    expect(refusalOf(refund(1), requested)).toBe("RefundTooHigh");
  });
});

it("is right to the cent in random histories of desk, cards, marks, moves, refunds, no-shows and cancellations", () =>
  fc.assert(
    fc.property(moneySteps, (steps) => runMoneySteps(steps, check)),
    { numRuns: shortOrLong(300, 3_000) },
  ));

function check(booking: Booking, events: readonly BookingEvent[]): void {
  const books = addUpMoney(events);
  const {
    cardPayments,
    cardRefunds,
    deskPayments,
    deskReturns,
    deskRefundsDue,
    totalCents: total,
    isCancelled,
  } = books;
  const kept = cardPayments + deskPayments - cardRefunds - deskReturns - deskRefundsDue;
  const overpaid = isCancelled ? 0 : Math.max(0, kept - total);
  expect(booking.totalCents).toBe(total);
  expect(receivedCents(booking)).toBe(cardPayments + deskPayments);
  expect(keptCents(booking)).toBe(kept);
  expect(cardMoneyLeftCents(booking)).toBe(cardPayments - cardRefunds);
  expect(deskReturnDueCents(booking)).toBe(
    deskRefundsDue + Math.min(overpaid, Math.max(0, deskPayments - deskReturns - deskRefundsDue)),
  );
  expect(kept).toBeGreaterThanOrEqual(0);
  expect(cardRefunds).toBeLessThanOrEqual(cardPayments);
  expect(deskReturns).toBeLessThanOrEqual(deskPayments);
  const { totalCents, taxCents, receivedCents: received, returnedCents, balanceCents } = receiptOf(booking);
  expect([received, returnedCents]).toEqual([cardPayments + deskPayments, cardRefunds + deskReturns]);
  expect(totalCents).toBe(isCancelled ? Math.max(0, kept) : total);
  expect(balanceCents).toBe(totalCents - received + returnedCents);
  // The tax is part of the price: the price without it, taxed again, is the price.
  const { taxPercent } = booking.terms;
  expect(Math.abs((totalCents - taxCents) * (1 + taxPercent / 100) - totalCents)).toBeLessThanOrEqual(0.6);
  // Overpaid card money is refunded to cards, and the desk returns the rest: no cent is left over.
  if (overpaid > 0 || isCancelled) expect(deskReturnDueCents(booking)).toBe(Math.max(0, -balanceCents));
}
