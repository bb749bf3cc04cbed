/** Checks how the downpayment is opened and received, and what happens to money of a wrong amount or after the visit. */
import { describe, expect, it } from "vitest";
import type { BookingCommand } from "../booking.ts";
import {
  at,
  cancelled,
  confirmed,
  expired,
  failed,
  given,
  holdUntil,
  intentOpened,
  now,
  receive,
  received,
  refundRequested,
  requested,
} from "../booking-fixture.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { heldUntil } from "../state/booking-state.ts";

describe("opening the payment", () => {
  const open: BookingCommand = {
    type: "OpenPaymentIntent",
    purpose: "downpayment",
    amountCents: 7_500,
    paymentIntentId: "pi_1",
    replaces: null,
    now,
  };
  it("opens an intent for the downpayment", () => given(requested).when(open).expect(intentOpened));
  it("keeps an intent that is open", () =>
    given(requested, intentOpened)
      .when({ ...open, paymentIntentId: "pi_2" })
      .expectNothing());
  it("opens another intent once one can no longer be paid", () => {
    const second: BookingEvent = {
      type: "PaymentIntentOpened",
      data: { paymentIntentId: "pi_2", amountCents: 7_500, purpose: "downpayment" },
    };
    const instead: BookingCommand = { ...open, paymentIntentId: "pi_2", replaces: "pi_1" };
    given(requested, intentOpened).when(instead).expect(second);
    given(requested, intentOpened, second).when(instead).expectNothing();
    given(requested, intentOpened, second)
      .when({ ...instead, paymentIntentId: "pi_3" })
      .expectNothing();
  });
  it("needs a booking", () => given().when(open).expectRefused("BookingNotFound"));
  it("is too late once paid", () =>
    given(requested, received(), confirmed).when(open).expectRefused("AlreadyPaid"));
  it("is too late once expired", () => given(requested, expired).when(open).expectRefused("HoldExpired"));
  it("is too late at the deadline", () =>
    given(requested)
      .when({ ...open, now: holdUntil })
      .expectRefused("HoldExpired"));
  it("is too late once cancelled", () =>
    given(requested, cancelled).when(open).expectRefused("BookingCancelled"));
});

describe("receiving the downpayment", () => {
  it("confirms the booking", () =>
    given(requested, intentOpened).when(receive()).expect(received(), confirmed));
  it("is recorded once, however it is reported", () =>
    given(requested, intentOpened, received(), confirmed).when(receive()).expectNothing());
  it("may follow a decline", () => given(requested, failed).when(receive()).expect(received(), confirmed));
  it("claims the hours again after expiry", () =>
    given(requested, expired).when(receive()).expect(received(), confirmed));
  it("refunds it after expiry if the hours are taken", () =>
    given(requested, expired)
      .when(receive({ hoursAvailable: false }))
      .expect(received(), refundRequested("late-payment")));
  it("refunds it after a cancellation", () =>
    given(requested, cancelled).when(receive()).expect(received(), refundRequested("late-payment")));
  it("refunds a second payment by another intent", () =>
    given(requested, received(), confirmed)
      .when(receive({ paymentIntentId: "pi_2" }))
      .expect(received("pi_2"), refundRequested("duplicate-payment", 7_500, "pi_2")));
});

describe("money of a wrong amount", () => {
  const wrong: BookingEvent = {
    type: "UnexpectedPaymentReceived",
    data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 7_000, expectedCents: 7_500 },
  };
  const goesBack = refundRequested("wrong-amount", 7_000);
  it("is recorded, confirms nothing and is refunded", () =>
    given(requested, intentOpened)
      .when(receive({ amountCents: 7_000 }))
      .expect(wrong, goesBack));
  it("is recorded once, however often it is reported", () =>
    given(requested, intentOpened, wrong, goesBack)
      .when(receive({ amountCents: 7_000 }))
      .expectNothing());
  it("leaves the hold, and another intent can pay", () => {
    const history = [requested, intentOpened, wrong, goesBack];
    const { state } = given(...history);
    expect(state.exists && heldUntil(state)).toEqual(holdUntil);
    given(...history)
      .when({
        type: "OpenPaymentIntent",
        purpose: "downpayment",
        amountCents: 7_500,
        paymentIntentId: "pi_2",
        replaces: "pi_1",
        now,
      })
      .expect({
        type: "PaymentIntentOpened",
        data: { paymentIntentId: "pi_2", amountCents: 7_500, purpose: "downpayment" },
      });
    given(...history)
      .when(receive({ paymentIntentId: "pi_2" }))
      .expect(received("pi_2"), confirmed);
  });
  it("is refunded too if the booking is cancelled", () =>
    given(requested, cancelled)
      .when(receive({ amountCents: 8_000 }))
      .expect(
        { ...wrong, data: { ...wrong.data, amountCents: 8_000 } } as BookingEvent,
        refundRequested("wrong-amount", 8_000),
      ));
});

describe("money that comes when the visit is over", () => {
  const over = at(12);
  const late = { ...refundRequested("late-payment") } as Extract<BookingEvent, { type: "RefundRequested" }>;
  const goesBack: BookingEvent = { ...late, data: { ...late.data, at: over.toISOString() } };
  it("is refunded, although the hours are free", () =>
    given(requested, expired)
      .when(receive({ now: over }))
      .expect(received(), goesBack));
  it("is refunded if the hold was still running, which ends with it", () =>
    given(requested, intentOpened)
      .when(receive({ now: over }))
      .expect(expired, received(), goesBack));
  it("still confirms a moment before", () =>
    given(requested, expired)
      .when(receive({ now: new Date(over.getTime() - 1) }))
      .expect(received(), confirmed));
  it("is kept for a visit that staff allowed to take place unpaid", () =>
    given(requested, confirmed)
      .when(receive({ now: over }))
      .expect(received()));
  it("can no longer be asked for", () =>
    given({ ...requested, data: { ...requested.data, holdUntil: at(20).toISOString() } } as BookingEvent)
      .when({
        type: "OpenPaymentIntent",
        purpose: "downpayment",
        amountCents: 7_500,
        paymentIntentId: "pi_1",
        replaces: null,
        now: over,
      })
      .expectRefused("HoldExpired"));
});

describe("a declined card", () => {
  const fail: BookingCommand = {
    type: "FailPayment",
    paymentIntentId: "pi_1",
    attemptId: "try_1",
    declineCode: "generic_decline",
  };
  it("is recorded", () => given(requested).when(fail).expect(failed));
  it("is recorded only once", () => given(requested, failed).when(fail).expectNothing());
  it("changes nothing once paid", () => given(requested, received(), confirmed).when(fail).expectNothing());
  it("leaves the hold as it is", () => {
    const { state } = given(requested, failed);
    expect(state.exists && heldUntil(state)).toEqual(holdUntil);
  });
});
