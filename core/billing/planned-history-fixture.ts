/** Makes random histories of one billing account in memory, by the product's plans, and keeps the books of them with pencil and paper. */
import fc from "fast-check";
import { expect } from "vitest";
import { accountStream, type BillingAccount } from "../booking/billing/account.ts";
import { unbilledVisits } from "../booking/billing/account-money.ts";
import {
  type AccountPlan,
  add,
  addCardRefunds,
  addCredit,
  type NextNumbers,
  numberFor,
  overbilledLines,
} from "../booking/billing/account-plan.ts";
import type { DocumentEvent } from "../booking/billing/invoice-documents.ts";
import { createAccountBooks } from "../testing/account-books.ts";
import { roundCents, smallestCents } from "../venue/currency.ts";
import { addDays } from "../venue/time/venue-time.ts";

export const ACCOUNT = 1;
const PERSON = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11";
const RATES = [0, 7, 8.875, 19];
const which = fc.nat(9);
/** Of what is due or left; more than all of it is refused, or overpays. */
const share = fc.constantFrom(0.2, 0.5, 0.77, 1, 1, 1.3);

export const plannedDeed = fc.oneof(
  fc.record({ do: fc.constant("charge" as const), which, days: fc.nat(30), units: fc.nat(30_001) }),
  fc.record({ do: fc.constant("charge" as const), which, days: fc.nat(30), units: fc.constant(0) }),
  fc.record({ do: fc.constant("invoice" as const), days: fc.integer({ min: -10, max: 40 }) }),
  fc.record({ do: fc.constantFrom("let off" as const, "card" as const, "return" as const), which, share }),
  fc.record({ do: fc.constant("receive" as const), which, share }),
  fc.record({ do: fc.constantFrom("refund issued", "refund failed", "dispute", "won", "lost"), which }),
  fc.record({ do: fc.constant("days pass" as const), days: fc.integer({ min: 1, max: 20 }) }),
);
type Deed = typeof plannedDeed extends fc.Arbitrary<infer Given> ? Given : never;

interface Card {
  captured: number;
  refunds: Map<string, { cents: number; state: "under-way" | "issued" | "failed" }>;
  disputes: Map<string, { cents: number; outcome: "won" | "lost" | null }>;
}
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const keptOf = ({ captured, refunds, disputes }: Card): number =>
  captured -
  sum([...refunds.values()].map(({ cents, state }) => (state === "failed" ? 0 : cents))) -
  sum([...disputes.values()].map(({ cents, outcome }) => (outcome === "won" ? 0 : cents)));

