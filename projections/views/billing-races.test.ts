/**
 * Checks what happens to invoices at the same moment: their issue, money, cancellations and credit notes. After each race the log, the account
 * and its row say the same, whichever was first.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBilling } from "../../core/billing/billing-fixture.ts";
import { creditInvoice } from "../../core/billing/credit-invoice.ts";
import { recordInvoiceMoney } from "../../core/billing/invoice-money.ts";
import { issueInvoice } from "../../core/billing/issue-invoice.ts";
import type { AccountInvoice, BillingAccount } from "../../core/booking/billing/account.ts";
import { balanceOf } from "../../core/booking/billing/account-money.ts";
import { documentNumber } from "../../core/booking/billing/invoice-documents.ts";
import { pageValue } from "../../core/booking/billing/pages.ts";
import { handleBooking } from "../../core/booking/handle.ts";
import type { CancelledBy } from "../../core/booking/rules/refund-policy.ts";
import type { Outcome } from "../../core/log/decision.ts";
import { confirmInvoicePayment, openInvoiceIntent } from "../../core/payment/invoice-payments.ts";
import { createMoneyWorld, type MoneyWorld } from "../../core/payment/money-fixture.ts";
import { createTestClock, testMeta } from "../../core/testing/test-core.ts";
import { isClosedDay } from "../../core/venue/time/opening-hours.ts";
import { addDays, instantAt, type VenueDay } from "../../core/venue/time/venue-time.ts";
import { compareAccount } from "./compare-account-fixture.ts";

const ONCE = { idempotencyKey: null, bodyHash: null };
const ROUNDS = 20;
const LAST_DAY = "2029-12-31";
/** Two hours in room 1. */
const VISIT = 15_000;

let world: MoneyWorld;
let core: MoneyWorld["core"];
let billing: ReturnType<typeof createBilling>;
let day: VenueDay = "2026-12-20";

beforeAll(async () => {
  world = await createMoneyWorld();
  core = world.core;
  billing = createBilling(core);
});
afterAll(() => world.close());

function nextDay(): VenueDay {
  do day = addDays(day, 1);
  while (isClosedDay(day));
  return day;
}

const slot = (hour = 10) => ({ roomId: 1, startsAt: instantAt(nextDay(), hour, core.timeZone), hours: 2 });
const visit = (accountId: number) => billing.book(accountId, slot());
const issue = (accountId: number, with_ = core) =>
  issueInvoice(with_, accountId, { ...ONCE, until: LAST_DAY }, { meta: testMeta });
const transfer = (number: string, amountCents: number) => {
  const money = { number, kind: "received", method: "transfer", amountCents, reference: null } as const;
  return recordInvoiceMoney(core, { ...ONCE, ...money }, testMeta);
};
const letOff = (number: string, bookingId: number, cents: number) =>
  creditInvoice(
    core,
    { ...ONCE, number, lines: [{ bookingId, text: null, cents }], reason: "Noise" },
    testMeta,
  );
const cancel = (id: number, cancelledBy: CancelledBy) =>
  handleBooking(
    core,
    id,
    { type: "CancelBooking", cancelledBy, now: core.clock.now() },
    { commandId: randomUUID(), meta: testMeta },
  );

/** An invoice of two visits. */
async function invoiced() {
  const accountId = await billing.open();
  const [first, second] = [await visit(accountId), await visit(accountId)];
  return { accountId, first, second, number: await billing.invoice(accountId, LAST_DAY) };
}

/** A card that the provider has charged for the whole invoice; nothing of it is recorded yet. */
async function chargedCard(number: string): Promise<string> {
  const opened = await openInvoiceIntent(core, world.gateway, { number, amountCents: undefined }, testMeta);
  if (!opened.ok) throw new Error(opened.rejection.code);
  const { paymentIntentId } = opened.value;
  await world.sdk.paymentIntents.confirm(paymentIntentId, { payment_method: "pm_card_visa" });
  return paymentIntentId;
}
const recordCard = (number: string, paymentIntentId: string) =>
  confirmInvoicePayment(core, world.gateway, { number, paymentIntentId }, testMeta);

const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? "ok" : outcome.rejection.code);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const refundsOf = ({ refunds }: AccountInvoice): number =>
  sum(Object.values(refunds).map(({ amountCents }) => amountCents));

function invoiceOf(account: BillingAccount, number: string): AccountInvoice {
  const invoice = account.invoices[number];
  if (!invoice) throw new Error(`No invoice ${number}`);
  return invoice;
}

/** Both at once; every other round the second is sent first. */
async function race<A, B>(round: number, a: () => Promise<A>, b: () => Promise<B>): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([a(), b()]);
  const second = b();
  return Promise.all([a(), second]);
}

