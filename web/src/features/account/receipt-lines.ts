/** Owns what a booking's receipt says, line by line: what was booked, what was paid and what has gone back. Amounts are integer cents. */
import type { OwnBooking } from "../../../../bff/contract/customer.ts";
import { dollars, toCents } from "../../../../bff/contract/money.ts";
import { FULL_DAY_HOURS, HALF_DAY_HOURS, priceOf } from "../../../../bff/contract/pricing.ts";
import { hoursWords } from "../../format/counts.ts";
import { theHouse } from "../../format/the-house.ts";

export interface ReceiptLine {
  label: string;
  cents: number;
}

export interface Receipt {
  /** What the total is made of. */
  price: ReceiptLine[];
  totalCents: number;
  /** What was received, and below zero what went back or is on its way. */
  money: ReceiptLine[];
  paidCents: number;
  dueCents: number;
}

/** Of a room that is free only the engineer costs something: rates change, and are not asked what this booking cost. */
const FREE = { hourlyCents: 0, halfDayCents: 0, fullDayCents: 0 };

const cents = (amount: string): number => toCents(amount) ?? 0;

export function receiptOf(booking: OwnBooking): Receipt {
  const { bookingDuration: duration, hourCount, engineerRequired } = booking;
  const totalCents = cents(booking.totalAmount);
  const { engineerCents } = priceOf(FREE, { duration, hourCount, engineerRequired }, theHouse());
  const refunded = cents(booking.refundedAmount);
  const underWay = cents(booking.refundUnderWayAmount);
  const received = cents(booking.paidAmount) + refunded;
  const downpayment = Math.min(received, cents(booking.downpaymentAmount));
  const lines: ReceiptLine[] = [
    { label: "Downpayment received", cents: downpayment },
    { label: "Balance received", cents: received - downpayment },
    { label: "Refunded", cents: -refunded },
    { label: "Refund on its way", cents: -underWay },
  ];
  return {
    price: [
      { label: lengthWords(booking, totalCents - engineerCents), cents: totalCents - engineerCents },
      ...(engineerCents > 0 ? [{ label: "Engineer", cents: engineerCents }] : []),
    ],
    totalCents,
    money: lines.filter((line) => line.cents !== 0),
    paidCents: received - refunded - underWay,
    dueCents: cents(booking.dueAmount),
  };
}

function lengthWords({ roomName, bookingDuration, hourCount }: OwnBooking, roomCents: number): string {
  switch (bookingDuration) {
    case "hourly":
      return `${roomName}, ${hoursWords(hourCount)} × ${dollars(roomCents / hourCount)}`;
    case "half-day":
      return `${roomName}, half day (${HALF_DAY_HOURS} hours)`;
    case "full-day":
      return `${roomName}, full day (${FULL_DAY_HOURS} hours)`;
    default:
      return bookingDuration satisfies never;
  }
}
