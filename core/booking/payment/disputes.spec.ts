/** Checks what a disputed payment does to a booking's money, in whatever order the news comes. */

import { describe, expect, it } from "vitest";
import { specification } from "../../testing/decider-specification.ts";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { type BookingCommand, decide } from "../booking.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import { disputedCents, receivedCents, refundRequestedCents } from "../state/booking-money.ts";
import { type BookingState, noBooking } from "../state/booking-state.ts";

const now = new Date("2026-12-01T15:00:00Z");

const { given } = specification({ initial: noBooking, evolve, decide });

const requested: BookingEvent = requestedBooking();
const received: BookingEvent = {
  type: "DownpaymentReceived",
  data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 7_500 },
};
const cancelled: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "venue" } };
/** Cancelled, and fully refunded. */
const refunded: BookingEvent[] = [
  cancelled,
  {
    type: "RefundRequested",
    data: {
      refundId: "refund-1",
      paymentIntentId: "pi_1",
      amountCents: 7_500,
      reason: "cancelled",
      at: now.toISOString(),
    },
  },
  {
    type: "RefundIssued",
    data: { refundId: "refund-1", amountCents: 7_500, via: "stripe", stripeRefundId: "re_1" },
  },
];

/** Cents received, refund requested, and disputed. */
const figures = (state: BookingState) =>
  state.exists ? [receivedCents(state), refundRequestedCents(state), disputedCents(state)] : [];

describe("a disputed payment", () => {
  const dispute = (stage: "inquiry" | "inquiry-closed" | "open" | "won" | "lost"): BookingCommand => ({
    type: "RecordDispute",
    disputeId: "du_1",
    paymentIntentId: "pi_1",
    chargeId: "ch_1",
    amountCents: 7_500,
    reasonCode: "fraudulent",
    stage,
  });
  const opened = (amountCents: number): BookingEvent => ({
    type: "DisputeOpened",
    data: {
      disputeId: "du_1",
      paymentIntentId: "pi_1",
      chargeId: "ch_1",
      amountCents,
      reasonCode: "fraudulent",
    },
  });
  const closed = (outcome: "won" | "lost"): BookingEvent => ({
    type: "DisputeClosed",
    data: { disputeId: "du_1", outcome },
  });
  const paid = [requested, received];
  it("is withheld from its opening until it is won", () => {
    given(...paid)
      .when(dispute("open"))
      .expect(opened(7_500));
    expect(figures(given(...paid, opened(7_500)).state)).toEqual([7_500, 0, 7_500]);
    expect(figures(given(...paid, opened(7_500), closed("lost")).state)).toEqual([7_500, 0, 7_500]);
    expect(figures(given(...paid, opened(7_500), closed("won")).state)).toEqual([7_500, 0, 0]);
  });
  it("is closed once, in whatever order the news comes", () => {
    given(...paid, opened(7_500))
      .when(dispute("lost"))
      .expect(closed("lost"));
    given(...paid)
      .when(dispute("won"))
      .expect(opened(7_500), closed("won"));
    const over = [...paid, opened(7_500), closed("won")];
    for (const late of ["inquiry", "open", "won", "lost"] as const) {
      given(...over)
        .when(dispute(late))
        .expectNothing();
    }
    given(...paid, opened(7_500))
      .when(dispute("open"))
      .expectNothing();
  });
  it("may begin as an inquiry, which withholds no money", () => {
    given(...paid)
      .when(dispute("inquiry"))
      .expect(opened(0));
    given(...paid, opened(0))
      .when(dispute("inquiry-closed"))
      .expect(closed("won"));
    given(...paid, opened(0))
      .when(dispute("open"))
      .expect(opened(7_500));
    given(...paid, opened(0), opened(7_500))
      .when(dispute("inquiry"))
      .expectNothing();
    given(...paid, opened(0), opened(7_500))
      .when(dispute("inquiry-closed"))
      .expectNothing();
  });
  it("is not refunded in addition by a cancellation", () =>
    given(...paid, opened(7_500))
      .when({ type: "CancelBooking", cancelledBy: "venue", now })
      .expect(cancelled));
  it("is subtracted twice if it was refunded before, as in the provider's ledger", () => {
    const { state } = given(...paid, ...refunded, opened(7_500));
    expect(state.exists && refundRequestedCents(state) + disputedCents(state)).toBe(15_000);
  });
  it("does not have to be paid a second time", () =>
    given(...paid, opened(7_500))
      .when({
        type: "OpenPaymentIntent",
        purpose: "downpayment",
        amountCents: 7_500,
        paymentIntentId: "pi_2",
        replaces: null,
        now,
      })
      .expectRefused("AlreadyPaid"));
});
