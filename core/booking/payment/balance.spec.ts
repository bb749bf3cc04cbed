/** Checks when the balance can be paid by card, and what a captured balance means. */
import { describe, expect, it } from "vitest";
import { specification } from "../../testing/decider-specification.ts";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { type BookingCommand, decide } from "../booking.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import { noBooking } from "../state/booking-state.ts";
import { balanceDueCents } from "./balance.ts";

const { given } = specification({ initial: noBooking, evolve, decide });

const now = new Date("2026-12-01T15:00:00Z");
const startsAt = new Date("2026-12-12T15:00:00Z");
const endsAt = new Date("2026-12-12T17:00:00Z");

const requested: BookingEvent = requestedBooking({
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  attendees: 4,
  totalCents: 15_001,
  downpaymentCents: 7_501,
});
const confirmed: BookingEvent = { type: "BookingConfirmed", data: {} };
const cancelled: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "customer" } };
const downpaid: BookingEvent[] = [
  requested,
  { type: "DownpaymentReceived", data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 7_501 } },
  confirmed,
];
const marked = (paymentStatus: "downpaid" | "paid" | "failed", amountCents: number): BookingEvent => ({
  type: "PaymentMarked",
  data: { paymentStatus, amountCents },
});
const balance = (settles = true): BookingEvent => ({
  type: "BalanceReceived",
  data: { paymentIntentId: "pi_2", chargeId: "ch_2", amountCents: 7_500, settles },
});
const backBecause = (
  reason: "late-payment" | "duplicate-payment" | "wrong-amount" | "cancelled",
  amountCents = 7_500,
  { refundId = "refund-1", paymentIntentId = "pi_2" } = {},
): BookingEvent => ({
  type: "RefundRequested",
  data: { refundId, paymentIntentId, amountCents, reason, at: now.toISOString() },
});

const open = (changes: object = {}): BookingCommand => ({
  type: "OpenPaymentIntent",
  purpose: "balance",
  amountCents: 7_500,
  paymentIntentId: "pi_2",
  replaces: null,
  now,
  ...changes,
});
const receive = (amountCents = 7_500, at = now): BookingCommand => ({
  type: "ReceiveBalance",
  paymentIntentId: "pi_2",
  chargeId: "ch_2",
  amountCents,
  now: at,
});

describe("opening the balance's payment", () => {
  it("asks for what the downpayment left, to the cent", () =>
    given(...downpaid)
      .when(open())
      .expect({
        type: "PaymentIntentOpened",
        data: { paymentIntentId: "pi_2", amountCents: 7_500, purpose: "balance" },
      }));
  it("is refused if the amount is not what is due by now", () =>
    given(...downpaid)
      .when(open({ amountCents: 7_501 }))
      .expectRefused("ConcurrentChange"));
  it("is refused before the downpayment is paid", () =>
    given(requested).when(open()).expectRefused("DownpaymentDue"));
  it("is refused once staff have taken it at the desk", () =>
    given(...downpaid, marked("paid", 7_500))
      .when(open())
      .expectRefused("AlreadyPaid"));
  it("is refused for a cancelled booking", () =>
    given(...downpaid, cancelled)
      .when(open())
      .expectRefused("BookingCancelled"));
  it("is possible for a week after the visit", () => {
    const week = 7 * 24 * 3_600_000;
    const dayOf = (ms: number) => open({ now: new Date(endsAt.getTime() + ms) });
    given(...downpaid)
      .when(dayOf(week))
      .expectRefused("BookingOver");
    expect(decide(dayOf(week - 1), given(...downpaid).state)).toMatchObject({ ok: true });
  });
});

describe("a captured balance", () => {
  it("makes the booking paid, once", () => {
    given(...downpaid)
      .when(receive())
      .expect(balance());
    given(...downpaid, balance())
      .when(receive())
      .expectNothing();
    const { state } = given(...downpaid, balance());
    expect(state).toMatchObject({ paymentStatus: "paid", status: "confirmed" });
    expect(state.exists && balanceDueCents(state)).toBe(0);
  });
  it("is refunded if the desk was faster", () =>
    given(...downpaid, marked("paid", 7_500))
      .when(receive())
      .expect(balance(false), backBecause("duplicate-payment")));
  it("stays if the desk marks the booking as paid after it", () =>
    given(...downpaid, balance())
      .when({ type: "MarkPayment", paymentStatus: "paid" })
      .expectNothing());
  it("is refunded if the booking was cancelled meanwhile, which is then not called paid", () => {
    given(...downpaid, cancelled)
      .when(receive())
      .expect(balance(false), backBecause("late-payment"));
    expect(given(...downpaid, cancelled, balance(false)).state).toMatchObject({ paymentStatus: "downpaid" });
  });
  it("is refunded if the downpayment was refunded", () =>
    given(requested, marked("downpaid", 7_501), marked("failed", -7_501))
      .when(receive())
      .expect(balance(false), backBecause("late-payment")));
  it("pays for nothing if its amount is wrong", () =>
    given(...downpaid)
      .when(receive(100))
      .expect(
        {
          type: "UnexpectedPaymentReceived",
          data: { paymentIntentId: "pi_2", chargeId: "ch_2", amountCents: 100, expectedCents: 7_500 },
        },
        backBecause("wrong-amount", 100),
      ));
  it("is accepted however late it arrives: a debt does not lapse", () =>
    given(...downpaid, { type: "BookingCompleted", data: {} })
      .when(receive(7_500, new Date("2027-03-01T00:00:00Z")))
      .expect(balance()));
});

describe("cancelling a fully paid booking", () => {
  const back = (first: number, second: number): BookingEvent[] => [
    backBecause("cancelled", first, { refundId: "refund-1", paymentIntentId: "pi_1" }),
    backBecause("cancelled", second, { refundId: "refund-2", paymentIntentId: "pi_2" }),
  ];
  it("refunds a customer the whole balance, and the downpayment less its fee", () =>
    given(...downpaid, balance())
      .when({ type: "CancelOwnBooking", statedRefundCents: 14_251, now })
      .expect(cancelled, ...back(7_501, 6_750)));
  it("refunds everything if the venue cancels", () =>
    given(...downpaid, balance())
      .when({ type: "CancelBooking", cancelledBy: "venue", now })
      .expect({ type: "BookingCancelled", data: { cancelledBy: "venue" } }, ...back(7_501, 7_500)));
});
