/** Checks that visitors read the terms that the venue has set, and the original wording before it has set any. */
import { describe, expect, it } from "vitest";
import { INITIAL_VENUE } from "../../../../bff/contract/venue/initial-venue.ts";
import {
  dueSentence,
  hasInitialRefundTerms,
  paidSentence,
  refundRows,
  refundSentence,
} from "./venue-terms.ts";

const term = (hoursBefore: number, refundPercent: number, feePercent = 0) => ({
  hoursBefore,
  refundPercent,
  feePercent,
});

describe("what is refunded", () => {
  it("has the original wording for the first terms", () => {
    expect(hasInitialRefundTerms(INITIAL_VENUE.refundTerms)).toBe(true);
    expect(refundSentence(INITIAL_VENUE.refundTerms)).toContain("minus a 10% processing fee");
  });

  it.each([
    [
      [term(48, 100), term(24, 50)],
      "Cancelled with 48 hours or more: full refund; 24 to 48 hours: 50% refund; under 24 hours: no refund.",
    ],
    [
      [term(1, 80, 5)],
      "Cancelled with 1 hour or more: 80% refund, minus 5% of the downpayment as a processing fee; under 1 hour: no refund.",
    ],
    [[term(0, 100)], "Cancelled until it begins: full refund."],
    [[term(2, 100), term(0, 50)], "Cancelled with 2 hours or more: full refund; 0 to 2 hours: 50% refund."],
    [[], "Cancelled at any time: no refund."],
  ])("is written as a sentence for %j", (terms, sentence) => {
    expect(refundSentence(terms)).toBe(sentence);
    expect(hasInitialRefundTerms(terms)).toBe(false);
  });

  it("has a row for each notice", () => {
    expect(refundRows([term(48, 100), term(24, 0)])).toEqual([
      { notice: "48 hours or more", refund: "Full refund" },
      { notice: "24 to 48 hours", refund: "No refund" },
      { notice: "Under 24 hours", refund: "No refund" },
    ]);
  });
});

it.each([
  [
    50,
    "50% of the total is due as a downpayment when you book, by card. The remaining 50% is due on arrival at the venue.",
    "Half of the total is paid when you book, the other half when you arrive.",
  ],
  [
    30,
    "30% of the total is due as a downpayment when you book, by card. The remaining 70% is due on arrival at the venue.",
    "30% of the total is paid when you book, the rest when you arrive.",
  ],
  [
    100,
    "The total is due when you book, by card. Nothing is left to pay on arrival.",
    "The total is paid when you book.",
  ],
  [
    0,
    "Nothing is due when you book. The total is due on arrival at the venue.",
    "Nothing is paid when you book; the total is paid when you arrive.",
  ],
])("tells what is due and what is paid with a downpayment of %i%%", (percent, due, paid) => {
  expect(dueSentence(percent)).toBe(due);
  expect(paidSentence(percent)).toBe(paid);
});
