/** Checks the stages of a visit: from when each can be marked, after which other, and what a no-show forfeits. */

import { describe, expect, it } from "vitest";
import { specification } from "../../testing/decider-specification.ts";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { decide } from "../booking.ts";
import { hoursOf } from "../hold/hours.ts";
import type { VisitStage } from "../rules/statuses.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import { type BookingState, noBooking } from "../state/booking-state.ts";
import { refundDue } from "./own-cancellation.ts";
import type { VisitCommand } from "./visit.ts";

const { given } = specification({ initial: noBooking, evolve, decide });

const START = Date.parse("2026-12-12T15:00:00Z");
const minutes = (count: number): Date => new Date(START + count * 60_000);

const requested: BookingEvent = requestedBooking();
const paid: BookingEvent = {
  type: "DownpaymentReceived",
  data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 7_500 },
};
const confirmed: BookingEvent = { type: "BookingConfirmed", data: {} };
const begun: BookingEvent = { type: "VisitBegun", data: {} };
const ended: BookingEvent = { type: "VisitEnded", data: {} };
const missed: BookingEvent = { type: "VisitMissed", data: { freed: false } };
const freed: BookingEvent = { type: "VisitMissed", data: { freed: true } };
const undo = (after: number): VisitCommand => ({
  type: "UndoVisit",
  now: minutes(after),
  timeZone: "America/New_York",
});
const booked = [requested, paid, confirmed];

const at = (stage: VisitStage, after: number): VisitCommand => ({
  type: "NoteVisit",
  stage,
  now: minutes(after),
});

describe("a visit", () => {
  it("arrives from an hour before the start, once", () => {
    given(...booked)
      .when(at("arrived", -60))
      .expect(begun);
    given(...booked, begun)
      .when(at("arrived", 0))
      .expectNothing();
  });
  it("confirms an unpaid hold on arrival", () =>
    given(requested).when(at("arrived", 0)).expect(begun, confirmed));
  it("ends after it has begun", () =>
    given(...booked, begun)
      .when(at("left", -30))
      .expect(ended));
  it("is a no-show once it should have begun, and may still arrive", () => {
    given(...booked)
      .when(at("no-show", 0))
      .expect(missed);
    given(...booked, missed)
      .when(at("arrived", 40))
      .expect(begun);
  });
  it.each([
    ["more than an hour ahead", booked, at("arrived", -61), "VisitNotSo"],
    ["left before arrived", booked, at("left", 30), "VisitNotSo"],
    ["left by who never came", [...booked, missed], at("left", 30), "VisitNotSo"],
    ["arrived after left", [...booked, begun, ended], at("arrived", 30), "VisitNotSo"],
    ["no-show before the start", booked, at("no-show", -1), "VisitNotSo"],
    ["no-show of who has arrived", [...booked, begun], at("no-show", 30), "VisitNotSo"],
    ["no-show of who has left", [...booked, begun, ended], at("no-show", 30), "VisitNotSo"],
    [
      "arrived for what is cancelled",
      [...booked, { type: "BookingCancelled", data: { cancelledBy: "venue" } }],
      at("arrived", 0),
      "BookingCancelled",
    ],
  ] satisfies [string, BookingEvent[], VisitCommand, string][])("is not %s", (_, events, command, code) => {
    const decision = decide(command, events.reduce<BookingState>(evolve, noBooking));
    expect(decision).toMatchObject({ ok: false, rejection: { code } });
  });
  it("frees its hours as a no-show from 30 minutes on, or when it is marked again by then", () => {
    given(...booked)
      .when(at("no-show", 30))
      .expect(freed);
    given(...booked, missed)
      .when(at("no-show", 29))
      .expectNothing();
    given(...booked, missed)
      .when(at("no-show", 31))
      .expect(freed);
    expect(hoursOf([...booked, freed].reduce<BookingState>(evolve, noBooking))).toEqual([]);
    expect(hoursOf([...booked, freed, begun].reduce<BookingState>(evolve, noBooking))).toHaveLength(2);
  });
  it("can be noted as late, and arrives or does not come after that", () => {
    const late: BookingEvent = { type: "VisitDelayed", data: {} };
    given(...booked)
      .when(at("late", 5))
      .expect(late);
    given(...booked, late)
      .when(at("arrived", 20))
      .expect(begun);
    given(...booked, late)
      .when(at("no-show", 45))
      .expect(freed);
  });
  it.each([
    ["arrived", [begun], null],
    ["left", [begun, ended], "arrived"],
    ["no-show", [freed], null],
  ] satisfies [VisitStage, BookingEvent[], VisitStage | null][])(
    "returns from %s to the stage before, on its day",
    (stage, events, before) => {
      const undone: BookingEvent = { type: "VisitStageUndone", data: { stage } };
      given(...booked, ...events)
        .when(undo(120))
        .expect(undone);
      const state = [...booked, ...events, undone].reduce<BookingState>(evolve, noBooking);
      expect(state).toMatchObject({ visit: before, hoursFreed: false });
      const decision = decide(undo(24 * 60), [...booked, ...events].reduce<BookingState>(evolve, noBooking));
      expect(decision).toMatchObject({ ok: false, rejection: { code: "VisitNotSo" } });
    },
  );
  it("is not refunded after a no-show, even if the venue cancels", () => {
    const state = [...booked, missed].reduce<BookingState>(evolve, noBooking);
    if (!state.exists) throw new Error("no booking");
    expect(refundDue(state, "venue", minutes(60))).toBe(0);
  });
});
