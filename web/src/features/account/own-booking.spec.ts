import { describe, expect, it } from "vitest";
import type { OwnBooking } from "../../../../bff/contract/customer.ts";
import { splitByTime, visitWords } from "./own-booking.ts";

const NOW = new Date("2026-12-12T15:00:00.000Z");

function bookingAt(id: number, startTime: string): OwnBooking {
  return {
    id,
    roomId: 1,
    roomName: "Classroom",
    roomSlug: "classroom",
    userId: 1,
    firstName: "Nina",
    lastName: "Simone",
    email: "nina@example.test",
    phone: null,
    startTime,
    endTime: new Date(Date.parse(startTime) + 7_200_000).toISOString(),
    timeZone: "America/New_York",
    eventType: "Rehearsal",
    attendees: null,
    specialRequirements: null,
    engineerRequired: false,
    bookingDuration: "hourly",
    hourCount: 2,
    totalAmount: "100.00",
    downpaymentAmount: "50.00",
    remainingAmount: "50.00",
    paidAmount: "50.00",
    refundedAmount: "0.00",
    refundUnderWayAmount: "0.00",
    dueAmount: "50.00",
    balancePayable: true,
    paymentStatus: "downpaid",
    stripeChargeId: null,
    status: "confirmed",
    createdAt: "2026-12-01T15:00:00.000Z",
    holdUntil: null,
    cancellable: true,
    reschedulable: true,
    rescheduleUntil: "2027-02-10",
    feedback: "none",
  };
}

describe("a customer's bookings", () => {
  it("are upcoming only when they start after now, the soonest first; the past's latest first", () => {
    const bookings = [
      bookingAt(1, "2026-12-20T15:00:00.000Z"),
      bookingAt(2, "2026-12-12T15:00:00.001Z"),
      bookingAt(3, "2026-12-12T15:00:00.000Z"),
      bookingAt(4, "2026-11-01T15:00:00.000Z"),
      bookingAt(5, "2026-12-12T14:00:00.000Z"),
    ];
    const { upcoming, past } = splitByTime(bookings, NOW);
    expect(upcoming.map(({ id }) => id)).toEqual([2, 1]);
    expect(past.map(({ id }) => id)).toEqual([3, 5, 4]);
  });

  it("are told in the venue's day and clock", () => {
    expect(visitWords(bookingAt(1, "2026-12-13T01:00:00.000Z"))).toBe(
      "Saturday, December 12, 8:00 PM – 10:00 PM",
    );
  });
});
