/**
 * Checks for random histories of a billing account that its state owes, to the cent, what a plain recomputation of what was done says:
 * charges, invoices, credit notes, money in parts, cards, refunds and disputes, over a change of year, also in a currency without cents.
 */
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { BillingAccount } from "../booking/billing/account.ts";
import {
  balanceOf,
  invoiceStatus,
  isVisitPaid,
  openCents,
  overdueCents,
  uninvoicedOf,
} from "../booking/billing/account-money.ts";
import { taxesOf } from "../booking/billing/invoice-documents.ts";
import { pageValue } from "../booking/billing/pages.ts";
import { type AccountBooks, containedTax } from "../testing/account-books.ts";
import { shortOrLong } from "../testing/test-length.ts";
import { FIRST_CURRENCY, roundCents, setCurrency, smallestCents } from "../venue/currency.ts";
import { addDays } from "../venue/time/venue-time.ts";
import { ACCOUNT, beginPlannedHistory, plannedDeed } from "./planned-history-fixture.ts";

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

function compare(account: BillingAccount, books: AccountBooks, today: string): void {
  expect(openCents(account)).toBe(books.open(ACCOUNT));
  const unbilled = books.unbilled(ACCOUNT, "9999-12-31");
  expect(uninvoicedOf(account)).toEqual({
    cents: sum(unbilled.map(({ cents }) => cents)),
    from: unbilled[0] ? books.dayOf(unbilled[0].bookingId) : null,
  });
  for (const days of [0, 1, 15, 40]) {
    const day = addDays(today, days);
    expect(overdueCents(account, day)).toBe(books.overdue(ACCOUNT, day));
  }
  expect(Object.keys(account.invoices)).toEqual(books.numbersOf(ACCOUNT));
  for (const [number, invoice] of Object.entries(account.invoices)) {
    expect([number, balanceOf(invoice), invoiceStatus(invoice)]).toEqual([
      number,
      books.balance(number),
      books.status(number),
    ]);
  }
  for (const bookingId of books.visitsOf(ACCOUNT)) {
    const visit = pageValue(account.visits, bookingId);
    expect(visit?.billedCents).toBe(books.billed(bookingId));
    expect(books.billed(bookingId)).toBeLessThanOrEqual(books.owes(bookingId));
    expect([bookingId, visit && isVisitPaid(account, bookingId, visit)]).toEqual([
      bookingId,
      books.isPaid(bookingId),
    ]);
  }
}

function compareDocuments({ plan, books, documents }: ReturnType<typeof beginPlannedHistory>): void {
  const named = plan.events.flatMap(({ type, data }) =>
    type === "InvoiceAdded" || type === "InvoiceCredited" ? [data.number] : [],
  );
  expect(named).toEqual([...documents.keys()]);
  for (const [number, { type, data }] of documents) {
    if (type !== "InvoiceIssued") continue;
    const own = books.invoice(number).lines;
    const rates = [...new Set(own.map(({ taxPercent }) => taxPercent))].sort((a, b) => a - b);
    expect(taxesOf(data.lines, roundCents)).toEqual(
      rates.map((percent) => {
        const cents = sum(own.filter((line) => line.taxPercent === percent).map((line) => line.cents));
        return { percent, grossCents: cents, taxCents: containedTax(cents, percent, smallestCents()) };
      }),
    );
  }
}

afterEach(() => setCurrency(FIRST_CURRENCY));

describe.each([["usd"], ["jpy"]])("a billing account in %s", (currency) => {
  it("owes what was done to it, to the cent", () => {
    setCurrency({ currency, moneyStyle: "en-US" });
    fc.assert(
      fc.property(fc.array(plannedDeed, { minLength: 4, maxLength: 40 }), (deeds) => {
        const history = beginPlannedHistory();
        for (const one of deeds) {
          history.run(one);
          compare(history.plan.after, history.books, history.today());
        }
        compareDocuments(history);
      }),
      { numRuns: shortOrLong(100, 2_000) },
    );
  });
});
