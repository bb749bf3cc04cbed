import { describe, expect, it } from "vitest";
import { type CancelledBy, cancellationStages, refundOnCancellation } from "./refund-policy.ts";

const startsAt = new Date("2026-12-12T15:00:00Z");
const hoursAhead = (hours: number, ms = 0): Date => new Date(startsAt.getTime() - hours * 3_600_000 + ms);

// SPEC §9, cents: who cancels, when, received, refund of a booking whose downpayment is 75.00.
const CASES: [string, CancelledBy, Date, number, number][] = [
  ["24 h to the millisecond", "customer", hoursAhead(24), 7_500, 6_750],
  ["a millisecond under 24 h", "customer", hoursAhead(24, 1), 7_500, 3_750],
  ["12 h to the millisecond", "customer", hoursAhead(12), 7_500, 3_750],
  ["a millisecond under 12 h", "customer", hoursAhead(12, 1), 7_500, 0],
  ["after the start", "customer", hoursAhead(-1), 7_500, 0],
  ["paid in full, 24 h", "customer", hoursAhead(48), 15_000, 14_250],
  ["paid in full, 12 h: half the downpayment, and the balance", "customer", hoursAhead(13), 15_000, 11_250],
  ["paid in full, under 12 h: the balance", "customer", hoursAhead(1), 15_000, 7_500],
  ["paid in full, after the start", "customer", hoursAhead(0, 1), 15_000, 0],
  ["nothing received", "customer", hoursAhead(48), 0, 0],
  ["by the venue, at the last minute", "venue", hoursAhead(0), 7_500, 7_500],
  ["by the venue, nothing received", "venue", hoursAhead(48), 0, 0],
];

describe("refund on cancellation (SPEC §9)", () => {
  it.each(CASES)("%s by the %s", (_, cancelledBy, now, receivedCents, refund) => {
    expect(refundOnCancellation({ cancelledBy, receivedCents, downpaymentCents: 7_500, startsAt, now })).toBe(
      refund,
    );
  });
});

describe("the stages of a cancellation", () => {
  it("are two for a downpayment, earliest first", () => {
    expect(cancellationStages(startsAt, 6_000)).toEqual([
      { until: hoursAhead(24), refundCents: 5_400 },
      { until: hoursAhead(12), refundCents: 3_000 },
    ]);
  });
  it("have a third once more than the downpayment is paid", () => {
    expect(cancellationStages(startsAt, 15_000, 7_500)).toEqual([
      { until: hoursAhead(24), refundCents: 14_250 },
      { until: hoursAhead(12), refundCents: 11_250 },
      { until: startsAt, refundCents: 7_500 },
    ]);
  });
  it("are none while nothing is paid", () => {
    expect(cancellationStages(startsAt, 0)).toEqual([]);
  });
});
