/**
 * Checks that for any history of money every screen shows the same amounts, to the cent, as the provider's tables and a plain recount of
 * the desk: received, due, to return, status, receipt, takings and figures.
 */

import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { receiptOf } from "../../core/booking/payment/receipt.ts";
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import {
  intentsOf,
  ledgerOf,
  moneyAction,
  runAction,
  runJobs,
  shuffled,
} from "../../core/payment/money-actions-fixture.ts";
import { createMoneyWorld, type MoneyWorld, type TestBooking } from "../../core/payment/money-fixture.ts";
import { shortOrLong } from "../../core/testing/test-length.ts";
import { seedVenue } from "../../core/venue/seed-venue.ts";
import { catchUp } from "../engine/catch-up-fixture.ts";
import { followerOf } from "../engine/projection.ts";
import { analyticsOf } from "./analytics/analytics.ts";
import { readAnalytics } from "./analytics/report.ts";
import { type BookingRow, bookings } from "./bookings.ts";
import { takingsOf } from "./takings.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
  await seedVenue(world.ownerSql);
  await world.core.venue.reload();
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** A booking's amounts, recounted event by event; those of its cards come from the provider's tables. */
interface Books {
  total: number;
  downpayment: number;
  isCancelled: boolean;
  desk: { cash: number; terminal: number; transfer: number; marked: number };
  deskIn: number;
  handedBack: number;
  promised: number;
  charged: number;
  refunded: number;
  disputed: number;
  /** Owed to cards: requested and not there yet. */
  owed: number;
  status: string;
}

const LADDER = ["pending", "downpaid", "paid"];
const rung = (status: string): number => Math.max(0, LADDER.indexOf(status));

function rungOfMoney(cents: number, { total, downpayment }: Pick<Books, "total" | "downpayment">): number {
  if (cents <= 0) return 0;
  return cents >= total ? 2 : cents >= downpayment ? 1 : 0;
}

/** Recounts the events one after another; money and staff's marks give the status. */
function writeUp(events: readonly BookingEvent[]): Omit<Books, "charged" | "refunded" | "disputed" | "owed"> {
  const books = {
    total: 0,
    downpayment: 0,
    isCancelled: false,
    desk: { cash: 0, terminal: 0, transfer: 0, marked: 0 },
    deskIn: 0,
    handedBack: 0,
    promised: 0,
    status: "pending",
  };
  const cards = new Map<string, number>();
  const back = new Map<string, { intent: string; cents: number; gone: boolean }>();
  const away = new Map<string, { intent: string; cents: number }>();
  /** What remains of a card's payment; a promised refund counts up to what is left of it. */
  const stays = (intent: string): { kept: number; away: number } => {
    const charged = cards.get(intent) ?? 0;
    const asked = [...back.values()].filter((refund) => refund.intent === intent);
    const lost = sum([...away.values()].filter((one) => one.intent === intent).map(({ cents }) => cents));
    const gone = sum(asked.filter((refund) => refund.gone).map(({ cents }) => cents));
    const promised = sum(asked.filter((refund) => !refund.gone).map(({ cents }) => cents));
    return {
      kept: charged - gone - Math.min(promised, Math.max(0, charged - gone - lost)),
      away: lost,
    };
  };
  const intents = () => [
    ...new Set([...cards.keys(), ...[...back.values(), ...away.values()].map(({ intent }) => intent)]),
  ];
  const paid = () =>
    sum(intents().map((intent) => stays(intent).kept)) + books.deskIn - books.handedBack - books.promised;
  const lost = () => sum(intents().map((intent) => stays(intent).away));
  const settle = (way: "up" | "down" | "again", cents = paid()) => {
    const reached = rungOfMoney(cents, books);
    const isMove =
      way === "again" || (way === "up" ? reached > rung(books.status) : reached < rung(books.status));
    if (isMove && reached !== rung(books.status)) books.status = LADDER[reached] ?? "pending";
  };
  for (const { type, data } of events) {
    switch (type) {
      case "BookingRequested":
      case "HoldChanged":
        books.total = data.totalCents;
        books.downpayment = data.downpaymentCents;
        break;
      case "BookingMoved":
        books.total = data.totalCents;
        books.downpayment = data.downpaymentCents;
        if (paid() > 0) settle("again");
        break;
      case "DownpaymentReceived":
        cards.set(data.paymentIntentId, data.amountCents);
        if (!books.isCancelled) settle("up");
        break;
      case "BalanceReceived":
        cards.set(data.paymentIntentId, data.amountCents);
        if (data.settles) books.status = "paid";
        break;
      case "UnexpectedPaymentReceived":
        cards.set(data.paymentIntentId, data.amountCents);
        break;
      case "PaymentFailed":
        books.status = "failed";
        break;
      case "PaymentMarked":
        books.deskIn += data.amountCents;
        books.desk.marked += data.amountCents;
        books.status = data.paymentStatus;
        break;
      case "DeskMoneyReceived":
        books.deskIn += data.amountCents;
        books.desk[data.method] += data.amountCents;
        settle("up", paid() - lost());
        break;
      case "DeskMoneyReturned": {
        const ofPromised = Math.min(books.promised, data.amountCents);
        books.promised -= ofPromised;
        books.handedBack += data.amountCents;
        books.desk[data.method] -= data.amountCents;
        if (!books.isCancelled) settle("again");
        break;
      }
      case "RefundRequested":
      case "RefundRecorded":
        back.set(data.refundId, {
          intent: data.paymentIntentId,
          cents: data.amountCents,
          gone: type === "RefundRecorded",
        });
        if (!books.isCancelled) settle("down");
        break;
      case "RefundIssued": {
        const known = back.get(data.refundId);
        if (known) known.gone = true;
        else books.promised += data.amountCents;
        if (!books.isCancelled) settle("down");
        break;
      }
      case "RefundFailed": {
        const known = back.get(data.refundId);
        if (known) known.gone = false;
        break;
      }
      case "DisputeOpened":
        away.set(data.disputeId, { intent: data.paymentIntentId, cents: data.amountCents });
        break;
      case "DisputeClosed":
        if (data.outcome === "won") away.delete(data.disputeId);
        break;
      case "BookingCancelled":
      case "BookingExpired":
      case "HoldReleased":
        books.isCancelled = true;
        break;
      case "BookingConfirmed":
      case "BookingCompleted":
        if (books.isCancelled) settle("again");
        books.isCancelled = false;
        break;
      default:
    }
  }
  return books;
}

