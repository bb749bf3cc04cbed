/**
 * Checks for random histories of billing accounts that every amount is, to the cent, what a plain recount of what was done gives: what is
 * open and overdue, each invoice's balance, which bookings are paid, taxes, takings; that numbers have no gap; and that the read tables are
 * what a rebuild makes of the log.
 */
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { billingDeed } from "../../core/billing/account-deeds-fixture.ts";
import {
  type AccountHistory,
  beginHistory,
  type IssuedNumbers,
} from "../../core/billing/account-history-fixture.ts";
import { readDocument } from "../../core/billing/read-document.ts";
import { accountStream } from "../../core/booking/billing/account.ts";
import { balanceOf, invoiceStatus, overdueCents } from "../../core/booking/billing/account-money.ts";
import { documentNumber, taxesOf } from "../../core/booking/billing/invoice-documents.ts";
import { readStream } from "../../core/log/read.ts";
import { load } from "../../core/log/transact.ts";
import { createMoneyWorld, type MoneyWorld } from "../../core/payment/money-fixture.ts";
import { containedTax } from "../../core/testing/account-books.ts";
import { testMeta } from "../../core/testing/test-core.ts";
import { shortOrLong } from "../../core/testing/test-length.ts";
import {
  FIRST_CURRENCY,
  setCurrency as ofProcess,
  roundCents,
  smallestCents,
} from "../../core/venue/currency.ts";
import { setCurrency } from "../../core/venue/handle.ts";
import { seedVenue } from "../../core/venue/seed-venue.ts";
import { addDays } from "../../core/venue/time/venue-time.ts";
import { catchUp } from "../engine/catch-up-fixture.ts";
import { followerOf } from "../engine/projection.ts";
import { rebuildProjections } from "../engine/rebuild.ts";
import { readAccounts } from "./billing-accounts.ts";
import { bookings } from "./bookings.ts";
import { takingsOf } from "./takings.ts";

const END = "9999-12-31";
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

