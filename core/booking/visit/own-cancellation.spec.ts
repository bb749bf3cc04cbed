/** Checks what customers get back when they cancel, at each limit of the policy. */
import { describe, expect, it } from "vitest";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { instantAt } from "../../venue/time/venue-time.ts";
import { decide } from "../booking.ts";
import { owedOfDownpayment, owedOnceCancelled } from "../payment/on-account.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import { owedOnAccountCents } from "../state/booking-money.ts";
import { type Booking, noBooking } from "../state/booking-state.ts";
import { cancellationTerms, upcomingStages } from "./own-cancellation.ts";

const HOUR = 3_600_000;
const NEW_YORK = "America/New_York";

const requested = (startsAt: Date, totalCents: number): BookingEvent =>
  requestedBooking({
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + HOUR).toISOString(),
    hourCount: 1,
    totalCents,
    downpaymentCents: Math.round(totalCents / 2),
    holdUntil: "2026-01-01T00:00:00.000Z",
  });
const downpaid = (amountCents: number): BookingEvent => ({
  type: "DownpaymentReceived",
  data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents },
});
const paidAtVenue = (amountCents: number): BookingEvent => ({
  type: "PaymentMarked",
  data: { paymentStatus: "paid", amountCents },
});
const confirmed: BookingEvent = { type: "BookingConfirmed", data: {} };

const state = (...events: BookingEvent[]): Booking => {
  const booking = events.reduce(evolve, noBooking);
  if (!booking.exists) throw new Error("no booking");
  return booking;
};

/** What the command itself refunds: through the provider, and at the desk. */
function sentBack(booking: Booking, now: Date, statedRefundCents: number | null = null) {
  const decision = decide({ type: "CancelOwnBooking", statedRefundCents, now }, booking);
  if (!decision.ok) return decision.rejection.code;
  return decision.events.reduce(
    (sum, event) =>
      event.type === "RefundRequested" || event.type === "RefundIssued" ? sum + event.data.amountCents : sum,
    0,
  );
}

// Total, received, and the refund with 24 h and more, 12 to 24 h, and less: all cents (decision 67).
const AMOUNTS: [
  name: string,
  events: (total: number) => BookingEvent[],
  total: number,
  full: number,
  half: number,
][] = [
  ["a downpayment of 75.00", (total) => [downpaid(total / 2), confirmed], 15_000, 6_750, 3_750],
  ["a downpayment of 17.50", (total) => [downpaid(total / 2), confirmed], 3_500, 1_575, 875],
  ["an odd downpayment of 52.63", () => [downpaid(5_263), confirmed], 10_525, 4_737, 2_632],
  ["a downpayment of a cent", () => [downpaid(1), confirmed], 1, 1, 1],
  [
    "everything, half of it at the venue",
    () => [downpaid(7_500), confirmed, paidAtVenue(7_500)],
    15_000,
    14_250,
    7_500,
  ],
  ["everything at the venue", () => [confirmed, paidAtVenue(15_000)], 15_000, 14_250, 7_500],
  ["nothing", () => [], 15_000, 0, 0],
];
const STARTS: [string, Date][] = [
  ["in winter", instantAt("2026-12-12", 10, NEW_YORK)],
  ["the day after clocks went forward", instantAt("2026-03-09", 9, NEW_YORK)],
  ["the day after clocks went back", instantAt("2026-11-02", 9, NEW_YORK)],
  ["the day clocks go forward", instantAt("2026-04-24", 9, "Africa/Cairo")],
];