/** An account that was just opened; `run` does a deed to it and to its books. */
export function beginPlannedHistory() {
  const opened = accountStream.evolve(accountStream.initial, {
    type: "AccountOpened",
    data: {
      reference: PERSON,
      personId: PERSON,
      creditLimitCents: 1_000_000,
      paymentDays: 14,
      selfBooking: false,
    },
  }) as BillingAccount;
  const plan: AccountPlan = { id: ACCOUNT, version: 1, before: opened, after: opened, events: [] };
  const documents = new Map<string, DocumentEvent>();
  const books = createAccountBooks();
  /** By invoice, then by payment intent, in the order of payment. */
  const cards = new Map<string, Map<string, Card>>();
  let today = "2026-12-10";

  /** Issues documents as an append does: all of one change have numbers that follow each other. */
  function issuing<Value>(change: (numbers: NextNumbers) => Value): Value {
    const year = today.slice(0, 4);
    const version = [...documents.keys()].filter((number) => number.startsWith(year)).length;
    const numbers: NextNumbers = { today, version, documents: [] };
    const value = change(numbers);
    numbers.documents.forEach((document, at) => {
      documents.set(`${year}-${String(version + at + 1).padStart(4, "0")}`, document);
    });
    return value;
  }

  /** What cards have paid too much goes back to them, the latest payment first. */
  function expectRefunds(number: string): void {
    const own = cards.get(number) ?? new Map<string, Card>();
    const count = () => sum([...own.values()].map(({ refunds }) => refunds.size));
    for (const card of [...own.values()].reverse()) {
      books.cards(number, sum([...own.values()].map(keptOf)));
      const cents = Math.min(-books.balance(number), Math.max(0, keptOf(card)));
      if (cents > 0) card.refunds.set(`refund-${count() + 1}`, { cents, state: "under-way" });
    }
    books.cards(number, sum([...own.values()].map(keptOf)));
  }

  function run(given: Deed): void {
    const unit = smallestCents();
    const numbers = books.numbersOf(ACCOUNT);
    const number = "which" in given ? numbers[given.which % numbers.length] : undefined;
    switch (given.do) {
      case "days pass":
        today = addDays(today, given.days);
        return;
      case "charge": {
        const bookingId = 60 + given.which;
        const day = addDays("2026-12-15", given.days);
        const cents = given.units * unit;
        const taxPercent = RATES[given.which % RATES.length] ?? 0;
        add(plan, { type: "VisitCharged", data: { bookingId, day, cents } });
        const expected = books.charge(bookingId, { account: ACCOUNT, day, cents, taxPercent });
        const over = overbilledLines(plan.after, bookingId);
        expect(over.map(({ invoice }) => invoice)).toEqual(expected);
        issuing((next) => {
          for (const { invoice, cents: credited } of over) {
            const lines = [{ bookingId, text: "Room", cents: credited, taxPercent }];
            addCredit(plan, next, { invoice, lines, forgiven: false });
          }
        });
        for (const invoice of expected) expectRefunds(invoice);
        return;
      }
      case "invoice": {
        const until = addDays(today, given.days);
        const rates = new Map(
          books.unbilled(ACCOUNT, until).map((line) => [line.bookingId, line.taxPercent]),
        );
        const lines = unbilledVisits(plan.after, until).map(({ bookingId, cents }) => {
          return { bookingId, text: "Room", cents, taxPercent: rates.get(bookingId) ?? -1 };
        });
        expect(lines.map(({ text: _, ...line }) => line)).toEqual(books.unbilled(ACCOUNT, until));
        if (lines.length === 0) return;
        const dueOn = addDays(today, 14);
        const data = { accountId: ACCOUNT, personId: PERSON, issuedOn: today, dueOn, until, lines };
        const issued = issuing((next) => numberFor(next, { type: "InvoiceIssued", data }));
        add(plan, { type: "InvoiceAdded", data: { number: issued, issuedOn: today, dueOn, lines } });
        books.issue(issued, { account: ACCOUNT, until, dueOn });
        return;
      }
      default:
        if (number !== undefined) runMoney(given, number);
    }
  }

  function runMoney(given: Exclude<Deed, { do: "charge" | "invoice" | "days pass" }>, number: string): void {
    const part = (of: number) => roundCents(of * ("share" in given ? given.share : 0));
    const own = cards.get(number) ?? new Map<string, Card>();
    const due = books.balance(number);
    switch (given.do) {
      case "receive": {
        const amountCents = Math.min(due, part(due));
        if (amountCents <= 0) return;
        const data = { invoice: number, method: "transfer", amountCents } as const;
        add(plan, { type: "InvoiceMoneyReceived", data });
        books.desk(number, amountCents);
        return;
      }
      case "return": {
        const received = books.invoice(number).desk;
        const amountCents = Math.min(received, part(received));
        if (amountCents <= 0) return;
        const data = { invoice: number, method: "cash", amountCents } as const;
        add(plan, { type: "InvoiceMoneyReturned", data });
        books.desk(number, -amountCents);
        return;
      }
      case "let off": {
        const lines = books.invoice(number).lines.flatMap(({ bookingId, taxPercent }) => {
          const cents = Math.min(1, "share" in given ? given.share : 0) * books.leftOf(number, bookingId);
          return cents > 0 ? [{ bookingId, text: "Room", cents: roundCents(cents), taxPercent }] : [];
        });
        const some = lines.filter(({ cents }) => cents > 0).slice(0, 2);
        if (some.length === 0) return;
        issuing((next) => addCredit(plan, next, { invoice: number, lines: some, forgiven: true }));
        for (const { bookingId, cents } of some) books.letOff(number, bookingId, cents);
        expectRefunds(number);
        return;
      }
      case "card": {
        const amountCents = part(due);
        if (amountCents <= 0) return;
        const paymentIntentId = `pi-${number}-${own.size}`;
        const data = { invoice: number, paymentIntentId, chargeId: null, amountCents };
        add(plan, { type: "InvoicePaymentReceived", data });
        addCardRefunds(plan, number);
        cards.set(
          number,
          own.set(paymentIntentId, { captured: amountCents, refunds: new Map(), disputes: new Map() }),
        );
        expectRefunds(number);
        return;
      }
      case "refund issued":
      case "refund failed":
        for (const card of own.values()) {
          for (const [refundId, refund] of card.refunds) {
            if (refund.state === "failed" || (refund.state === "issued" && given.do === "refund issued"))
              continue;
            const name = { invoice: number, refundId, stripeRefundId: `re-${number}-${refundId}` };
            const event =
              given.do === "refund issued"
                ? ({ type: "InvoiceRefundIssued", data: name } as const)
                : ({ type: "InvoiceRefundFailed", data: { ...name, reasonCode: null } } as const);
            add(plan, event);
            refund.state = given.do === "refund issued" ? "issued" : "failed";
          }
        }
        books.cards(number, sum([...own.values()].map(keptOf)));
        return;
      case "dispute": {
        const [paymentIntentId, card] = [...own].at(given.which % Math.max(1, own.size)) ?? [];
        const amountCents = card ? Math.max(0, keptOf(card)) : 0;
        if (!card || paymentIntentId === undefined || amountCents === 0) return;
        const disputeId = `dp-${paymentIntentId}-${card.disputes.size}`;
        const data = { invoice: number, disputeId, paymentIntentId, amountCents };
        add(plan, { type: "InvoiceDisputeOpened", data });
        card.disputes.set(disputeId, { cents: amountCents, outcome: null });
        books.cards(number, sum([...own.values()].map(keptOf)));
        return;
      }
      default: {
        const outcome = given.do === "won" ? "won" : "lost";
        for (const card of own.values()) {
          for (const [disputeId, dispute] of card.disputes) {
            if (dispute.outcome !== null) continue;
            add(plan, { type: "InvoiceDisputeClosed", data: { invoice: number, disputeId, outcome } });
            dispute.outcome = outcome;
          }
        }
        addCardRefunds(plan, number);
        expectRefunds(number);
      }
    }
  }
  return { plan, books, documents, run, today: () => today };
}