describe("at the same moment", () => {
  it("a booking and an invoice: the visit is on this invoice or on the next", async () => {
    const accountId = await billing.open({ terms: { creditLimitCents: 100_000_000 } });
    const visits: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await visit(accountId);
      const [id, issued] = await race(
        round,
        () => visit(accountId),
        () => issue(accountId),
      );
      visits.push(id);
      expect(codeOf(issued)).toBe("ok");
      expect(["ok", "NothingToInvoice"]).toContain(codeOf(await issue(accountId)));
    }
    const account = await compareAccount(core, accountId);
    for (const id of visits) expect(pageValue(account.visits, id)?.invoices).toHaveLength(1);
  });

  it.each([
    ["venue", VISIT],
    // By the first terms a tenth of the downpayment is kept.
    ["customer", VISIT - 750],
  ] as const)("a transfer of all, and a cancellation by the %s", async (by, credit) => {
    for (let round = 0; round < 8; round++) {
      const { accountId, first, number } = await invoiced();
      const [paid, cancelled] = await race(
        round,
        () => transfer(number, 2 * VISIT),
        () => cancel(first, by),
      );
      expect(codeOf(cancelled)).toBe("ok");
      const invoice = invoiceOf(await compareAccount(core, accountId), number);
      expect(invoice.creditedCents).toBe(credit);
      expect(["ok", "MoreThanDue"]).toContain(codeOf(paid));
      // Staff return what was transferred before.
      expect(balanceOf(invoice)).toBe(paid.ok ? -credit : 2 * VISIT - credit);
    }
  });

  it("a card payment of all, and a cancellation: the card gets back what is credited", async () => {
    for (let round = 0; round < 8; round++) {
      const { accountId, first, number } = await invoiced();
      const intent = await chargedCard(number);
      const [paid, cancelled] = await race(
        round,
        () => recordCard(number, intent),
        () => cancel(first, "venue"),
      );
      expect([codeOf(paid), codeOf(cancelled)]).toEqual(["ok", "ok"]);
      const invoice = invoiceOf(await compareAccount(core, accountId), number);
      expect([invoice.creditedCents, refundsOf(invoice), balanceOf(invoice)]).toEqual([VISIT, VISIT, 0]);
    }
  });

  it("two credit notes that are too much together: one is refused", async () => {
    for (let round = 0; round < 8; round++) {
      const { accountId, first, number } = await invoiced();
      const both = await race(
        round,
        () => letOff(number, first, 10_000),
        () => letOff(number, first, 9_000),
      );
      expect(both.map(codeOf).sort()).toEqual(["CreditTooHigh", "ok"]);
      const invoice = invoiceOf(await compareAccount(core, accountId), number);
      expect(invoice.creditedCents).toBe(both[0].ok ? 10_000 : 9_000);
    }
  });

  it("a cancellation and a credit note of the same visit: it is credited once", async () => {
    for (let round = 0; round < 8; round++) {
      const { accountId, first, number } = await invoiced();
      const [cancelled, credited] = await race(
        round,
        () => cancel(first, "venue"),
        () => letOff(number, first, 10_000),
      );
      expect(codeOf(cancelled)).toBe("ok");
      expect(["ok", "CreditTooHigh"]).toContain(codeOf(credited));
      const invoice = invoiceOf(await compareAccount(core, accountId), number);
      expect(invoice.creditedCents).toBe(VISIT);
      expect(invoice.credits).toHaveLength(credited.ok ? 2 : 1);
    }
  });

  it("a card payment and a transfer of all: the card is refunded, or the transfer refused", async () => {
    for (let round = 0; round < 8; round++) {
      const { accountId, number } = await invoiced();
      const intent = await chargedCard(number);
      const [card, transferred] = await race(
        round,
        () => recordCard(number, intent),
        () => transfer(number, 2 * VISIT),
      );
      expect([codeOf(card), codeOf(transferred)]).toEqual(
        transferred.ok ? ["PaymentRefunded", "ok"] : ["ok", "NothingDue"],
      );
      const invoice = invoiceOf(await compareAccount(core, accountId), number);
      expect(invoice.captured).toEqual({ [intent]: 2 * VISIT });
      expect([refundsOf(invoice), balanceOf(invoice)]).toEqual([transferred.ok ? 2 * VISIT : 0, 0]);
    }
  });

  it("invoices of many accounts around midnight of the new year: no gap in either year", async () => {
    const years = { 2026: "2027-01-01T04:59:59Z", 2027: "2027-01-01T05:00:00Z" };
    const count = async (year: string) =>
      (await core.sql`select version from events where stream = ${`invoices-${year}`} order by version`).map(
        ({ version }) => version,
      );
    const before = { 2026: (await count("2026")).length, 2027: (await count("2027")).length };
    const accounts: number[] = [];
    for (let n = 0; n < 20; n++) {
      accounts.push(await billing.open());
      await visit(accounts.at(-1) ?? 0);
    }
    const issued = await Promise.all(
      accounts.map((id, n) => issue(id, { ...core, clock: createTestClock(years[n % 2 ? 2026 : 2027]) })),
    );
    const numbers = issued.map((one) => (one.ok ? one.value.value?.number : one.rejection.code)).sort();
    const expected = ([2026, 2027] as const).flatMap((year) =>
      Array.from({ length: 10 }, (_, n) => documentNumber(year, before[year] + n + 1)),
    );
    expect(numbers).toEqual(expected);
    for (const year of [2026, 2027] as const) {
      expect(await count(String(year))).toEqual(Array.from({ length: before[year] + 10 }, (_, n) => n + 1));
    }
    for (const id of accounts) await compareAccount(core, id);
  });
});
