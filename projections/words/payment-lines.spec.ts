/** Checks which payments and returns a receipt lists. */
import { expect, it } from "vitest";
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import { requestedBooking } from "../../core/testing/requested-booking.ts";
import { paymentLines } from "./payment-lines.ts";

const at = new Date("2026-12-20T15:00:00Z");

const linesOf = (...events: BookingEvent[]) =>
  paymentLines(
    events.map((event, i) => ({
      ...event,
      stream: "booking-1",
      id: 1,
      version: i + 1,
      at: { epoch: 1, xid: 1n, position: i + 1 },
      commandId: String(i),
      occurredAt: at,
      meta: { actor: { kind: "system" as const }, requestId: "test" },
    })),
  );

const paid: BookingEvent = { type: "AccountPaymentChanged", data: { paymentStatus: "paid" } };
const openAgain: BookingEvent = { type: "AccountPaymentChanged", data: { paymentStatus: "pending" } };

it("has what the invoices of a booking on account paid, and what they took back", () => {
  const onAccount = requestedBooking({ accountId: 1 });
  expect(linesOf(onAccount, paid, openAgain)).toEqual([
    { at, method: "invoice", cents: 15_000 },
    { at, method: "invoice", cents: -15_000 },
  ]);
  expect(linesOf(onAccount, paid, { type: "AccountCredited", data: { cents: 2_000 } })).toEqual([
    { at, method: "invoice", cents: 15_000 },
    { at, method: "invoice", cents: -2_000 },
  ]);
});

it("has the money of any other booking by its way", () => {
  const received: BookingEvent = {
    type: "DeskMoneyReceived",
    data: { method: "cash", amountCents: 5_000, paymentStatus: "pending" },
  };
  expect(linesOf(requestedBooking(), received)).toEqual([{ at, method: "cash", cents: 5_000 }]);
});
