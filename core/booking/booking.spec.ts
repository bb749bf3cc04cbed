/** Checks how a booking is requested and paid, what happens to wrong or late money, and which hours each step claims. */
import { describe, expect, it } from "vitest";
import { specification } from "../testing/decider-specification.ts";
import { requestedBooking } from "../testing/requested-booking.ts";
import { AGREED } from "../testing/terms.ts";
import { FIRST_SCHEDULE } from "../venue/opening-hours.ts";
import { instantAt } from "../venue/venue-time.ts";
import { type BookingCommand, decide } from "./booking.ts";
import type { BookingEvent } from "./booking-events.ts";
import { evolve } from "./booking-evolve.ts";
import { heldUntil, noBooking } from "./booking-state.ts";
import { bookingStream } from "./booking-stream.ts";
import { hourOperations } from "./hours.ts";

const { given } = specification({ initial: noBooking, evolve, decide });

const zone = "America/New_York";
const now = new Date("2026-12-01T15:00:00Z");
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
const at = (hour: number, day = "2026-12-12"): Date => instantAt(day, hour, zone);
const holdUntil = later(30);

type Request = Extract<BookingCommand, { type: "RequestBooking" }>;
const requesting = (
  changes: Partial<Request["request"]> = {},
  room: Partial<Request["room"]> = {},
): Request => ({
  type: "RequestBooking",
  request: {
    startDate: "2026-12-12",
    startsAt: at(10),
    endsAt: at(12),
    duration: "hourly",
    hourCount: 2,
    attendees: 4,
    engineerRequired: false,
    quoted: { totalCents: 15_000, downpaymentCents: 7_500, remainingCents: 7_500 },
    ...changes,
  },
  room: {
    id: 1,
    bookable: true,
    rates: { hourlyCents: 7_500, halfDayCents: 27_000, fullDayCents: 50_000 },
    ...room,
  },
  terms: AGREED,
  context: { now, timeZone: zone, opening: FIRST_SCHEDULE, capacity: 8, engineerAvailable: false },
  personId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
  userId: null,
  heldBy: "mailbox",
  eventType: "Recording Session",
  holdUntil,
});

const requested: BookingEvent = requestedBooking({
  startsAt: at(10).toISOString(),
  endsAt: at(12).toISOString(),
  eventType: "Recording Session",
  attendees: 4,
  holdUntil: holdUntil.toISOString(),
  terms: { ...AGREED, rates: { hourlyCents: 7_500, halfDayCents: 27_000, fullDayCents: 50_000 } },
});
const intentOpened: BookingEvent = {
  type: "PaymentIntentOpened",
  data: { paymentIntentId: "pi_1", amountCents: 7_500, purpose: "downpayment" },
};
const received = (paymentIntentId = "pi_1"): BookingEvent => ({
  type: "DownpaymentReceived",
  data: { paymentIntentId, chargeId: "ch_1", amountCents: 7_500 },
});
const confirmed: BookingEvent = { type: "BookingConfirmed", data: {} };
const completed: BookingEvent = { type: "BookingCompleted", data: {} };
const expired: BookingEvent = { type: "BookingExpired", data: {} };
const cancelled: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "venue" } };
const failed: BookingEvent = {
  type: "PaymentFailed",
  data: { paymentIntentId: "pi_1", attemptId: "try_1", declineCode: "generic_decline" },
};
const refundRequested = (
  reason: Extract<BookingEvent, { type: "RefundRequested" }>["data"]["reason"],
  amountCents = 7_500,
  paymentIntentId = "pi_1",
): BookingEvent => ({
  type: "RefundRequested",
  data: { refundId: "refund-1", paymentIntentId, amountCents, reason, at: now.toISOString() },
});
const receive = (changes = {}): BookingCommand => ({
  type: "ReceiveDownpayment",
  paymentIntentId: "pi_1",
  chargeId: "ch_1",
  amountCents: 7_500,
  hoursAvailable: true,
  now,
  ...changes,
});

