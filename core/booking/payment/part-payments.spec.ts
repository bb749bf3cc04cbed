/** Checks that a booking's payment status follows its money: paid in part or by several methods, marked, moved, refunded. */
import { describe, expect, it } from "vitest";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { TEST_TERMS } from "../../testing/terms.ts";
import { FIRST_SCHEDULE } from "../../venue/time/opening-hours.ts";
import { amountDue, type BookingChange, decide } from "../booking.ts";
import { downpaymentOf } from "../rules/pricing.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import {
  deskReturnDueCents,
  dueCents,
  keptCents,
  paidCents,
  receivedCents,
  remainingCents,
} from "../state/booking-money.ts";
import { type BookingState, noBooking } from "../state/booking-state.ts";
import { isBalancePayable } from "./balance.ts";
import { receiptOf } from "./receipt.ts";

const now = new Date("2026-12-01T15:00:00Z");
const late = new Date("2026-12-01T15:31:00Z");
const TOTAL = 15_000;
const DOWN = 7_500;
const rates = { hourlyCents: 7_500, halfDayCents: 28_000, fullDayCents: 52_000 };

const requested = (changes: Parameters<typeof requestedBooking>[0] = {}) =>
  requestedBooking({
    totalCents: TOTAL,
    downpaymentCents: DOWN,
    terms: { ...TEST_TERMS, rates },
    ...changes,
  });

/** The booking after commands one after the other; a refusal ends the test. */
function made(...commands: BookingChange[]) {
  return madeFrom(requested(), ...commands);
}
function madeFrom(request: BookingEvent, ...commands: BookingChange[]) {
  let state: BookingState = evolve(noBooking, request);
  for (const command of commands) {
    const decision = decide(command, state);
    if (!decision.ok) throw new Error(`${command.type}: ${decision.rejection.code}`);
    state = decision.events.reduce(evolve, state);
  }
  if (!state.exists) throw new Error("no booking");
  return state;
}

const cash = (amountCents: number): BookingChange => ({ type: "ReceiveAtDesk", method: "cash", amountCents });
const handBack = (amountCents: number): BookingChange => ({
  type: "ReturnAtDesk",
  method: "cash",
  amountCents,
});
const open = (id: string, amountCents = DOWN, purpose: "downpayment" | "balance" = "downpayment") =>
  ({ type: "OpenPaymentIntent", paymentIntentId: id, amountCents, purpose, replaces: null, now }) as const;
const card = (id: string, amountCents = DOWN, at = now): BookingChange => ({
  type: "ReceiveDownpayment",
  paymentIntentId: id,
  chargeId: null,
  amountCents,
  hoursAvailable: true,
  now: at,
});
const balanceByCard = (id: string, amountCents: number): BookingChange => ({
  type: "ReceiveBalance",
  paymentIntentId: id,
  chargeId: null,
  amountCents,
  now,
});
const mark = (paymentStatus: "downpaid" | "paid" | "failed"): BookingChange => ({
  type: "MarkPayment",
  paymentStatus,
});
const refund = (amountCents: number): BookingChange => ({
  type: "RefundCardMoney",
  amountCents,
  reasonId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a22",
  now,
});
const moveTo = (hourlyCents: number, withdrawnIntentId: string | null = null): BookingChange => ({
  type: "MoveBooking",
  startsAt: new Date("2026-12-12T15:00:00Z"),
  endsAt: null,
  room: {
    id: 2,
    retired: false,
    capacity: 8,
    engineerAvailable: false,
    rates: { ...rates, hourlyCents },
  },
  withdrawnIntentId,
  now,
  timeZone: "America/New_York",
  opening: FIRST_SCHEDULE,
});
const disputed = (amountCents: number): BookingChange => ({
  type: "RecordDispute",
  disputeId: "du_1",
  paymentIntentId: "pi_1",
  chargeId: null,
  amountCents,
  reasonCode: null,
  stage: "open",
});

