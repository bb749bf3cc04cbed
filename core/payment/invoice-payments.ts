/** Opens and records the card payments of invoices (decision 264). Only what the provider says is believed. Integer cents. */
import { randomUUID } from "node:crypto";
import { changeAccount } from "../billing/change-account.ts";
import { readDocument } from "../billing/read-document.ts";
import type { AccountInvoice, BillingAccount } from "../booking/billing/account.ts";
import { balanceOf } from "../booking/billing/account-money.ts";
import { type AccountPlan, add, addCardRefunds } from "../booking/billing/account-plan.ts";
import { loadAccount } from "../booking/billing/load-account.ts";
import { refuseBelowCardMinimum } from "../booking/state/booking-money.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Refused, refuse, refuseField } from "../log/rejection.ts";
import { currencyCode } from "../venue/currency.ts";
import type { IntentReport, PaymentGateway, RetryPolicy } from "./gateway.ts";
import { newCommand, type OpenIntent } from "./payments.ts";
import type { CommandContext } from "./record-payment.ts";

/** An invoice with its account. */
interface FoundInvoice {
  accountId: number;
  number: string;
  account: BillingAccount;
  invoice: AccountInvoice;
}

/** Null if no invoice has this number; a credit note is none. */
export async function findInvoice(core: Pick<Core, "sql">, number: string): Promise<FoundInvoice | null> {
  const document = await readDocument(core.sql, number);
  if (document?.type !== "InvoiceIssued") return null;
  const { accountId } = document.data;
  const { state } = await loadAccount(core.sql, accountId);
  const invoice = state.exists ? state.invoices[number] : undefined;
  return state.exists && invoice ? { accountId, number, account: state, invoice } : null;
}

/** What a card can pay of an invoice now, in cents; or why nothing. */
export function invoiceDueCents(invoice: AccountInvoice): { ok: true; cents: number } | Refused {
  const cents = balanceOf(invoice);
  if (cents <= 0) return refuse("AlreadyPaid", { detail: "This invoice is paid" });
  return refuseBelowCardMinimum(cents) ?? { ok: true, cents };
}

const lastIntentId = ({ asked, captured }: AccountInvoice): string | null =>
  Object.keys(asked).findLast((id) => captured[id] === undefined) ?? null;

/**
 * Opens the payment of what is due of an invoice, or answers the intent that is open for exactly that. The caller has checked the link. An
 * intent that turns out to be paid is recorded and answered `AlreadyPaid`.
 */
export async function openInvoiceIntent(
  core: Core,
  gateway: PaymentGateway,
  { number, amountCents: stated }: { number: string; amountCents: number | null | undefined },
  meta: EventMeta,
): Promise<Outcome<OpenIntent>> {
  const found = await findInvoice(core, number);
  if (!found) return refuse("InvoiceNotFound");
  const { accountId, account, invoice } = found;
  const due = invoiceDueCents(invoice);
  if (!due.ok) return due;
  const amountCents = due.cents;
  if (stated !== undefined && stated !== amountCents) {
    return refuseField("AmountMismatch", "amount", "The amount is not what is due of the invoice");
  }
  const lastId = lastIntentId(invoice);
  const last = lastId === null ? null : await gateway.retrieveIntent(lastId);
  if (last?.status === "succeeded") {
    await recordInvoicePayment(core, number, last, newCommand("open-intent", meta));
    return refuse("AlreadyPaid", { detail: "This invoice is paid" });
  }
  if (last?.status === "open" || last?.status === "processing") {
    if (last.amountCents === amountCents) {
      const { id: paymentIntentId, clientSecret } = last;
      return {
        ok: true,
        value: { amountCents, paymentIntentId, clientSecret, holdUntil: null },
        position: null,
      };
    }
    // Two open intents could both be paid.
    const canceled = await gateway.cancelIntent(last.id);
    if (canceled?.status === "succeeded") return refuse("ConcurrentChange");
  }
  const { reference } = account;
  const ordinal = Object.keys(invoice.asked).length + 1;
  const intent = await gateway.openIntent({
    invoice: number,
    reference,
    amountCents,
    idempotencyKey: `${reference}/${number}/payment-${ordinal}-${amountCents}`,
  });
  const outcome = await changeAccount(core, accountId, {
    ...newCommand("open-intent", meta),
    decide(plan) {
      const now = plan.after.invoices[number];
      if (!now || balanceOf(now) !== amountCents) return refuse("ConcurrentChange");
      if (now.asked[intent.id] === undefined) {
        // Another call was faster with its own intent; the next call gets that one.
        if (lastIntentId(now) !== lastId) return refuse("ConcurrentChange");
        const data = { invoice: number, paymentIntentId: intent.id, amountCents };
        add(plan, { type: "InvoicePaymentOpened", data });
      }
      return { ok: true, value: null };
    },
  });
  if (!outcome.ok) return outcome;
  const { id: paymentIntentId, clientSecret } = intent;
  return { ...outcome, value: { amountCents, paymentIntentId, clientSecret, holdUntil: null } };
}