async function booksOf(booking: TestBooking): Promise<Books> {
  const events = await world.eventsOf(booking);
  const ledger = await ledgerOf(world, await intentsOf(world, booking));
  const asked = new Map<string, { intent: string; cents: number }>();
  const owed = new Map<string, { intent: string; cents: number }>();
  for (const { type, data } of events) {
    if (type === "RefundRequested" || type === "RefundRecorded") {
      asked.set(data.refundId, { intent: data.paymentIntentId, cents: data.amountCents });
      if (type === "RefundRequested")
        owed.set(data.refundId, { intent: data.paymentIntentId, cents: data.amountCents });
    }
    if (type === "RefundIssued") owed.delete(data.refundId);
    const debt = type === "RefundFailed" ? asked.get(data.refundId) : undefined;
    if (type === "RefundFailed" && debt) owed.set(data.refundId, debt);
  }
  const debts = ledger.map(({ id, charged, refunded, disputed }) =>
    Math.min(
      sum([...owed.values()].filter(({ intent }) => intent === id).map(({ cents }) => cents)),
      Math.max(0, charged - refunded - disputed),
    ),
  );
  return {
    ...writeUp(events),
    charged: sum(ledger.map(({ charged }) => charged)),
    refunded: sum(ledger.map(({ refunded }) => refunded)),
    disputed: sum(ledger.map(({ disputed }) => disputed)),
    owed: sum(debts),
  };
}

const made: TestBooking[] = [];

it("is shown alike everywhere, to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moneyAction, { minLength: 5, maxLength: 16 }), async (deeds) => {
      world.core.clock.set("2026-12-01T15:00:00Z");
      const booking = await world.book();
      made.push(booking);
      for (const what of deeds) await runAction(world, booking, what);
      await world.recordAll(shuffled);
      await runJobs(world, booking, false);
      await world.recordAll(shuffled);
      await catchUp(world.sql, ...[bookings, takingsOf(world.core), analyticsOf(world.core)].map(followerOf));

      const books = await booksOf(booking);
      const { total, isCancelled, desk, deskIn, handedBack, promised } = books;
      const { charged, refunded, disputed, owed } = books;
      const kept = charged - refunded - disputed - owed + deskIn - handedBack - promised;
      const due = isCancelled ? 0 : Math.max(0, total - kept);
      const overpaid = isCancelled ? 0 : Math.max(0, kept - total);
      const left = Math.max(0, deskIn - handedBack - promised);

      const [row] = await world.sql<
        BookingRow[]
      >`select * from bookings where booking_id = ${booking.bookingId}`;
      expect(row).toMatchObject({
        received_cents: charged + deskIn,
        due_cents: due,
        disputed_cents: disputed,
        to_return_cents: promised + Math.min(overpaid, left),
        payment_status: books.status,
      });
      const receipt = receiptOf(await world.stateOf(booking));
      const receiptTotal = isCancelled ? Math.max(0, kept) : total;
      expect(receipt).toMatchObject({
        totalCents: receiptTotal,
        receivedCents: charged + deskIn,
        returnedCents: refunded + owed + disputed + handedBack,
        disputedCents: disputed,
        balanceCents: receiptTotal - (charged + deskIn) + refunded + owed + disputed + handedBack,
      });
      const till = await world.sql<{ method: string; cents: number }[]>`
        select method, sum(cents)::int as cents from takings where booking_id = ${booking.bookingId} group by 1`;
      const sums = { cash: 0, terminal: 0, transfer: 0, marked: 0, card: 0 };
      expect({ ...sums, ...Object.fromEntries(till.map(({ method, cents }) => [method, cents])) }).toEqual({
        ...desk,
        card: charged - refunded - disputed,
      });
    }),
    { numRuns: shortOrLong(10, 60), endOnFailure: true },
  );

  const all = await Promise.all(made.map(booksOf));
  const { revenue } = await readAnalytics(world.sql, world.core.clock.now(), {
    timeZone: world.core.timeZone,
    opening: world.core.settings.schedule(),
  });
  const net = ({ charged, refunded, disputed, deskIn, handedBack, promised }: Books) =>
    charged - refunded - disputed + deskIn - handedBack - promised;
  const standing = all.filter(({ isCancelled }) => !isCancelled);
  expect(revenue).toMatchObject({
    totalCents: sum(all.map(net)),
    valueCents: sum(standing.map(({ total }) => total)),
    remainingCents: sum(
      standing
        .filter(({ status }) => status === "downpaid")
        .map((books) => Math.max(0, books.total - net(books) + books.owed)),
    ),
    downpaymentsCents: sum(standing.map((books) => Math.min(books.downpayment, Math.max(0, net(books))))),
  });
}, 180_000);