describe.each(STARTS)("a customer's own cancellation %s", (_, startsAt) => {
  const ahead = (ms: number): Date => new Date(startsAt.getTime() - ms);

  it.each(AMOUNTS)("with %s received", (_name, events, total, full, half) => {
    const booking = state(requested(startsAt, total), ...events(total));
    const cases: [Date, number][] = [
      [ahead(48 * HOUR), full],
      [ahead(24 * HOUR), full],
      [ahead(24 * HOUR - 1), half],
      [ahead(12 * HOUR), half],
      [ahead(12 * HOUR - 1), 0],
      [ahead(1), 0],
    ];
    for (const [now, refund] of cases) {
      expect(cancellationTerms(booking, now).refundCents).toBe(refund);
      expect(sentBack(booking, now)).toBe(refund);
      expect(sentBack(booking, now, refund)).toBe(refund);
    }
  });

  it("is stated beforehand, with the instant until which the refund applies", () => {
    const booking = state(requested(startsAt, 15_000), downpaid(7_500), confirmed);
    const holdsUntil = (ms: number) => cancellationTerms(booking, ahead(ms)).refundHoldsUntil;
    expect(holdsUntil(48 * HOUR)).toEqual(ahead(24 * HOUR));
    expect(holdsUntil(24 * HOUR)).toEqual(ahead(24 * HOUR));
    expect(holdsUntil(24 * HOUR - 1)).toEqual(ahead(12 * HOUR));
    expect(holdsUntil(12 * HOUR - 1)).toBeNull();
  });

  it("is refused if the refund is not the one that was stated", () => {
    const booking = state(requested(startsAt, 15_000), downpaid(7_500), confirmed);
    expect(sentBack(booking, ahead(24 * HOUR - 1), 6_750)).toBe("RefundChanged");
    expect(sentBack(booking, ahead(24 * HOUR - 1), 3_750)).toBe(3_750);
  });

  it("ends when the visit begins", () => {
    const booking = state(requested(startsAt, 15_000), downpaid(7_500), confirmed);
    expect(sentBack(booking, startsAt)).toBe("BookingOver");
    expect(
      sentBack(state(requested(startsAt, 15_000), { type: "BookingCompleted", data: {} }), ahead(HOUR)),
    ).toBe("BookingOver");
  });

  it("changes nothing the second time", () => {
    const booking = state(requested(startsAt, 15_000), downpaid(7_500), confirmed, {
      type: "BookingCancelled",
      data: { cancelledBy: "venue" },
    });
    expect(sentBack(booking, ahead(HOUR), 6_750)).toBe(0);
  });

  it("follows the visit when it has been moved", () => {
    const later = new Date(startsAt.getTime() + 48 * HOUR);
    const booking = state(requested(startsAt, 15_000), downpaid(7_500), confirmed, {
      type: "BookingRescheduled",
      data: { startsAt: later.toISOString(), endsAt: new Date(later.getTime() + HOUR).toISOString() },
    });
    expect(cancellationTerms(booking, ahead(-24 * HOUR)).refundCents).toBe(6_750);
    expect(cancellationTerms(booking, ahead(-24 * HOUR - 1)).refundCents).toBe(3_750);
  });
});

