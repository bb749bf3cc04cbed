/** Makes random histories of a booking's money with its own commands, and adds up their events independently. Integer cents. */

import fc from "fast-check";
import { type BookingChange, decide } from "../booking/booking.ts";
import { DESK_METHODS, type DeskMethod } from "../booking/rules/statuses.ts";
import type { BookingEvent } from "../booking/state/booking-events.ts";
import { evolve } from "../booking/state/booking-evolve.ts";
import { keptCents } from "../booking/state/booking-money.ts";
import { type Booking, noBooking, unpaidIntentId } from "../booking/state/booking-state.ts";
import { FIRST_SCHEDULE } from "../venue/time/opening-hours.ts";
import { instantAt } from "../venue/time/venue-time.ts";
import { requestedBooking } from "./requested-booking.ts";
import { TEST_TERMS } from "./terms.ts";

const TIME_ZONE = "America/New_York";
const DAY = "2026-12-12";
const NOW = new Date("2026-12-01T15:00:00Z");
const REASON = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a22";
const at = (hour: number): Date => instantAt(DAY, hour, TIME_ZONE);

const rates = { hourlyCents: 7_501, halfDayCents: 28_000, fullDayCents: 52_000 };
const STUDIO = { id: 1, retired: false, capacity: 8, engineerAvailable: false, rates };
const ROOMS = [
  STUDIO,
  { ...STUDIO, id: 2, rates: { ...rates, hourlyCents: 12_033 } },
  { ...STUDIO, id: 3, rates: { ...rates, hourlyCents: 2_599 } },
];

const REQUESTED: BookingEvent = requestedBooking({
  startsAt: at(10).toISOString(),
  endsAt: at(12).toISOString(),
  totalCents: 15_002,
  downpaymentCents: 7_501,
  terms: { ...TEST_TERMS, taxPercent: 8.875, rates },
});

/** One thing that may happen; a refused command changes nothing. */
const step = fc.record({
  kind: fc.constantFrom(
    "receive",
    "return",
    "refund",
    "downpay",
    "balance",
    "move",
    "move",
    "reduce",
    "issue",
    "cancel-venue",
    "cancel-customer",
    "confirm",
    "no-show",
    "mark-downpaid",
    "mark-paid",
    "mark-failed",
  ),
  cents: fc.integer({ min: 1, max: 9_000 }),
  method: fc.constantFrom(...DESK_METHODS),
  room: fc.constantFrom(...ROOMS),
  hour: fc.integer({ min: 9, max: 15 }),
  hours: fc.integer({ min: 1, max: 7 }),
});
type MoneyStep = typeof step extends fc.Arbitrary<infer Given> ? Given : never;

export const moneySteps: fc.Arbitrary<MoneyStep[]> = fc.array(step, { maxLength: 30 });

function commandsOf(given: MoneyStep, booking: Booking, ordinal: number): BookingChange[] {
  const { kind, cents: amountCents, method } = given;
  const payment = { paymentIntentId: `pi_${ordinal}`, chargeId: null, now: NOW };
  switch (kind) {
    case "receive":
      return [{ type: "ReceiveAtDesk", method, amountCents }];
    case "return":
      return [{ type: "ReturnAtDesk", method, amountCents }];
    case "refund":
      return [{ type: "RefundCardMoney", amountCents, reasonId: REASON, now: NOW }];
    case "downpay": {
      const { downpaymentCents } = booking;
      return [
        { type: "ReceiveDownpayment", ...payment, amountCents: downpaymentCents, hoursAvailable: true },
      ];
    }
    case "balance":
      return [
        {
          type: "ReceiveBalance",
          ...payment,
          amountCents: Math.max(1, booking.totalCents - keptCents(booking)),
        },
      ];
    case "move":
      return [
        {
          type: "MoveBooking",
          startsAt: at(given.hour),
          endsAt: at(given.hour + given.hours),
          room: given.room,
          ourFault: amountCents % 4 === 0,
          withdrawnIntentId: unpaidIntentId(booking),
          now: NOW,
          timeZone: TIME_ZONE,
          opening: FIRST_SCHEDULE,
        },
      ];
    case "reduce": {
      const by = amountCents % 2 === 0 ? { byCents: amountCents } : { percent: (amountCents % 100) + 1 };
      const withdrawnIntentId = unpaidIntentId(booking);
      return [{ type: "ReducePrice", by, reasonId: REASON, withdrawnIntentId, now: NOW }];
    }
    case "issue":
      return Object.entries(booking.refunds)
        .filter(([, { issued }]) => !issued)
        .map(([refundId]) => ({ type: "RecordRefund", refundId, stripeRefundId: `re_${refundId}` }));
    case "cancel-venue":
    case "cancel-customer":
      return [
        {
          type: "CancelBooking",
          cancelledBy: kind === "cancel-venue" ? "venue" : "customer",
          now: NOW,
        },
      ];
    case "confirm":
      return [{ type: "ConfirmBooking" }];
    case "no-show":
      return [{ type: "NoteVisit", stage: "no-show", now: booking.startsAt }];
    case "mark-downpaid":
      return [{ type: "MarkPayment", paymentStatus: "downpaid" }];
    case "mark-paid":
      return [{ type: "MarkPayment", paymentStatus: "paid" }];
    case "mark-failed":
      return [{ type: "MarkPayment", paymentStatus: "failed" }];
    default:
      return kind satisfies never;
  }
}

