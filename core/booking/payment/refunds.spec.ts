/** Checks how refunds fail, are retried, and are recorded if they were made in the provider's dashboard. */
import { describe, expect, it } from "vitest";
import { readEventData } from "../../log/event-definition.ts";
import { specification } from "../../testing/decider-specification.ts";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { type BookingCommand, decide } from "../booking.ts";
import { type BookingEvent, bookingEventDefinitions } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import { receivedCents, refundRequestedCents } from "../state/booking-money.ts";
import { noBooking } from "../state/booking-state.ts";
import { stuckRefunds } from "./refunds.ts";

const now = new Date("2026-12-01T15:00:00Z");
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

const refundRequestedDefinition = bookingEventDefinitions.find(({ type }) => type === "RefundRequested");
if (!refundRequestedDefinition) throw new Error("there is no definition of RefundRequested");

const { given } = specification({ initial: noBooking, evolve, decide });

const requested: BookingEvent = requestedBooking();
const received: BookingEvent = {
  type: "DownpaymentReceived",
  data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 7_500 },
};
const cancelled: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "venue" } };
const asked: BookingEvent = {
  type: "RefundRequested",
  data: {
    refundId: "refund-1",
    paymentIntentId: "pi_1",
    amountCents: 7_500,
    reason: "cancelled",
    at: now.toISOString(),
  },
};
const issued = (stripeRefundId: string): BookingEvent => ({
  type: "RefundIssued",
  data: { refundId: "refund-1", amountCents: 7_500, via: "stripe", stripeRefundId },
});
const failed = (stripeRefundId: string | null, reversedCents = 0): BookingEvent => ({
  type: "RefundFailed",
  data: { refundId: "refund-1", stripeRefundId, reasonCode: null, reversedCents },
});
const retriedAt = (at: Date): BookingEvent => ({
  type: "RefundRetried",
  data: { refundId: "refund-1", at: at.toISOString() },
});
const retried = retriedAt(now);

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
const retry: BookingCommand = { type: "RetryRefund", refundId: "refund-1", now };

const open = [requested, received, cancelled, asked];

describe("a refund that fails", () => {
  it("is recorded if it fails at once", () =>
    given(...open)
      .when(fail(null))
      .expect(failed(null)));
  it("takes back what was recorded as issued", () =>
    given(...open, issued("re_1"))
      .when(fail("re_1"))
      .expect(failed("re_1", 7_500)));
  it("is not an issued one if another try was refused", () =>
    given(...open, issued("re_1"))
      .when(fail(null))
      .expectNothing());
  it("is recorded only once", () =>
    given(...open, failed("re_1"))
      .when(fail("re_1"))
      .expectNothing());
  it("is ignored if it was not requested", () => given(requested, received).when(fail(null)).expectNothing());
});

