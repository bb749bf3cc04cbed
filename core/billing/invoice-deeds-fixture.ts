/** Runs what happens to invoices in random histories: issue, credit notes, money of the desk and of cards at the simulated provider. */
import { expect } from "vitest";
import { accountStream } from "../booking/billing/account.ts";
import { documentNumber } from "../booking/billing/invoice-documents.ts";
import { load } from "../log/transact.ts";
import { confirmInvoicePayment, findInvoice, openInvoiceIntent } from "../payment/invoice-payments.ts";
import { issueInvoiceRefund } from "../payment/invoice-refunds.ts";
import { ledgerOf, quietly, shuffled } from "../payment/money-actions-fixture.ts";
import type { MoneyWorld } from "../payment/money-fixture.ts";
import type { AccountBooks } from "../testing/account-books.ts";
import { testMeta } from "../testing/test-core.ts";
import {
  currencyCode,
  fromProviderAmount,
  roundCents,
  smallestCents,
  toProviderAmount,
} from "../venue/currency.ts";
import { addDays, type VenueDay } from "../venue/time/venue-time.ts";
import type { BillingDeed } from "./account-deeds-fixture.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { recordInvoiceMoney } from "./invoice-money.ts";
import { issueInvoice } from "./issue-invoice.ts";

const OF_INVOICES = [
  "invoice",
  "let off",
  "receive",
  "return",
  "pay by card",
  "pay what was opened",
  "refund in the dashboard",
  "decide disputes",
  "settle the cards",
  "webhooks",
] as const;
type InvoiceDeed = Extract<BillingDeed, { do: (typeof OF_INVOICES)[number] }>;
export const isOfInvoices = (deed: BillingDeed): deed is InvoiceDeed =>
  (OF_INVOICES as readonly string[]).includes(deed.do);

const ONCE = { idempotencyKey: null, bodyHash: null };