describe.each([["usd"], ["jpy"]])("billing accounts in %s", (currency) => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await createMoneyWorld();
    await seedVenue(world.ownerSql);
    await world.core.venue.reload();
    const set = await setCurrency(world.core, { currency, moneyStyle: "en-US" }, { meta: testMeta });
    expect(set.ok).toBe(true);
    await world.core.venue.reload();
  });
  afterEach(() => ofProcess(FIRST_CURRENCY));
  afterAll(() => world.close());

  it("owe what was done to them, to the cent, everywhere", { timeout: 600_000 }, async () => {
    const { core } = world;
    core.clock.set("2026-12-12T15:00:00Z");
    const issued: IssuedNumbers = new Map();
    let taxPercent = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(billingDeed, { minLength: 40, maxLength: 90, size: "max" }),
        async (deeds) => {
          const history = await beginHistory(world, issued, taxPercent);
          for (const deed of deeds) await history.run(deed);
          await history.invoices.settle();
          await catchUp(core.sql, followerOf(bookings), followerOf(takingsOf(core)));
          for (const account of history.accounts) await compareAccount(history, account);
          await compareVisits(history);
          taxPercent = history.taxPercent();
          // The next history has hours of its own.
          core.clock.advanceMinutes(100 * 24 * 60);
        },
      ),
      { numRuns: shortOrLong(6, 60), endOnFailure: true },
    );
    await compareNumbers(issued);
    const rebuilt = await rebuildProjections(core.sql, [bookings, takingsOf(core)]);
    expect(
      rebuilt.flatMap(({ compared }) => compared.map(({ table, differing }) => [table, differing])),
    ).toEqual([
      ["bookings", 0],
      ["series", 0],
      ["billing_accounts", 0],
      ["takings", 0],
      ["invoice_takings", 0],
    ]);
  });

  async function compareAccount({ books, today }: AccountHistory, account: number): Promise<void> {
    const { state } = await load(world.core.sql, accountStream, account);
    if (!state.exists) throw new Error(`No account ${account}`);
    const numbers = books.numbersOf(account);
    const unpaid = numbers.filter((number) => books.balance(number) > 0);
    const unbilled = books.unbilled(account, END);
    const [row] = await world.core.sql`
      select open_cents, uninvoiced_cents, uninvoiced_from::text, unpaid_numbers, unpaid_cents, refunds_under_way
      from billing_accounts where account_id = ${account}`;
    expect({ ...row }).toEqual({
      open_cents: books.open(account),
      uninvoiced_cents: sum(unbilled.map(({ cents }) => cents)),
      uninvoiced_from: unbilled[0] ? books.dayOf(unbilled[0].bookingId) : null,
      unpaid_numbers: unpaid,
      unpaid_cents: unpaid.map(books.balance),
      refunds_under_way: [],
    });
    for (const days of [0, 1, 15, 61]) {
      const day = addDays(today(), days);
      const listed = (await readAccounts(world.core.sql, { today: day })).find(
        (one) => one.accountId === account,
      );
      expect(listed?.overdueCents).toBe(books.overdue(account, day));
      expect(overdueCents(state, day)).toBe(books.overdue(account, day));
    }
    expect(Object.keys(state.invoices)).toEqual(numbers);
    for (const number of numbers) {
      const invoice = state.invoices[number];
      if (!invoice) throw new Error(`No invoice ${number}`);
      expect([number, balanceOf(invoice), invoiceStatus(invoice)]).toEqual([
        number,
        books.balance(number),
        books.status(number),
      ]);
      const { credited, desk, cards } = books.invoice(number);
      expect(invoice.creditedCents).toBe(credited);
      // Cards are refunded by themselves; what remains to be returned was received by staff, or could not be refunded.
      const failed = Object.values(invoice.refunds).filter((refund) => refund.state === "failed");
      const byHand = desk + sum(failed.map(({ amountCents }) => amountCents));
      expect(-books.balance(number)).toBeLessThanOrEqual(byHand);
      const [taken] = await world.core.sql<{ cents: number }[]>`
        select coalesce(sum(cents), 0)::int as cents from invoice_takings where invoice = ${number}`;
      expect(taken?.cents).toBe(desk + cards);
      await compareDocuments(number, invoice.credits, books.invoice(number));
    }
  }

  async function compareDocuments(
    number: string,
    credits: readonly string[],
    page: ReturnType<AccountHistory["books"]["invoice"]>,
  ): Promise<void> {
    const document = await readDocument(world.core.sql, number);
    if (!document) throw new Error(`No document ${number}`);
    const { lines } = document.data;
    expect(lines.map(({ text: _, ...line }) => line)).toEqual(page.lines);
    const rates = [...new Set(lines.map((line) => line.taxPercent))].sort((a, b) => a - b);
    expect(taxesOf(lines, roundCents)).toEqual(
      rates.map((percent) => {
        const cents = sum(page.lines.filter((line) => line.taxPercent === percent).map((line) => line.cents));
        return { percent, grossCents: cents, taxCents: containedTax(cents, percent, smallestCents()) };
      }),
    );
    const notes = await Promise.all(credits.map((credit) => readDocument(world.core.sql, credit)));
    for (const note of notes)
      expect(note).toMatchObject({ type: "CreditNoteIssued", data: { invoice: number } });
    expect(sum(notes.flatMap((note) => note?.data.lines ?? []).map(({ cents }) => cents))).toBe(
      page.credited,
    );
  }

  async function compareVisits({ books, visits }: AccountHistory): Promise<void> {
    const rows = await world.core.sql<
      { id: number; account: number; status: string; received: number; due: number }[]
    >`
      select booking_id as id, account_id as account, payment_status as status, received_cents as received, due_cents as due
      from bookings where booking_id = any(${[...visits.keys()]}::bigint[]) order by booking_id`;
    const expected = [...visits].map(([id, { account, owedOnceCancelled }]) => {
      expect(books.billed(id)).toBeLessThanOrEqual(books.owes(id));
      const isPaid = books.isPaid(id);
      // A cancelled one that owes nothing keeps its status.
      const status = owedOnceCancelled === 0 ? expect.any(String) : isPaid ? "paid" : "pending";
      return { id, account, status, received: isPaid ? books.owes(id) : 0, due: 0 };
    });
    expect(rows.map((row) => ({ ...row }))).toEqual(expected.sort((a, b) => a.id - b.id));
  }

  /** Each year's numbers are 1, 2, 3, …, and each is named by one event of an account. */
  async function compareNumbers(issued: IssuedNumbers): Promise<void> {
    const { sql } = world.core;
    const documents = await sql<{ stream: string; n: number; last: number }[]>`
      select stream, count(*)::int as n, max(version)::int as last from events where stream like 'invoices-%' group by stream`;
    const years = [...issued].filter(([, count]) => count > 0);
    expect(documents.map(({ stream, n, last }) => [stream, n, last]).sort()).toEqual(
      years.map(([year, count]) => [`invoices-${year}`, count, count]).sort(),
    );
    const all = years.flatMap(([year, count]) =>
      Array.from({ length: count }, (_, at) => documentNumber(Number(year), at + 1)),
    );
    const accounts = await sql<{ id: number }[]>`select account_id as id from billing_accounts`;
    const named = await Promise.all(accounts.map(({ id }) => readStream(sql, accountStream, id)));
    const numbers = named
      .flat()
      .flatMap(({ type, data }) =>
        type === "InvoiceAdded" || type === "InvoiceCredited" ? [data.number] : [],
      );
    expect(numbers.sort()).toEqual(all.sort());
  }
});
