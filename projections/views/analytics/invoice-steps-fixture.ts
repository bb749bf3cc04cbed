/** What may happen to the invoices of a billing account in a random history: issued, paid in any way, returned, credited. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { creditInvoice } from "../../../core/billing/credit-invoice.ts";
import { recordInvoiceMoney } from "../../../core/billing/invoice-money.ts";
import { issueInvoice } from "../../../core/billing/issue-invoice.ts";
import { type AccountInvoice, accountStream } from "../../../core/booking/billing/account.ts";
import { balanceOf } from "../../../core/booking/billing/account-money.ts";
import { DESK_METHODS } from "../../../core/booking/rules/statuses.ts";
import type { Core } from "../../../core/context.ts";
import { load } from "../../../core/log/transact.ts";
import { recordInvoicePayment } from "../../../core/payment/invoice-payments.ts";
import { recordInvoiceRefund } from "../../../core/payment/invoice-refunds.ts";
import { testMeta } from "../../../core/testing/test-core.ts";
import { addDays, venueToday } from "../../../core/venue/time/venue-time.ts";

const which = fc.nat();
/** In parts of what is due, or of what a line has. */
const part = fc.constantFrom(1, 1, 1, 0.5);
const method = fc.constantFrom(...DESK_METHODS);

export const invoiceStep = fc.oneof(
  fc.record({ do: fc.constant("invoice" as const), daysAhead: fc.integer({ min: 0, max: 45 }) }),
  fc.record({ do: fc.constant("receive for an invoice" as const), which, part, method }),
  fc.record({ do: fc.constant("return of an invoice" as const), which, part, method }),
  fc.record({ do: fc.constant("pay an invoice by card" as const), which }),
  fc.record({ do: fc.constantFrom("issue its refund" as const, "fail its refund" as const), which }),
  fc.record({ do: fc.constant("credit" as const), which, part }),
);
export type InvoiceStep = typeof invoiceStep extends fc.Arbitrary<infer S> ? S : never;

const ONCE = { idempotencyKey: null, bodyHash: null };
const newCommand = () => ({ commandId: randomUUID(), meta: testMeta });

/** Refusals are part of a history: they write nothing. */
export async function runInvoiceStep(core: Core, accountId: number, step: InvoiceStep): Promise<void> {
  if (step.do === "invoice") {
    const until = addDays(venueToday(core), step.daysAhead);
    await issueInvoice(core, accountId, { ...ONCE, until }, { meta: testMeta });
    return;
  }
  const { state } = await load(core.sql, accountStream, accountId);
  if (!state.exists) return;
  const invoices = Object.entries(state.invoices);
  const [number, invoice] = invoices[step.which % invoices.length] ?? [];
  if (number !== undefined && invoice)
    await onInvoice(core, step, { number, invoice, reference: state.reference });
}

interface OneInvoice {
  number: string;
  invoice: AccountInvoice;
  /** Of its account at the provider. */
  reference: string;
}

async function onInvoice(
  core: Core,
  step: Exclude<InvoiceStep, { do: "invoice" }>,
  { number, invoice, reference }: OneInvoice,
): Promise<void> {
  const due = balanceOf(invoice);
  switch (step.do) {
    case "receive for an invoice":
    case "return of an invoice": {
      const kind = step.do === "receive for an invoice" ? "received" : "returned";
      const most = kind === "received" ? due : invoice.deskCents - invoice.returnedCents;
      const amountCents = Math.floor(most * step.part);
      if (amountCents <= 0) return;
      const money = { number, kind, method: step.method, amountCents, reference: null } as const;
      await recordInvoiceMoney(core, { ...ONCE, ...money }, testMeta);
      return;
    }
    case "pay an invoice by card": {
      const id = `pi_${number}_${Object.keys(invoice.captured).length + 1}`;
      const paid = { id, status: "succeeded", amountCents: Math.max(due, 2_000), chargeId: null } as const;
      const named = {
        bookingId: null,
        seriesId: null,
        invoice: number,
        reference,
        purpose: "balance",
      } as const;
      const report = { ...paid, ...named, currency: "usd", clientSecret: "", failure: null };
      await recordInvoicePayment(core, number, report, newCommand());
      return;
    }
    case "issue its refund":
    case "fail its refund": {
      const status = step.do === "issue its refund" ? "succeeded" : "failed";
      for (const [refundId, { stripeRefundId }] of Object.entries(invoice.refunds)) {
        const report = {
          status,
          stripeRefundId: stripeRefundId ?? `re_${refundId}`,
          failureCode: null,
        } as const;
        await recordInvoiceRefund(core, report, { invoice: number, reference, refundId }, newCommand());
      }
      return;
    }
    case "credit": {
      const [bookingId, cents] = Object.entries(invoice.lines).find(([, left]) => left > 0) ?? [];
      if (bookingId === undefined || cents === undefined) return;
      const line = { bookingId: Number(bookingId), text: null, cents: Math.ceil(cents * step.part) };
      await creditInvoice(core, { ...ONCE, number, lines: [line], reason: "Cold" }, testMeta);
      return;
    }
    default:
      return step satisfies never;
  }
}
