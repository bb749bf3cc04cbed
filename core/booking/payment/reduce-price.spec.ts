/** Checks that a reduced price leaves no guest in debt: what was paid beyond it goes back the way it came, and the receipt adds up. */
import { describe, expect, it } from "vitest";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { type BookingChange, decide } from "../booking.ts";
import { evolve } from "../state/booking-evolve.ts";
import { cardRefundsCents, deskReturnDueCents, dueCents, overpaidCents } from "../state/booking-money.ts";
import { type BookingState, noBooking } from "../state/booking-state.ts";
import { receiptOf } from "./receipt.ts";
import type { ReducePrice, Reduction } from "./reduce-price.ts";

const now = new Date("2026-12-01T15:00:00Z");
const reasonId = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a22";

const reduce = (by: Reduction, more: Partial<ReducePrice> = {}): BookingChange => ({
  type: "ReducePrice",
  by,
  reasonId,
  withdrawnIntentId: null,
  now,
  ...more,
});
const cash = (amountCents: number): BookingChange => ({ type: "ReceiveAtDesk", method: "cash", amountCents });
const card = (amountCents: number): BookingChange => ({
  type: "ReceiveDownpayment",
  paymentIntentId: "pi_1",
  chargeId: "ch_1",
  amountCents,
  hoursAvailable: true,
  now,
});

/** A booking of $150.00, $75.00 down, after these commands; a refusal is returned. */
function after(...commands: BookingChange[]) {
  let state: BookingState = evolve(
    noBooking,
    requestedBooking({ totalCents: 15_000, downpaymentCents: 7_500 }),
  );
  for (const command of commands) {
    const decision = decide(command, state);
    if (!decision.ok) return decision.rejection;
    state = decision.events.reduce(evolve, state);
  }
  if (!state.exists) throw new Error("no booking");
  return state;
}
function booked(...commands: BookingChange[]) {
  const state = after(...commands);
  if (!("exists" in state)) throw new Error(state.code);
  return state;
}

describe("a reduced price", () => {
  it("gives cash back at the desk, and then nothing is due and the visit is fully paid", () => {
    const reduced = booked(cash(15_000), reduce({ percent: 50 }));
    expect(reduced).toMatchObject({ totalCents: 7_500, paymentStatus: "paid" });
    expect([dueCents(reduced), deskReturnDueCents(reduced)]).toEqual([0, 7_500]);
    const returned = booked(cash(15_000), reduce({ percent: 50 }), {
      type: "ReturnAtDesk",
      method: "cash",
      amountCents: 7_500,
    });
    expect(returned.paymentStatus).toBe("paid");
    expect([dueCents(returned), deskReturnDueCents(returned), overpaidCents(returned)]).toEqual([0, 0, 0]);
    expect(receiptOf(returned)).toMatchObject({ reducedCents: 7_500, totalCents: 7_500, balanceCents: 0 });
  });

  it("refunds to the card only what was paid beyond it", () => {
    const down = booked(card(7_500), reduce({ byCents: 4_000 }));
    expect(cardRefundsCents(down)).toBe(0);
    expect(down).toMatchObject({ totalCents: 11_000, downpaymentCents: 7_500, paymentStatus: "downpaid" });
    expect(dueCents(down)).toBe(3_500);
    const more = booked(card(7_500), reduce({ byCents: 10_000 }));
    expect(cardRefundsCents(more)).toBe(2_500);
    expect(more).toMatchObject({ totalCents: 5_000, paymentStatus: "paid" });
    expect(dueCents(more)).toBe(0);
  });

  it("adds up: two reductions are one line of the receipt, and an unpaid hold is confirmed at zero", () => {
    const twice = booked(cash(15_000), reduce({ byCents: 1_000 }), reduce({ percent: 10 }));
    expect(receiptOf(twice)).toMatchObject({ reducedCents: 2_400, totalCents: 12_600, balanceCents: -2_400 });
    expect(booked(reduce({ percent: 100 }))).toMatchObject({ totalCents: 0, status: "confirmed" });
  });

  it("also after the visit", () => {
    const completed = booked(cash(15_000), { type: "CompleteBooking" }, reduce({ byCents: 5_000 }));
    expect(completed).toMatchObject({ status: "completed", totalCents: 10_000 });
  });

  it.each([
    ["more than the price", [reduce({ byCents: 15_001 })], "ReductionTooHigh"],
    [
      "of a cancelled booking",
      [{ type: "CancelBooking", cancelledBy: "venue", now }, reduce({ percent: 1 })],
      "BookingCancelled",
    ],
    [
      "after the hold has ended",
      [reduce({ percent: 1 }, { now: new Date("2027-01-01T00:00:00Z") })],
      "HoldExpired",
    ],
    [
      "while an intent asks for the older price",
      [
        {
          type: "OpenPaymentIntent",
          paymentIntentId: "pi_1",
          amountCents: 7_500,
          purpose: "downpayment",
          replaces: null,
          now,
        },
        reduce({ percent: 1 }),
      ],
      "ConcurrentChange",
    ],
  ] as [string, BookingChange[], string][])("is refused: %s", (_, commands, code) => {
    expect(after(...commands)).toMatchObject({ code });
  });
});
