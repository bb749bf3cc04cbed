/** Checks how a booking is requested, declined, expired, marked and cancelled, and which hours each step claims. */
import { describe, expect, it } from "vitest";
import { TEST_TERMS } from "../testing/terms.ts";
import { FIRST_SCHEDULE } from "../venue/time/opening-hours.ts";
import { type BookingCommand, decide } from "./booking.ts";
import {
  at,
  cancelled,
  confirmed,
  expired,
  given,
  holdUntil,
  intentOpened,
  later,
  now,
  received,
  refundRequested,
  requested,
  zone,
} from "./booking-fixture.ts";
import { hourOperations } from "./hold/hours.ts";
import type { BookingEvent } from "./state/booking-events.ts";
import { evolve } from "./state/booking-evolve.ts";
import { noBooking } from "./state/booking-state.ts";
import { bookingStream } from "./state/booking-stream.ts";

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
  terms: TEST_TERMS,
  context: { now, timeZone: zone, opening: FIRST_SCHEDULE, capacity: 8, engineerAvailable: false },
  personId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
  userId: null,
  heldBy: "mailbox",
  eventType: "Recording Session",
  holdUntil,
});

const completed: BookingEvent = { type: "BookingCompleted", data: {} };

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