describe("requesting a booking", () => {
  it("prices it and holds its hours", () => given().when(requesting()).expect(requested));

  it.each<[string, Partial<Request["request"]>, string[]]>([
    ["a start that is not a time", { startsAt: null }, ["startTime"]],
    ["an end that is no time", { endsAt: null }, ["endTime"]],
    ["another day than the start's", { startDate: "2026-12-11" }, ["startTime"]],
    [
      "a Sunday",
      { startDate: "2026-12-13", startsAt: at(10, "2026-12-13"), endsAt: at(12, "2026-12-13") },
      ["startDate"],
    ],
    [
      "the past",
      { startDate: "2026-11-30", startsAt: at(10, "2026-11-30"), endsAt: at(12, "2026-11-30") },
      ["startTime"],
    ],
    [
      "more than 365 days ahead",
      { startDate: "2027-12-02", startsAt: at(10, "2027-12-02"), endsAt: at(12, "2027-12-02") },
      ["startDate"],
    ],
    ["half an hour", { startsAt: new Date(at(10).getTime() + 1_800_000) }, ["startTime"]],
    ["an end before the start", { endsAt: at(9) }, ["endTime"]],
    ["before the first slot", { startsAt: at(8) }, ["startTime"]],
    ["past closing", { startsAt: at(21), endsAt: at(23) }, ["startTime"]],
    ["thirteen hours", { startsAt: at(9), endsAt: at(22), hourCount: null }, ["endTime"]],
    ["a half day of two hours", { duration: "half-day", hourCount: null }, ["endTime"]],
    ["an hour count that disagrees", { hourCount: 3 }, ["hourCount"]],
    ["more people than the room holds", { attendees: 9 }, ["attendees"]],
    [
      "an engineer where there is none",
      {
        engineerRequired: true,
        quoted: { totalCents: 25_000, downpaymentCents: 12_500, remainingCents: 12_500 },
      },
      ["engineerRequired"],
    ],
    [
      "another price than the server's",
      { quoted: { totalCents: 10_000, downpaymentCents: 5_000, remainingCents: null } },
      ["totalAmount", "downpaymentAmount", "remainingAmount"],
    ],
  ])("refuses %s", (_, changes, paths) =>
    given()
      .when(requesting(changes))
      .expectRefused("InvalidBooking", ...paths),
  );

  it("refuses a room that takes no bookings", () =>
    given()
      .when(requesting({}, { bookable: false }))
      .expectRefused("RoomNotBookable"));
  it("accepts the last day of the horizon", () => {
    const day = "2027-12-01";
    const decision = decide(
      requesting({ startDate: day, startsAt: at(10, day), endsAt: at(12, day) }),
      noBooking,
    );
    expect(decision.ok).toBe(true);
  });
  it("confirms at once if there is nothing to pay", () => {
    const free = { hourlyCents: 0, halfDayCents: 0, fullDayCents: 0 };
    const quoted = { totalCents: 0, downpaymentCents: 0, remainingCents: 0 };
    const decision = decide(requesting({ quoted }, { rates: free }), noBooking);
    expect(decision.ok && decision.events.map((event) => event.type)).toEqual([
      "BookingRequested",
      "BookingConfirmed",
    ]);
  });
  it("changes nothing the second time", () => given(requested).when(requesting()).expectNothing());
});

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

describe("a booking's state", () => {
  it("repeats no words that an older event stored for good: a customer's own event type reads as Other", () => {
    const raw = (eventType: string) => ({
      ...{ stream: "booking-1", version: 1, type: "BookingRequested", schemaVersion: 1, commandId: "c" },
      ...{ meta: { actor: { kind: "visitor" }, requestId: "r" } as const, occurredAt: now },
      at: { epoch: 1, xid: 1n, position: 1 },
      data: { ...requested.data, eventType },
    });
    expect(bookingStream.decode(raw("Ada's birthday"))?.data).toMatchObject({ eventType: "Other" });
    expect(bookingStream.decode(raw("Workshop"))?.data).toMatchObject({ eventType: "Workshop" });
  });

  it("has what was booked, under a reference that is not its number", () => {
    const { state } = given(requested, received(), confirmed);
    expect(state).toMatchObject({
      reference: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
      duration: "hourly",
      hourCount: 2,
      eventType: "Recording Session",
      attendees: 4,
      engineerRequired: false,
      chargeId: "ch_1",
      cancelledBy: null,
      reasonId: null,
    });
  });
  it("has who cancelled it and why, while it is cancelled", () => {
    const reasonId = "0b8a5c49-2a0e-4a7a-9d4c-64f6f5f2b0aa";
    const by: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "customer", reasonId } };
    expect(given(requested, by).state).toMatchObject({ cancelledBy: "customer", reasonId });
    const none = { cancelledBy: null, reasonId: null };
    expect(given(requested, by, confirmed).state).toMatchObject(none);
    expect(given(requested, expired).state).toMatchObject(none);
  });
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

describe("expiry", () => {
  const expire = (when: Date): BookingCommand => ({ type: "ExpireBooking", now: when });
  it("frees an unpaid hold at its deadline", () => given(requested).when(expire(holdUntil)).expect(expired));
  it("waits for the deadline", () =>
    given(requested)
      .when(expire(later(29)))
      .expectNothing());
  it("leaves a paid booking", () =>
    given(requested, received(), confirmed)
      .when(expire(later(60)))
      .expectNothing());
  it("leaves a booking that staff confirmed", () =>
    given(requested, confirmed)
      .when(expire(later(60)))
      .expectNothing());
  it("happens once", () =>
    given(requested, expired)
      .when(expire(later(60)))
      .expectNothing());
});

