/** Sets up tests of billing accounts by the product's own commands: an account, visits on it, invoices and their money. */
import type { BookingRequest } from "../booking/new-booking.ts";
import { requestBooking } from "../booking/request-booking.ts";
import type { DeskMethod } from "../booking/rules/statuses.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { bookingRequest, testMeta } from "../testing/test-core.ts";
import { type VenueDay, venueDayOf } from "../venue/time/venue-time.ts";
import { type AccountHolder, type AccountTerms, openAccount } from "./accounts.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { recordInvoiceMoney } from "./invoice-money.ts";
import { issueInvoice } from "./issue-invoice.ts";

const ONCE = { idempotencyKey: null, bodyHash: null };

const HOLDER: AccountHolder = {
  name: "The Tuesday Choir",
  email: "choir@example.test",
  address: "12 Song Street\nNew York, NY 10001",
};

const TERMS: AccountTerms = { creditLimitCents: 1_000_000, paymentDays: 14, selfBooking: false };

function done<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`${outcome.rejection.code}: ${outcome.rejection.detail ?? ""}`);
  return outcome.value;
}

export function createBilling(core: Core, meta: EventMeta = testMeta) {
  return {
    /** A new account; answers its id. */
    async open({
      holder = {},
      terms = {},
    }: {
      holder?: Partial<AccountHolder>;
      terms?: Partial<AccountTerms>;
    } = {}) {
      const asked = { holder: { ...HOLDER, ...holder }, terms: { ...TERMS, ...terms } };
      return done(await openAccount(core, { ...ONCE, ...asked }, meta)).id;
    },
    /** A visit on account; answers its booking's id. */
    async book(
      accountId: number,
      visit: { roomId: number; startsAt: Date; hours?: number } & Partial<BookingRequest>,
    ): Promise<number> {
      const request = { ...bookingRequest(core, visit), ...ONCE, accountId };
      return done(await requestBooking(core, request, meta)).id;
    },
    /** Invoices every visit until a day, by default today; answers the invoice's number. */
    async invoice(accountId: number, until: VenueDay = venueDayOf(core.clock.now(), core.timeZone)) {
      const issued = done(await issueInvoice(core, accountId, { ...ONCE, until }, { meta }));
      const number = issued.value?.number;
      if (!number) throw new Error("No invoice was issued");
      return number;
    },
    async receive(number: string, amountCents: number, method: DeskMethod = "transfer") {
      const money = { kind: "received", number, method, amountCents, reference: null } as const;
      done(await recordInvoiceMoney(core, { ...ONCE, ...money }, meta));
    },
    async giveBack(number: string, amountCents: number, method: DeskMethod = "transfer") {
      const money = { kind: "returned", number, method, amountCents, reference: null } as const;
      done(await recordInvoiceMoney(core, { ...ONCE, ...money }, meta));
    },
    /** Staff let off a part of a visit's line. */
    async credit(number: string, bookingId: number, cents: number) {
      const lines = [{ bookingId, text: null, cents }];
      done(await creditInvoice(core, { ...ONCE, number, lines, reason: "The heating failed" }, meta));
    },
  };
}