describe("cash below the downpayment", () => {
  it("counts toward it when the open card payment is paid: the booking is confirmed", () => {
    const booking = made(open("pi_1"), cash(2_000), card("pi_1"));
    expect(booking).toMatchObject({ status: "confirmed", paymentStatus: "downpaid", refunds: {} });
    expect([receivedCents(booking), dueCents(booking)]).toEqual([9_500, 5_500]);
  });
  it("leaves the rest of the downpayment, and then the balance, to a card", () => {
    const held = made(cash(2_000));
    expect(amountDue(held, "downpayment", now)).toEqual({ ok: true, cents: 5_500 });
    expect(held).toMatchObject({ status: "pending", paymentStatus: "pending" });
    const confirmed = made(cash(2_000), open("pi_1", 5_500), card("pi_1", 5_500));
    expect(confirmed).toMatchObject({ status: "confirmed", paymentStatus: "downpaid" });
    expect(amountDue(confirmed, "balance", now)).toEqual({ ok: true, cents: 7_500 });
  });
  it("is taken into account: the card is refunded what is paid beyond the total", () => {
    const all = { ...requested({ downpaymentCents: TOTAL }) };
    const booking = madeFrom(all, open("pi_1", TOTAL), cash(2_000), card("pi_1", TOTAL));
    expect(booking).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
    expect(booking.refunds["refund-1"]).toMatchObject({ paymentIntentId: "pi_1", amountCents: 2_000 });
    expect([keptCents(booking), dueCents(booking), deskReturnDueCents(booking)]).toEqual([TOTAL, 0, 0]);
  });
  it("makes a card's payment useless once it has reached the downpayment", () => {
    const booking = made(open("pi_1"), cash(DOWN), card("pi_1"));
    expect(booking).toMatchObject({ status: "confirmed", paymentStatus: "downpaid" });
    expect(booking.refunds["refund-1"]).toMatchObject({ amountCents: DOWN });
  });
  it("makes the rest by card a wrong amount if it was returned meanwhile", () => {
    const booking = made(cash(2_000), open("pi_1", 5_500), handBack(2_000), card("pi_1", 5_500));
    expect(booking).toMatchObject({ status: "pending", paymentStatus: "pending", mistaken: ["pi_1"] });
    expect(keptCents(booking)).toBe(0);
  });
});

describe("an amount that is less than the provider charges a card", () => {
  const tiny = (changes: Parameters<typeof requested>[0]) => madeFrom(requested(changes));
  const tooLittle = { ok: false, rejection: { code: "TooLittleForCard" } };

  it("is not asked for at booking: the share is zero, and the booking waits for nothing", () => {
    expect(downpaymentOf(98, { downpaymentPercent: 50 })).toBe(0);
    expect(downpaymentOf(99, { downpaymentPercent: 50 })).toBe(50);
  });
  it("can be the rest of a downpayment that the desk received in part", () => {
    const held = made(cash(DOWN - 49));
    expect(amountDue(held, "downpayment", now)).toMatchObject(tooLittle);
    expect(decide(open("pi_1", 49), held)).toMatchObject(tooLittle);
    expect(amountDue(made(cash(DOWN - 50)), "downpayment", now)).toEqual({ ok: true, cents: 50 });
  });
  it("can be the rest of a balance, which no button offers", () => {
    const booking = made(card("pi_1"), cash(TOTAL - DOWN - 49));
    expect(amountDue(booking, "balance", now)).toMatchObject(tooLittle);
    expect(isBalancePayable(booking, paidCents(booking), now)).toBe(false);
  });
  it("can be a downpayment that older code asked for, too small for any card", () => {
    expect(amountDue(tiny({ totalCents: 60, downpaymentCents: 30 }), "downpayment", now)).toMatchObject(
      tooLittle,
    );
  });
  it("is not in question for a free booking, nor for one without a downpayment, whose balance a card can pay", () => {
    const free = tiny({ totalCents: 0, downpaymentCents: 0 });
    expect(amountDue(free, "downpayment", now)).toMatchObject({ rejection: { code: "NothingDue" } });
    expect(amountDue(free, "balance", now)).toMatchObject({ rejection: { code: "AlreadyPaid" } });
    const small = tiny({ totalCents: 90, downpaymentCents: 0 });
    expect(amountDue(small, "downpayment", now)).toMatchObject({ rejection: { code: "NothingDue" } });
    expect(amountDue(small, "balance", now)).toEqual({ ok: true, cents: 90 });
  });
});

describe("a refunded downpayment", () => {
  it("no longer counts: a second one changes nothing, and a late one leaves a released booking unpaid", () => {
    expect(made(card("pi_1"), card("pi_2"))).toMatchObject({ paymentStatus: "downpaid" });
    const released = made(open("pi_1"), { type: "ReleaseHold" }, card("pi_1"));
    expect(released).toMatchObject({ status: "cancelled", paymentStatus: "pending" });
    const again = made(open("pi_1"), { type: "ReleaseHold" }, card("pi_1"), { type: "ConfirmBooking" });
    expect(again).toMatchObject({ status: "confirmed", paymentStatus: "pending" });
    expect(dueCents(again)).toBe(TOTAL);
  });
  it("is due again if staff refunded it, and can be paid again by card", () => {
    const booking = made(card("pi_1"), refund(DOWN));
    expect(booking).toMatchObject({ status: "confirmed", paymentStatus: "pending" });
    expect(amountDue(booking, "downpayment", now)).toEqual({ ok: true, cents: DOWN });
  });
  it("no longer counts if the booking was cancelled and staff confirm it again", () => {
    const booking = made(
      card("pi_1"),
      { type: "CancelBooking", cancelledBy: "venue", now },
      { type: "ConfirmBooking" },
    );
    expect(booking).toMatchObject({ status: "confirmed", paymentStatus: "pending" });
  });
});

