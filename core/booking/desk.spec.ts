/** Owns what is expected of money at the desk: each refusal, what confirms, and any history to the cent. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { specification } from "../testing/decider-specification.ts";
import { AGREED } from "../testing/terms.ts";
import { type BookingChange, decide } from "./booking.ts";
import type { BookingEvent } from "./booking-events.ts";
import { cardMoneyLeftCents, keptCents, receivedCents } from "./booking-money.ts";
import { type Booking, type BookingState, evolve, noBooking, toReturnCents } from "./booking-state.ts";
import { receiptOf } from "./receipt.ts";

const { given } = specification({ initial: noBooking, evolve, decide });

const now = new Date("2026-12-01T15:00:00Z");
const REASON = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a22";
const TOTAL = 15_000;
const DOWN = 7_500;

const requested: BookingEvent = {
  type: "BookingRequested",
  data: {
    roomId: 1,
    personId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
    userId: null,
    startsAt: "2026-12-12T15:00:00.000Z",
    endsAt: "2026-12-12T17:00:00.000Z",
    duration: "hourly",
    hourCount: 2,
    eventType: "Rehearsal",
    attendees: null,
    engineerRequired: false,
    totalCents: TOTAL,
    downpaymentCents: DOWN,
    holdUntil: "2026-12-01T15:30:00.000Z",
    terms: AGREED,
  },
};
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
  it("below the downpayment only counts towards it", () =>
    given(requested)
      .when(receive(DOWN - 1))
      .expect(atDesk("DeskMoneyReceived", DOWN - 1, "pending")));
  it("that reaches the downpayment confirms", () =>
    given(requested, atDesk("DeskMoneyReceived", DOWN - 1, "pending"))
      .when(receive(1))
      .expect(atDesk("DeskMoneyReceived", 1, "downpaid"), confirmed));
  it("that reaches the total pays in full", () =>
    given(requested, byCard, confirmed)
      .when(receive(TOTAL - DOWN))
      .expect(atDesk("DeskMoneyReceived", TOTAL - DOWN, "paid")));
  it("is never more than is due, and is none for what is cancelled", () => {
    expect(refusalOf(receive(TOTAL - DOWN + 1), requested, byCard, confirmed)).toBe("MoreThanDue");
    expect(refusalOf(receive(1), requested, atDesk("DeskMoneyReceived", TOTAL, "paid"))).toBe("NothingDue");
    expect(refusalOf(receive(1), requested, cancelled)).toBe("BookingCancelled");
  });
  it("goes back to what was received there, and not beyond", () => {
    const paid = [requested, byCard, confirmed, atDesk("DeskMoneyReceived", 100, "downpaid")];
    expect(refusalOf(giveBack(101), ...paid)).toBe("ReturnTooHigh");
    given(...paid)
      .when(giveBack(100))
      .expect(atDesk("DeskMoneyReturned", 100, "downpaid"));
  });
  it("of a hold that runs out is to be returned", () =>
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
  it("is asked for with its reason", () =>
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
  it("is never of more than cards have paid, whatever the desk has", () => {
    const paid = [requested, byCard, confirmed, atDesk("DeskMoneyReceived", DOWN, "paid")];
    expect(refusalOf(refund(DOWN + 1), ...paid)).toBe("RefundTooHigh");
    expect(refusalOf(refund(1), requested)).toBe("RefundTooHigh");
  });
});

/** One thing that may happen; amounts are tried as they come, whatever they come to. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("receive"), cents: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ kind: fc.constant("return"), cents: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ kind: fc.constant("refund"), cents: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ kind: fc.constant("downpay"), cents: fc.constant(DOWN) }),
  fc.record({ kind: fc.constant("balance"), cents: fc.constant(0) }),
  fc.record({ kind: fc.constant("move"), cents: fc.constant(0) }),
  fc.record({ kind: fc.constant("issue"), cents: fc.constant(0) }),
  fc.record({ kind: fc.constantFrom("cancel-venue", "cancel-customer"), cents: fc.constant(0) }),
  fc.record({ kind: fc.constant("confirm"), cents: fc.constant(0) }),
  fc.record({ kind: fc.constantFrom("mark-downpaid", "mark-paid", "mark-failed"), cents: fc.constant(0) }),
);

function commandsOf(kind: string, cents: number, booking: Booking, ordinal: number): BookingChange[] {
  const payment = { paymentIntentId: `pi_${ordinal}`, chargeId: null, now };
  switch (kind) {
    case "receive":
      return [receive(cents)];
    case "return":
      return [giveBack(cents)];
    case "refund":
      return [refund(cents)];
    case "downpay":
      return [{ type: "ReceiveDownpayment", ...payment, amountCents: cents, hoursAvailable: true }];
    case "balance": {
      const amountCents = Math.max(1, booking.totalCents - keptCents(booking));
      return [{ type: "ReceiveBalance", ...payment, amountCents }];
    }
    case "issue":
      return Object.entries(booking.refunds)
        .filter(([, { issued }]) => !issued)
        .map(([refundId]) => ({ type: "RecordRefund", refundId, stripeRefundId: `re_${refundId}` }));
    case "cancel-venue":
    case "cancel-customer":
      return [{ type: "CancelBooking", cancelledBy: kind === "cancel-venue" ? "venue" : "customer", now }];
    case "confirm":
      return [{ type: "ConfirmBooking" }];
    case "mark-downpaid":
    case "mark-paid":
    case "mark-failed":
      return [
        {
          type: "MarkPayment",
          paymentStatus: kind === "mark-paid" ? "paid" : kind === "mark-downpaid" ? "downpaid" : "failed",
        },
      ];
    default:
      return [];
  }
}

/** Added up from the events alone, one by one, as somebody with a pencil would. */
function addedUp(events: readonly BookingEvent[]) {
  let cardsIn = 0;
  let cardsBack = 0;
  let venueIn = 0;
  let handedBack = 0;
  let toHandBack = 0;
  for (const { type, data } of events) {
    if (
      type === "DownpaymentReceived" ||
      type === "BalanceReceived" ||
      type === "UnexpectedPaymentReceived"
    ) {
      cardsIn += data.amountCents;
    }
    if (type === "PaymentMarked" || type === "DeskMoneyReceived") venueIn += data.amountCents;
    if (type === "RefundRequested") cardsBack += data.amountCents;
    if (type === "RefundIssued" && data.via === "venue") toHandBack += data.amountCents;
    if (type === "DeskMoneyReturned") {
      handedBack += data.amountCents;
      toHandBack = Math.max(0, toHandBack - data.amountCents);
    }
  }
  return { cardsIn, cardsBack, venueIn, handedBack, toHandBack };
}

