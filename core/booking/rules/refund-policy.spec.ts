/** Checks the refund of a cancellation, by example and over random terms and times. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIRST_TERMS } from "../../venue/settings.ts";
import { type CancelledBy, cancellationStages, refundOnCancellation } from "./refund-policy.ts";

const startsAt = new Date("2026-12-12T15:00:00Z");
const hoursAhead = (hours: number, ms = 0): Date => new Date(startsAt.getTime() - hours * 3_600_000 + ms);

// In cents: who cancels, when, received, and the refund of a booking whose downpayment is 75.00 (decision 67).
const CASES: [string, CancelledBy, Date, number, number][] = [
  ["24 h to the millisecond", "customer", hoursAhead(24), 7_500, 6_750],
  ["a millisecond under 24 h", "customer", hoursAhead(24, 1), 7_500, 3_750],
  ["12 h to the millisecond", "customer", hoursAhead(12), 7_500, 3_750],
  ["a millisecond under 12 h", "customer", hoursAhead(12, 1), 7_500, 0],
  ["after the start", "customer", hoursAhead(-1), 7_500, 0],
  ["paid in full, 24 h", "customer", hoursAhead(48), 15_000, 14_250],
  ["paid in full, 12 h", "customer", hoursAhead(13), 15_000, 7_500],
  ["paid in full, under 12 h", "customer", hoursAhead(1), 15_000, 0],
  ["nothing received", "customer", hoursAhead(48), 0, 0],
  ["by the venue, at the last minute", "venue", hoursAhead(0), 7_500, 7_500],
  ["by the venue, nothing received", "venue", hoursAhead(48), 0, 0],
];

describe("the refund of a cancellation", () => {
  it.each(CASES)("%s by the %s", (_, cancelledBy, now, receivedCents, refund) => {
    expect(
      refundOnCancellation({
        cancelledBy,
        receivedCents,
        downpaymentCents: 7_500,
        startsAt,
        terms: FIRST_TERMS,
        now,
      }),
    ).toBe(refund);
  });
});

describe("the stages of a cancellation", () => {
  it("are two for a downpayment, earliest first", () => {
    expect(cancellationStages(startsAt, 6_000, 6_000, FIRST_TERMS)).toEqual([
      { until: hoursAhead(24), refundCents: 5_400 },
      { until: hoursAhead(12), refundCents: 3_000 },
    ]);
  });
  it("keep the fee of the downpayment only, and half of all that was paid", () => {
    expect(cancellationStages(startsAt, 15_000, 7_500, FIRST_TERMS)).toEqual([
      { until: hoursAhead(24), refundCents: 14_250 },
      { until: hoursAhead(12), refundCents: 7_500 },
    ]);
  });
  it("are empty while nothing is paid", () => {
    expect(cancellationStages(startsAt, 0, 0, FIRST_TERMS)).toEqual([]);
  });
});

describe("under any terms and at any moment, the refund", () => {
  const percent = fc.integer({ min: 0, max: 100 });
  const term = fc.record({
    hoursBefore: fc.integer({ min: 0, max: 400 }),
    refundPercent: percent,
    feePercent: percent,
  });
  const terms = fc
    .uniqueArray(term, { selector: ({ hoursBefore }) => hoursBefore, maxLength: 5 })
    .map((some) => some.toSorted((a, b) => b.hoursBefore - a.hoursBefore));
  const cents = fc.integer({ min: 0, max: 500_000 });

  it("is what the longest notice kept says, to the cent, and never more than was paid", () => {
    fc.assert(
      fc.property(
        terms,
        cents,
        cents,
        fc.integer({ min: -50, max: 500 }),
        (refundTerms, paid, down, hours) => {
          const now = hoursAhead(hours);
          const booking = {
            receivedCents: paid,
            downpaymentCents: down,
            startsAt,
            terms: { refundTerms },
            now,
          };
          const refund = refundOnCancellation({ ...booking, cancelledBy: "customer" });
          const kept = refundTerms.find(({ hoursBefore }) => hours >= hoursBefore);
          const back = kept ? Math.round((paid * kept.refundPercent) / 100) : 0;
          const fee = kept ? Math.round((Math.min(paid, down) * kept.feePercent) / 100) : 0;
          expect(refund).toBe(paid === 0 ? 0 : Math.max(0, back - fee));
          expect(refund).toBeLessThanOrEqual(paid);
          expect(refundOnCancellation({ ...booking, cancelledBy: "venue" })).toBe(paid);
        },
      ),
    );
  });
});
