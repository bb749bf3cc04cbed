/** Checks the lines of money on a customer's receipt. */
import { describe, expect, it } from "vitest";
import { bookingAt } from "./own-booking-fixture.ts";
import { receiptMoney } from "./receipt-money.ts";

const booking = bookingAt(1, "2026-12-20T15:00:00.000Z");

describe("the money on a receipt", () => {
  it("says how much the downpayment leaves to pay", () => {
    expect(receiptMoney(booking)).toEqual({
      lines: [{ text: "Downpayment received", amount: 5_000 }],
      paidCents: 5_000,
      dueCents: 5_000,
    });
  });

  it("lists what was received, what was refunded, and what is being refunded", () => {
    const cancelled = {
      ...booking,
      status: "cancelled",
      paidAmount: "55.00",
      refundedAmount: "45.00",
      refundUnderWayAmount: "50.00",
      dueAmount: "0.00",
    } as const;
    expect(receiptMoney(cancelled)).toEqual({
      lines: [
        { text: "Downpayment received", amount: 5_000 },
        { text: "Balance received", amount: 5_000 },
        { text: "Refunded", amount: -4_500 },
        { text: "Refund on its way", amount: -5_000 },
      ],
      paidCents: 500,
      dueCents: 0,
    });
  });
});