describe("cancelling a booking on account", () => {
  const startsAt = instantAt("2026-12-12", 10, NEW_YORK);
  const ahead = (ms: number): Date => new Date(startsAt.getTime() - ms);
  const first = requested(startsAt, 15_000);
  const asked = { ...first, data: { ...first.data, accountId: 7 } } as BookingEvent;
  const letOff: BookingEvent = { type: "AccountCredited", data: { cents: 1_000 } };

  /** What is owed then, or why it was not cancelled. */
  function owedAfter(events: BookingEvent[], now: Date, statedOwedCents: number | null = null) {
    const command = { type: "CancelOwnBooking", statedRefundCents: 0, statedOwedCents, now } as const;
    const decision = decide(command, state(...events));
    return decision.ok ? owedOnAccountCents(state(...events, ...decision.events)) : decision.rejection.code;
  }

  it.each([
    [
      [asked, confirmed],
      [750, 3_750, 7_500],
    ],
    [
      [asked, confirmed, letOff],
      [0, 2_750, 6_500],
    ],
  ])("owes what was told before, at each limit, also after a part was let off", (events, owed) => {
    const limits = [24 * HOUR, 24 * HOUR - 1, 12 * HOUR - 1];
    const told = limits.map((ms) => owedOnceCancelled(state(...events), "customer", ahead(ms)));
    expect(told).toEqual(owed);
    expect(limits.map((ms, at) => owedAfter(events, ahead(ms), owed[at]))).toEqual(owed);
  });

  it("is refused if more is owed than was stated", () => {
    expect(owedAfter([asked, confirmed], ahead(24 * HOUR - 1), 750)).toBe("RefundChanged");
    expect(owedAfter([asked, confirmed], ahead(24 * HOUR - 1))).toBe(3_750);
  });

  it("tells until when no more is owed", () => {
    const holdsUntil = (ms: number) => cancellationTerms(state(asked, confirmed), ahead(ms)).refundHoldsUntil;
    expect(holdsUntil(48 * HOUR)).toEqual(ahead(24 * HOUR));
    expect(holdsUntil(24 * HOUR - 1)).toEqual(ahead(12 * HOUR));
    expect(holdsUntil(12 * HOUR - 1)).toBeNull();
  });

  it("counts what was let off, when it tells until when no more is owed", () => {
    // Half of the price is let off: the first limits change nothing any more.
    const half: BookingEvent = { type: "AccountCredited", data: { cents: 3_750 } };
    const holdsUntil = (ms: number, ...events: BookingEvent[]) =>
      cancellationTerms(state(asked, confirmed, ...events), ahead(ms)).refundHoldsUntil;
    expect(holdsUntil(48 * HOUR, half)).toEqual(ahead(12 * HOUR));
    expect(holdsUntil(24 * HOUR - 1, half)).toEqual(ahead(12 * HOUR));
    expect(holdsUntil(48 * HOUR, half, half)).toBeNull();
  });

  it("is told stage by stage as what cancelling then leaves to owe", () => {
    for (const events of [
      [asked, confirmed],
      [asked, confirmed, letOff],
    ]) {
      const booking = state(...events);
      for (const { until, refundCents } of upcomingStages(booking, 0, ahead(48 * HOUR))) {
        expect(owedOfDownpayment(booking, refundCents)).toBe(owedAfter(events, until));
      }
      expect(owedOfDownpayment(booking, 0)).toBe(owedAfter(events, ahead(HOUR)));
    }
  });
});

describe("the refund of a cancellation, stage by stage", () => {
  const startsAt = instantAt("2026-12-12", 10, NEW_YORK);
  const ahead = (ms: number): Date => new Date(startsAt.getTime() - ms);
  const booking = state(requested(startsAt, 15_000), downpaid(7_500), confirmed);
  const stages = [
    { until: ahead(24 * HOUR), refundCents: 6_750 },
    { until: ahead(12 * HOUR), refundCents: 3_750 },
  ];

  it("is what cancelling refunds at each limit", () => {
    expect(upcomingStages(booking, 7_500, ahead(48 * HOUR))).toEqual(stages);
    for (const { until, refundCents } of stages) expect(sentBack(booking, until)).toBe(refundCents);
  });
  it("leaves out what is past, to the millisecond", () => {
    expect(upcomingStages(booking, 7_500, ahead(24 * HOUR))).toEqual(stages);
    expect(upcomingStages(booking, 7_500, ahead(24 * HOUR - 1))).toEqual(stages.slice(1));
    expect(upcomingStages(booking, 7_500, ahead(12 * HOUR - 1))).toEqual([]);
  });
  it("is computed from the downpayment while nothing is paid, then from all that is paid", () => {
    const unpaid = state(requested(startsAt, 15_000));
    expect(upcomingStages(unpaid, 0, ahead(48 * HOUR))).toEqual(stages);
    const full = upcomingStages(booking, 15_000, ahead(48 * HOUR)).map(({ refundCents }) => refundCents);
    expect(full).toEqual([14_250, 7_500]);
  });
  it("is empty once the booking is cancelled or completed", () => {
    for (const status of ["cancelled", "completed"] as const)
      expect(upcomingStages({ ...booking, status }, 7_500, ahead(48 * HOUR))).toEqual([]);
  });
});