describe("what staff decide", () => {
  it.each<[BookingCommand["type"], BookingEvent]>([
    ["ConfirmBooking", confirmed],
    ["CompleteBooking", completed],
  ])("%s from any other state", (type, event) => {
    const command = { type } as BookingCommand;
    given(requested).when(command).expect(event);
    given(requested, cancelled).when(command).expect(event);
    given(requested, event).when(command).expectNothing();
  });

  const cancelling = (cancelledBy: "venue" | "customer", when = now): BookingCommand => ({
    type: "CancelBooking",
    cancelledBy,
    now: when,
  });
  it("cancelling refunds what the policy says", () => {
    given(requested, received(), confirmed)
      .when(cancelling("customer"))
      .expect(
        { type: "BookingCancelled", data: { cancelledBy: "customer" } },
        refundRequested("cancelled", 6_750),
      );
    given(requested, received(), confirmed)
      .when(cancelling("venue"))
      .expect(cancelled, refundRequested("cancelled"));
  });
  it("cancelling an unpaid booking refunds nothing", () =>
    given(requested).when(cancelling("venue")).expect(cancelled));
  it("money received at the desk is returned at the desk", () =>
    given(requested, { type: "PaymentMarked", data: { paymentStatus: "paid", amountCents: 15_000 } })
      .when(cancelling("venue"))
      .expect(cancelled, {
        type: "RefundIssued",
        data: { refundId: "refund-1", amountCents: 15_000, via: "venue", stripeRefundId: null },
      }));
  it("cancelling twice refunds once", () =>
    given(requested, received(), cancelled, refundRequested("cancelled"))
      .when(cancelling("venue"))
      .expectNothing());

  it.each<[string, BookingEvent[], "downpaid" | "paid" | "failed", number]>([
    ["the downpayment in cash", [requested], "downpaid", 7_500],
    ["everything in cash", [requested], "paid", 15_000],
    ["the rest after the card", [requested, received(), confirmed], "paid", 7_500],
    [
      "a mark taken back",
      [requested, { type: "PaymentMarked", data: { paymentStatus: "paid", amountCents: 15_000 } }],
      "failed",
      -15_000,
    ],
    ["a failed mark over card money", [requested, received(), confirmed], "failed", 0],
  ])("marks %s", (_, history, paymentStatus, amountCents) =>
    given(...history)
      .when({ type: "MarkPayment", paymentStatus })
      .expect({ type: "PaymentMarked", data: { paymentStatus, amountCents } }),
  );
  it("marking the current status changes nothing", () =>
    given(requested, received(), confirmed)
      .when({ type: "MarkPayment", paymentStatus: "downpaid" })
      .expectNothing());
});

describe("a refund", () => {
  const record: BookingCommand = { type: "RecordRefund", refundId: "refund-1", stripeRefundId: "re_1" };
  const issued: BookingEvent = {
    type: "RefundIssued",
    data: { refundId: "refund-1", amountCents: 7_500, via: "stripe", stripeRefundId: "re_1" },
  };
  const history = [requested, received(), cancelled, refundRequested("cancelled")];
  it("is recorded when the provider has issued it", () =>
    given(...history)
      .when(record)
      .expect(issued));
  it("is recorded once", () =>
    given(...history, issued)
      .when(record)
      .expectNothing());
  it("is not recorded if it was not requested", () => given(requested).when(record).expectNothing());
});

describe("the hour claims of a step", () => {
  const change = (before: BookingEvent[], ...events: BookingEvent[]) => {
    const { state } = given(...before);
    const after = events.reduce(evolve, state);
    return after.exists ? hourOperations(state, after, () => "holder") : undefined;
  };
  const both = { roomId: 1, hours: [at(10), at(11)] };
  const forGood = { heldUntil: null, holder: null };
  it("claim the hours with a hold", async () =>
    expect(await change([], requested)).toEqual([
      { operation: "claim", ...both, heldUntil: holdUntil, holder: "holder" },
    ]));
  it("end the hold when paid", async () =>
    expect(await change([requested], received(), confirmed)).toEqual([
      { operation: "keep", ...both, ...forGood },
    ]));
  it("release the hours at expiry", async () =>
    expect(await change([requested], expired)).toEqual([{ operation: "release", ...both }]));
  it("claim again when late money confirms", async () =>
    expect(await change([requested, expired], received(), confirmed)).toEqual([
      { operation: "claim", ...both, ...forGood },
    ]));
  it("do not change when only an intent opens", async () =>
    expect(await change([requested], intentOpened)).toEqual([]));
});