describe("a retry", () => {
  it("requests a failed refund again", () =>
    given(...open, failed(null))
      .when(retry)
      .expect(retried));
  it("requests a refund again under the same number if it was not answered for more than ten minutes", () => {
    const again = { ...retry, now: later(11) } as BookingCommand;
    given(...open)
      .when(again)
      .expect(retriedAt(later(11)));
    const { state } = given(...open, retriedAt(later(11)));
    if (!state.exists) throw new Error("no booking");
    expect(state.refunds["refund-1"]).toMatchObject({ tries: 1, askedAt: later(11), failed: false });
    expect(stuckRefunds(state, later(21))).toEqual([]);
    expect(stuckRefunds(state, later(22))).toEqual(["refund-1"]);
    given(...open)
      .when({ ...retry, now: later(10) } as BookingCommand)
      .expectNothing();
  });
  it("requests a refund again that older code requested at an unknown time", () => {
    const older = readEventData(refundRequestedDefinition, 1, {
      refundId: "refund-1",
      paymentIntentId: "pi_1",
      amountCents: 7_500,
      reason: "cancelled",
    });
    expect(older).toMatchObject({ at: null });
    given(requested, received, cancelled, { ...asked, data: { ...asked.data, at: null } } as BookingEvent)
      .when(retry)
      .expect(retried);
  });
  it.each([["under way", open] as const, ["issued", [...open, issued("re_1")]] as const])(
    "of a refund that is %s changes nothing",
    (_, history) =>
      given(...history)
        .when(retry)
        .expectNothing(),
  );
  it("is refused for an unknown refund", () =>
    given(requested, received).when(retry).expectRefused("RefundNotFound"));
  it("is answered by its own issue", () =>
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
  it("is not answered by late news of any earlier try: none of them becomes a success again", () => {
    given(...open, issued("re_1"), failed("re_1", 7_500), retried)
      .when(record("re_1"))
      .expectNothing();
    const twice = [issued("re_1"), failed("re_1", 7_500), retried, issued("re_2"), failed("re_2", 7_500)];
    for (const late of [record("re_1"), fail("re_1"), record("re_2"), fail("re_2")])
      given(...open, ...twice)
        .when(late)
        .expectNothing();
  });
  it("is counted as a try", () => {
    const { state } = given(...open, failed("re_1"), retried);
    expect(state.exists && state.refunds["refund-1"]).toMatchObject({
      tries: 2,
      failed: false,
      issued: false,
    });
  });
});

describe("a refund made in the provider's dashboard", () => {
  const outside = (changes = {}): BookingCommand => ({
    type: "RecordOutsideRefund",
    stripeRefundId: "re_9",
    paymentIntentId: "pi_1",
    amountCents: 2_000,
    failed: false,
    reasonCode: null,
    ...changes,
  });
  const recorded: BookingEvent = {
    type: "RefundRecorded",
    data: { refundId: "re_9", paymentIntentId: "pi_1", amountCents: 2_000, stripeRefundId: "re_9" },
  };
  const sentBack: BookingEvent = {
    type: "RefundFailed",
    data: {
      refundId: "re_9",
      stripeRefundId: "re_9",
      reasonCode: "lost_or_stolen_card",
      reversedCents: 2_000,
    },
  };
  const failing = outside({ failed: true, reasonCode: "lost_or_stolen_card" });
  it("is recorded once", () => {
    given(requested, received).when(outside()).expect(recorded);
    given(requested, received, recorded).when(outside()).expectNothing();
  });
  it("is not one of ours, whose answer is known", () =>
    given(...open, issued("re_9"))
      .when(outside())
      .expectNothing());
  it("may fail later, or be reported as failed first", () => {
    given(requested, received, recorded).when(failing).expect(sentBack);
    given(requested, received).when(failing).expect(recorded, sentBack);
    given(requested, received, recorded, sentBack).when(outside()).expectNothing();
  });
  it("leaves only the rest to a cancellation", () =>
    given(requested, received, recorded)
      .when({ type: "CancelBooking", cancelledBy: "venue", now })
      .expect(cancelled, {
        type: "RefundRequested",
        data: {
          refundId: "refund-2",
          paymentIntentId: "pi_1",
          amountCents: 5_500,
          reason: "cancelled",
          at: now.toISOString(),
        },
      }));
  it("counts once if it replaces one of ours that was refused", () => {
    const whole: BookingEvent = {
      ...recorded,
      data: { ...recorded.data, amountCents: 7_500 },
    } as BookingEvent;
    const { state } = given(...open, failed(null), whole);
    expect(state.exists && [receivedCents(state), refundRequestedCents(state)]).toEqual([7_500, 7_500]);
  });
});

describe("a cancellation", () => {
  it("stores staff's words by their id only", () => {
    const reasonId = "0b8a5c49-2a0e-4a7a-9d4c-64f6f5f2b0aa";
    given(requested)
      .when({ type: "CancelBooking", cancelledBy: "venue", reasonId, now })
      .expect({ type: "BookingCancelled", data: { cancelledBy: "venue", reasonId } });
  });
  it("after a refund, a new confirmation and a mark as paid refunds what was received since", () => {
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