/** A client says that it paid. The intent is fetched from the provider. */
export async function confirmInvoicePayment(
  core: Core,
  gateway: PaymentGateway,
  { number, paymentIntentId }: { number: string; paymentIntentId: string },
  meta: EventMeta,
): Promise<Outcome<AccountPlan>> {
  const report = await gateway.retrieveIntent(paymentIntentId);
  if (!report) {
    const message = "The payment provider has no such payment intent";
    return refuseField("UnknownPaymentIntent", "paymentIntentId", message);
  }
  const mismatch = refuseField(
    "PaymentMismatch",
    "paymentIntentId",
    "This payment intent belongs to something else",
  );
  if (report.invoice !== number) return mismatch;
  const recorded = await recordInvoicePayment(core, number, report, newCommand("confirm-payment", meta));
  return recorded ?? mismatch;
}

/**
 * Records what the provider reports of an invoice's intent: money received, once. What is more than was due then is refunded by itself; if
 * that is all of it, the answer is `PaymentRefunded`. Null if the intent is of another account: its number was given again.
 */
export async function recordInvoicePayment(
  core: Core,
  number: string,
  report: IntentReport,
  context: CommandContext,
): Promise<Outcome<AccountPlan> | null> {
  const found = await findInvoice(core, number);
  if (!found || report.reference !== found.account.reference) return null;
  if (report.currency !== currencyCode()) return refuse("PaymentMismatch");
  if (report.status !== "succeeded") {
    const detail = report.failure?.message;
    return refuse("PaymentNotSucceeded", detail === undefined ? {} : { detail });
  }
  const { id: paymentIntentId, chargeId, amountCents } = report;
  const outcome = await changeAccount(core, found.accountId, {
    ...context,
    decide(plan) {
      const before = plan.after.invoices[number];
      if (before?.captured[paymentIntentId] === undefined) {
        const data = { invoice: number, paymentIntentId, chargeId, amountCents };
        add(plan, { type: "InvoicePaymentReceived", data });
        addCardRefunds(plan, number);
      }
      return { ok: true, value: null };
    },
  });
  if (!outcome.ok) return outcome;
  const { plan } = outcome.value;
  const refunded = Object.values(plan.after.invoices[number]?.refunds ?? {})
    .filter((refund) => refund.paymentIntentId === paymentIntentId)
    .reduce((sum, refund) => sum + refund.amountCents, 0);
  if (refunded >= amountCents) {
    return refuse("PaymentRefunded", {
      detail: "This invoice was paid already. The full amount is being refunded to your card",
    });
  }
  return { ...outcome, value: plan };
}

/** Asks the provider about the account's open intents, so that a lost webhook loses no payment. */
export async function reconcileInvoicePayment(
  core: Core,
  gateway: PaymentGateway,
  { accountId }: { accountId: number },
  policy?: RetryPolicy,
): Promise<void> {
  const { state } = await loadAccount(core.sql, accountId);
  if (!state.exists) return;
  for (const [number, invoice] of Object.entries(state.invoices)) {
    const intentId = lastIntentId(invoice);
    if (intentId === null) continue;
    const report = await gateway.retrieveIntent(intentId, policy);
    if (report?.status !== "succeeded") continue;
    await recordInvoicePayment(core, number, report, {
      commandId: `reconcile:${randomUUID()}`,
      meta: { actor: { kind: "system" }, requestId: `reconcile:invoice-${number}` },
    });
  }
}
