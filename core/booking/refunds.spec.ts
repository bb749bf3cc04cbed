import { describe, expect, it } from "vitest";
import { specification } from "../testing/decider-specification.ts";
import { type BookingCommand, decide } from "./booking.ts";
import type { BookingEvent } from "./booking-events.ts";
import { evolve, noBooking } from "./booking-state.ts";

const { given } = specification({ initial: noBooking, evolve, decide });

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
    totalCents: 15_000,
    downpaymentCents: 7_500,
    holdUntil: "2026-12-01T15:30:00.000Z",
  },
};
const received: BookingEvent = {
  type: "DownpaymentReceived",
  data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 7_500 },
};
const cancelled: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "venue" } };
const asked: BookingEvent = {
  type: "RefundRequested",
  data: { refundId: "refund-1", paymentIntentId: "pi_1", amountCents: 7_500, reason: "cancelled" },
};
const issued = (stripeRefundId: string): BookingEvent => ({
  type: "RefundIssued",
  data: { refundId: "refund-1", amountCents: 7_500, via: "stripe", stripeRefundId },
});
const failed = (stripeRefundId: string | null, reversedCents = 0): BookingEvent => ({
  type: "RefundFailed",
  data: { refundId: "refund-1", stripeRefundId, reasonCode: null, reversedCents },
});
const retried: BookingEvent = { type: "RefundRetried", data: { refundId: "refund-1" } };

const record = (stripeRefundId: string): BookingCommand => ({
  type: "RecordRefund",
  refundId: "refund-1",
  stripeRefundId,
});
const fail = (stripeRefundId: string | null): BookingCommand => ({
  type: "RecordRefundFailure",
  refundId: "refund-1",
  stripeRefundId,
  reasonCode: null,
});
const retry: BookingCommand = { type: "RetryRefund", refundId: "refund-1" };

const open = [requested, received, cancelled, asked];

describe("a refund that fails", () => {
  it("at once is written down", () =>
    given(...open)
      .when(fail(null))
      .expect(failed(null)));
  it("after it was issued takes back what was written down", () =>
    given(...open, issued("re_1"))
      .when(fail("re_1"))
      .expect(failed("re_1", 7_500)));
  it("is not one that is issued, when another try was refused", () =>
    given(...open, issued("re_1"))
      .when(fail(null))
      .expectNothing());
  it("fails once", () =>
    given(...open, failed("re_1"))
      .when(fail("re_1"))
      .expectNothing());
  it("is none that nobody asked for", () => given(requested, received).when(fail(null)).expectNothing());
});

describe("a retry", () => {
  it("asks again for what failed", () =>
    given(...open, failed(null))
      .when(retry)
      .expect(retried));
  it.each([["under way", open] as const, ["issued", [...open, issued("re_1")]] as const])(
    "of a refund that is %s changes nothing",
    (_, history) =>
      given(...history)
        .when(retry)
        .expectNothing(),
  );
  it("of an unknown refund is refused", () =>
    given(requested, received).when(retry).expectRefused("RefundNotFound"));
  it("is answered by an issue of its own", () =>
    given(...open, failed("re_1"), retried)
      .when(record("re_2"))
      .expect(issued("re_2")));
  it("is not answered by late news of the try before", () => {
    given(...open, failed("re_1"))
      .when(record("re_1"))
      .expectNothing();
    given(...open, failed("re_1"), retried)
      .when(fail("re_1"))
      .expectNothing();
  });
  it("counts the tries", () => {
    const { state } = given(...open, failed("re_1"), retried);
    expect(state.exists && state.refunds["refund-1"]).toMatchObject({
      tries: 2,
      failed: false,
      issued: false,
    });
  });
});

describe("a cancellation", () => {
  const now = new Date("2026-12-01T15:00:00Z");
  it("remembers staff's words by their id alone", () => {
    const reasonId = "0b8a5c49-2a0e-4a7a-9d4c-64f6f5f2b0aa";
    given(requested)
      .when({ type: "CancelBooking", cancelledBy: "venue", reasonId, now })
      .expect({ type: "BookingCancelled", data: { cancelledBy: "venue", reasonId } });
  });
  it("of what was refunded, confirmed again and marked paid gives back what came in since", () => {
    const marked: BookingEvent = {
      type: "PaymentMarked",
      data: { paymentStatus: "paid", amountCents: 15_000 },
    };
    const again = [...open, issued("re_1"), { type: "BookingConfirmed", data: {} } as BookingEvent];
    given(...again)
      .when({ type: "MarkPayment", paymentStatus: "paid" })
      .expect(marked);
    given(...again, marked)
      .when({ type: "CancelBooking", cancelledBy: "venue", now })
      .expect(cancelled, {
        type: "RefundIssued",
        data: { refundId: "refund-2", amountCents: 15_000, via: "venue", stripeRefundId: null },
      });
  });
});