/** Carries out the steps; `look` gets the booking and all its events after each. */
export function runMoneySteps(
  steps: readonly MoneyStep[],
  look: (booking: Booking, events: readonly BookingEvent[]) => void,
): void {
  const events: BookingEvent[] = [REQUESTED];
  let state = evolve(noBooking, REQUESTED);
  steps.forEach((given, ordinal) => {
    for (const command of state.exists ? commandsOf(given, state, ordinal) : []) {
      const decision = decide(command, state);
      if (!decision.ok) continue;
      events.push(...decision.events);
      state = decision.events.reduce(evolve, state);
      if (state.exists) look(state, events);
    }
  });
}

export interface MoneyTotals {
  totalCents: number;
  cardPayments: number;
  /** Refunds to cards that were requested; `cardRefundsIssued` of them have been issued. */
  cardRefunds: number;
  cardRefundsIssued: number;
  /** Paid at the desk, by method and as staff marked it. */
  deskPayments: number;
  deskReturns: number;
  /** Refunds at the desk that were requested and not issued yet. */
  deskRefundsDue: number;
  byMethod: Record<DeskMethod | "marked", number>;
  isCancelled: boolean;
}

/** Adds up the events alone, one by one, as one would with pencil and paper. */
export function addUpMoney(events: readonly BookingEvent[]): MoneyTotals {
  const books: MoneyTotals = {
    totalCents: 0,
    cardPayments: 0,
    cardRefunds: 0,
    cardRefundsIssued: 0,
    deskPayments: 0,
    deskReturns: 0,
    deskRefundsDue: 0,
    byMethod: { cash: 0, terminal: 0, transfer: 0, marked: 0 },
    isCancelled: false,
  };
  for (const event of events) write(books, event);
  return books;
}

function write(books: MoneyTotals, { type, data }: BookingEvent): void {
  switch (type) {
    case "BookingRequested":
    case "BookingMoved":
    case "PriceReduced":
      books.totalCents = data.totalCents;
      break;
    case "DownpaymentReceived":
    case "BalanceReceived":
    case "UnexpectedPaymentReceived":
      books.cardPayments += data.amountCents;
      break;
    case "PaymentMarked":
      books.deskPayments += data.amountCents;
      books.byMethod.marked += data.amountCents;
      break;
    case "DeskMoneyReceived":
      books.deskPayments += data.amountCents;
      books.byMethod[data.method] += data.amountCents;
      break;
    case "DeskMoneyReturned":
      books.deskReturns += data.amountCents;
      books.deskRefundsDue = Math.max(0, books.deskRefundsDue - data.amountCents);
      books.byMethod[data.method] -= data.amountCents;
      break;
    case "RefundRequested":
      books.cardRefunds += data.amountCents;
      break;
    case "RefundIssued":
      if (data.via === "venue") books.deskRefundsDue += data.amountCents;
      else books.cardRefundsIssued += data.amountCents;
      break;
    case "BookingCancelled":
    case "BookingExpired":
      books.isCancelled = true;
      break;
    case "BookingConfirmed":
    case "BookingCompleted":
      books.isCancelled = false;
      break;
    default:
  }
}
