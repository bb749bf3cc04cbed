import { describe, expect, it } from "vitest";
import { type CancelledBy, refundOnCancellation } from "./refund-policy.ts";

const startsAt = new Date("2026-12-12T15:00:00Z");
const before = (hours: number, ms = 0): Date => new Date(startsAt.getTime() - hours * 3_600_000 + ms);

// SPEC §9, cents: who cancels, when, received, refund of a booking whose downpayment is 75.00.
const CASES: [string, CancelledBy, Date, number, number][] = [
  ["24 h to the millisecond", "customer", before(24), 7_500, 6_750],
  ["a millisecond under 24 h", "customer", before(24, 1), 7_500, 3_750],
  ["12 h to the millisecond", "customer", before(12), 7_500, 3_750],
  ["a millisecond under 12 h", "customer", before(12, 1), 7_500, 0],
  ["after the start", "customer", before(-1), 7_500, 0],
  ["paid in full, 24 h", "customer", before(48), 15_000, 14_250],
  ["paid in full, 12 h", "customer", before(13), 15_000, 7_500],
  ["nothing received", "customer", before(48), 0, 0],
  ["by the venue, at the last minute", "venue", before(0), 7_500, 7_500],
  ["by the venue, nothing received", "venue", before(48), 0, 0],
];

describe("refund on cancellation (SPEC §9)", () => {
  it.each(CASES)("%s by the %s", (_, cancelledBy, now, receivedCents, refund) => {
    expect(refundOnCancellation({ cancelledBy, receivedCents, downpaymentCents: 7_500, startsAt, now })).toBe(
      refund,
    );
  });
});