it("is right to the cent in any history of desk, cards, marks, moves and cancellations", () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const events: BookingEvent[] = [requested];
      let state: BookingState = evolve(noBooking, requested);
      steps.forEach(({ kind, cents }, ordinal) => {
        if (!state.exists) throw new Error("the booking is gone");
        if (kind === "move" && state.status !== "cancelled") {
          const moved: BookingEvent = {
            type: "BookingRescheduled",
            data: {
              startsAt: `2026-12-${10 + (ordinal % 10)}T15:00:00.000Z`,
              endsAt: `2026-12-${10 + (ordinal % 10)}T17:00:00.000Z`,
            },
          };
          events.push(moved);
          state = evolve(state, moved);
        }
        for (const command of commandsOf(kind, cents, state as Booking, ordinal)) {
          const decision = decide(command, state);
          if (!decision.ok) continue;
          events.push(...decision.events);
          state = decision.events.reduce<BookingState>(evolve, state);
        }
        check(state as Booking, events);
      });
    }),
    { numRuns: 1_000 },
  ));

function check(booking: Booking, events: readonly BookingEvent[]): void {
  const { cardsIn, cardsBack, venueIn, handedBack, toHandBack } = addedUp(events);
  expect(receivedCents(booking)).toBe(cardsIn + venueIn);
  expect(toReturnCents(booking)).toBe(toHandBack);
  expect(keptCents(booking)).toBe(cardsIn + venueIn - cardsBack - handedBack - toHandBack);
  expect(cardMoneyLeftCents(booking)).toBe(cardsIn - cardsBack);
  expect(keptCents(booking)).toBeGreaterThanOrEqual(0);
  expect(keptCents(booking)).toBeLessThanOrEqual(TOTAL);
  expect(cardsBack).toBeLessThanOrEqual(cardsIn);
  expect(handedBack).toBeLessThanOrEqual(venueIn);
  const { totalCents, receivedCents: received, returnedCents, balanceCents } = receiptOf(booking);
  expect([received, returnedCents]).toEqual([cardsIn + venueIn, cardsBack + handedBack]);
  expect(balanceCents).toBe(totalCents - received + returnedCents);
  if (booking.status === "cancelled") expect(balanceCents).toBe(toHandBack === 0 ? 0 : -toHandBack);
}
