import { describe, expect, it } from "vitest";
import { bookingAt } from "./own-booking-fixture.ts";
import { receiptOf } from "./receipt-lines.ts";

const booking = bookingAt(1, "2026-12-20T15:00:00.000Z");

describe("a receipt", () => {
  it("says what was booked by the hour, and what the downpayment leaves", () => {
    expect(receiptOf(booking)).toEqual({
      price: [{ label: "Classroom, 2 hours × $50.00", cents: 10_000 }],
      totalCents: 10_000,
      money: [{ label: "Downpayment received", cents: 5_000 }],
      paidCents: 5_000,
      dueCents: 5_000,
    });
  });

  it("tells the engineer's part of a half day from the room's", () => {
    const halfDay = {
      ...booking,
      bookingDuration: "half-day",
      hourCount: 4,
      engineerRequired: true,
      totalAmount: "470.00",
    } as const;
    expect(receiptOf(halfDay).price).toEqual([
      { label: "Classroom, half day (4 hours)", cents: 27_000 },
      { label: "Engineer", cents: 20_000 },
    ]);
  });

  it("tells what came in from what went back and what is on its way", () => {
    const cancelled = {
      ...booking,
      status: "cancelled",
      paidAmount: "55.00",
      refundedAmount: "45.00",
      refundUnderWayAmount: "50.00",
      dueAmount: "0.00",
    } as const;
    expect(receiptOf(cancelled)).toMatchObject({
      money: [
        { label: "Downpayment received", cents: 5_000 },
        { label: "Balance received", cents: 5_000 },
        { label: "Refunded", cents: -4_500 },
        { label: "Refund on its way", cents: -5_000 },
      ],
      paidCents: 500,
      dueCents: 0,
    });
  });
});