/** `issued`: how many documents each year has. */
export function createInvoiceDeeds({
  world,
  books,
  accounts,
  termsOf,
  issued,
  today,
}: {
  world: MoneyWorld;
  books: AccountBooks;
  accounts: readonly number[];
  termsOf: ReadonlyMap<number, { paymentDays: number }>;
  issued: Map<string, number>;
  today: () => VenueDay;
}) {
  const { core, gateway, sdk } = world;
  /** Of each invoice, the intents that were opened. */
  const intents = new Map<string, Set<string>>();
  /** Whether the provider may have news that was not recorded. */
  let cardsOpen = false;
  const numbers = () => accounts.flatMap((account) => books.numbersOf(account));

  function count(documents: number): void {
    const year = today().slice(0, 4);
    issued.set(year, (issued.get(year) ?? 0) + documents);
  }

  async function pay(intent: string, payment_method: string): Promise<void> {
    await quietly(sdk.paymentIntents.confirm(intent, { payment_method }));
  }

  /** Sends the refunds, records all news, and writes what the provider's own tables say into the books. */
  async function settle(): Promise<void> {
    await world.recordAll(shuffled);
    // News of a dispute that was won may ask for a further refund.
    for (let round = 0; round < 2; round++) {
      for (const accountId of accounts) await sendRefunds(accountId);
      await world.recordAll(shuffled);
    }
    for (const number of numbers()) {
      const ledger = await ledgerOf(world, [...(intents.get(number) ?? [])]);
      const kept = ledger.reduce(
        (sum, { charged, refunded, disputed }) => sum + (charged ?? 0) - refunded - disputed,
        0,
      );
      books.cards(number, fromProviderAmount(kept, currencyCode()));
    }
    cardsOpen = false;
  }

  async function sendRefunds(accountId: number): Promise<void> {
    const { state } = await load(core.sql, accountStream, accountId);
    for (const [invoice, { refunds }] of Object.entries(state.exists ? state.invoices : {})) {
      for (const refundId of Object.keys(refunds)) {
        await quietly(issueInvoiceRefund(core, gateway, { accountId, invoice, refundId }));
      }
    }
  }

  async function issue(given: Extract<InvoiceDeed, { do: "invoice" }>): Promise<void> {
    const account = accounts[given.which % 4 === 3 ? 1 : 0] ?? 0;
    const until = addDays(today(), given.days);
    const expected = books.unbilled(account, until);
    const outcome = await issueInvoice(core, account, { ...ONCE, until }, { meta: testMeta });
    if (expected.length === 0) {
      expect(outcome).toMatchObject({ ok: false, rejection: { code: "NothingToInvoice" } });
      return;
    }
    count(1);
    const year = today().slice(0, 4);
    const number = documentNumber(Number(year), issued.get(year) ?? 0);
    expect(outcome).toMatchObject({ ok: true, value: { value: { number, issuedOn: today() } } });
    const dueOn = addDays(today(), termsOf.get(account)?.paymentDays ?? 0);
    books.issue(number, { account, until, dueOn });
  }

  async function run(given: InvoiceDeed): Promise<void> {
    if (given.do === "invoice") return issue(given);
    if (given.do === "settle the cards") return settle();
    if (given.do === "webhooks") {
      await world.recordAll(shuffled);
      return;
    }
    const all = numbers();
    const number = all[given.which % all.length];
    if (number !== undefined) await runOn(number, given);
  }

  async function runOn(
    number: string,
    given: Exclude<InvoiceDeed, { do: "invoice" | "settle the cards" | "webhooks" }>,
  ): Promise<void> {
    const opened = intents.get(number) ?? new Set<string>();
    intents.set(number, opened);
    switch (given.do) {
      case "let off": {
        const line = books.invoice(number).lines[given.which % books.invoice(number).lines.length];
        const left = line ? books.leftOf(number, line.bookingId) : 0;
        const cents = roundCents(left * given.share);
        if (!line || cents === 0) return;
        const lines = [{ bookingId: line.bookingId, text: null, cents }];
        const outcome = await creditInvoice(core, { ...ONCE, number, lines, reason: "Noise" }, testMeta);
        expect(outcome.ok ? null : outcome.rejection.code).toBe(cents > left ? "CreditTooHigh" : null);
        if (!outcome.ok) return;
        count(1);
        books.letOff(number, line.bookingId, cents);
        return;
      }
      case "receive":
      case "return": {
        const kind = given.do === "receive" ? ("received" as const) : ("returned" as const);
        const of = kind === "received" ? books.balance(number) : books.invoice(number).desk;
        const amountCents = roundCents(Math.max(0, of) * given.share);
        if (amountCents === 0) return;
        const money = { number, kind, method: given.method, amountCents, reference: null };
        const outcome = await recordInvoiceMoney(core, { ...ONCE, ...money }, testMeta);
        if (!cardsOpen && kind === "received") expect(outcome.ok).toBe(amountCents <= of);
        if (outcome.ok) books.desk(number, kind === "received" ? amountCents : -amountCents);
        return;
      }
      case "pay by card": {
        const outcome = await openInvoiceIntent(core, gateway, { number, amountCents: undefined }, testMeta);
        if (!outcome.ok) return;
        const { paymentIntentId } = outcome.value;
        opened.add(paymentIntentId);
        cardsOpen = true;
        await pay(paymentIntentId, given.method);
        await confirmInvoicePayment(core, gateway, { number, paymentIntentId }, testMeta);
        return;
      }
      case "pay what was opened": {
        const found = await findInvoice(core, number);
        for (const intent of Object.keys(found?.invoice.asked ?? {}).slice(-1))
          await pay(intent, given.method);
        cardsOpen = true;
        return;
      }
      case "refund in the dashboard": {
        const [payment_intent] = [...opened].slice(-1);
        if (payment_intent === undefined) return;
        cardsOpen = true;
        const amount = toProviderAmount(given.units * 100);
        await quietly(sdk.refunds.create({ payment_intent, amount: Math.max(1, amount / smallestCents()) }));
        return;
      }
      case "decide disputes":
        cardsOpen = true;
        for (const payment_intent of opened) {
          for (const { id } of (await sdk.disputes.list({ payment_intent })).data) {
            const evidence = { uncategorized_text: given.evidence };
            await quietly(sdk.disputes.update(id, { evidence, submit: true }));
          }
        }
        return;
      default:
        given satisfies never;
    }
  }

  return { run, settle, count, intents, areCardsOpen: () => cardsOpen };
}