describe("a mark", () => {
  const HALF = requested({ totalCents: 7_000, downpaymentCents: 3_500 });
  it("of a failed payment leaves counted cash as it is: it can be returned", () => {
    const booking = madeFrom(HALF, cash(7_000), mark("failed"));
    expect(booking.paymentStatus).toBe("failed");
    expect(receivedCents(booking)).toBe(7_000);
    expect(keptCents(madeFrom(HALF, cash(7_000), mark("failed"), handBack(7_000)))).toBe(0);
  });
  it("of a downpayment leaves counted cash too", () =>
    expect(receivedCents(madeFrom(HALF, cash(7_000), mark("downpaid")))).toBe(7_000));
  it("takes back what an earlier mark added, and no more", () => {
    expect(receivedCents(madeFrom(HALF, cash(1_000), mark("paid")))).toBe(7_000);
    expect(receivedCents(madeFrom(HALF, cash(1_000), mark("paid"), mark("failed")))).toBe(1_000);
  });
});

describe("a move to another price", () => {
  it("confirms the booking if it is then paid: it never expires", () => {
    const booking = made(cash(4_000), moveTo(1_750));
    expect(booking).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
    expect([dueCents(booking), deskReturnDueCents(booking)]).toEqual([0, 500]);
    expect(decide({ type: "ExpireBooking", now: late }, booking)).toEqual({ ok: true, events: [] });
  });
  it("confirms the booking if the downpayment is then reached", () =>
    expect(made(cash(4_000), moveTo(3_000))).toMatchObject({
      status: "confirmed",
      paymentStatus: "downpaid",
    }));
  it("leaves what is due, which is also what remains", () => {
    const booking = made(card("pi_1"), moveTo(10_000));
    expect([dueCents(booking), remainingCents(booking)]).toEqual([12_500, 12_500]);
  });
});

describe("the remaining balance", () => {
  it("is the total less the downpayment while nothing is paid, then what is due", () => {
    expect(remainingCents(made())).toBe(TOTAL - DOWN);
    expect(remainingCents(made(card("pi_1")))).toBe(TOTAL - DOWN);
    expect(remainingCents(made(card("pi_1"), cash(2_000)))).toBe(5_500);
    expect(remainingCents(made(card("pi_1"), refund(1_000)))).toBe(8_500);
    expect(remainingCents(made(card("pi_1"), { type: "CancelBooking", cancelledBy: "venue", now }))).toBe(0);
  });
});

it("can be paid by an intent that was opened before cash came in, and the card is refunded the rest", () => {
  const booking = made(
    card("pi_1"),
    { ...open("pi_2", DOWN, "balance"), replaces: null },
    cash(2_000),
    balanceByCard("pi_2", DOWN),
  );
  expect(booking).toMatchObject({ paymentStatus: "paid" });
  expect(booking.refunds["refund-1"]).toMatchObject({ paymentIntentId: "pi_2", amountCents: 2_000 });
  expect([keptCents(booking), dueCents(booking)]).toEqual([TOTAL, 0]);
});

it("is shown on a receipt, with what a dispute withholds and what is due with it", () => {
  const booking = made(card("pi_1"), disputed(DOWN));
  expect(receiptOf(booking)).toMatchObject({
    receivedCents: DOWN,
    returnedCents: DOWN,
    disputedCents: DOWN,
    balanceCents: TOTAL,
  });
  expect(dueCents(booking)).toBe(TOTAL);
});

describe("a holder's change of a hold", () => {
  const change = (hours: { endsAt?: string; startsAt?: string; hourCount?: number }): BookingChange => ({
    type: "ChangeHold",
    hours: {
      startDate: "2026-12-12",
      startsAt: new Date(hours.startsAt ?? "2026-12-12T15:00:00Z"),
      endsAt: new Date(hours.endsAt ?? "2026-12-12T17:00:00Z"),
      duration: "hourly",
      hourCount: hours.hourCount ?? 2,
      quoted: { totalCents: 50_000, downpaymentCents: 25_000, remainingCents: 25_000 },
    },
    room: { bookable: true, rates, capacity: 10, engineerAvailable: true },
    withdrawnIntentId: null,
    now,
    timeZone: "America/New_York",
    opening: FIRST_SCHEDULE,
  });
  const agreed = requested({
    totalCents: 50_000,
    downpaymentCents: 25_000,
    priceReasonId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a33",
  });
  it("keeps the price that staff agreed, for the same hours and for others of the same length", () => {
    expect(madeFrom(agreed, change({}))).toMatchObject({ totalCents: 50_000, downpaymentCents: 25_000 });
    const other = { startsAt: "2026-12-12T18:00:00Z", endsAt: "2026-12-12T20:00:00Z" };
    expect(madeFrom(agreed, change(other))).toMatchObject({
      totalCents: 50_000,
      downpaymentCents: 25_000,
    });
  });
  it("with another length is left to the venue to price", () => {
    const longer = change({ endsAt: "2026-12-12T18:00:00Z", hourCount: 3 });
    const decision = decide(longer, madeFrom(agreed));
    expect(decision.ok ? null : decision.rejection.code).toBe("PriceAgreed");
  });
});
