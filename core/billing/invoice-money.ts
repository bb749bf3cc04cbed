/** Records money that staff receive and return for an invoice, in parts if need be (decision 264). Integer cents. */

import type { AccountInvoice } from "../booking/billing/account.ts";
import { balanceOf } from "../booking/billing/account-money.ts";
import { add } from "../booking/billing/account-plan.ts";
import { formatMoney } from "../booking/rules/money.ts";
import type { DeskMethod } from "../booking/rules/statuses.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import type { IdempotentRequest } from "../log/idempotency.ts";
import { type Refused, type RejectionCode, refuse } from "../log/rejection.ts";
import { storePerson, textRow } from "../person/personal-data.ts";
import { type ChangedAccount, changeAccountOnce } from "./change-account.ts";
import { readDocument } from "./read-document.ts";

export interface AskedMoney extends IdempotentRequest {
  number: string;
  kind: "received" | "returned";
  method: DeskMethod;
  amountCents: number;
  reference: string | null;
}

/** What staff can return: what they received and have not returned, or what is overpaid because the refund to a card failed. */
const returnableCents = (invoice: AccountInvoice): number =>
  Math.max(0, invoice.deskCents - invoice.returnedCents, -balanceOf(invoice));

/**
 * Answers `NothingDue` and `MoreThanDue` to money that pays for nothing, and `ReturnTooHigh` above what is to be returned. Paid in full, the
 * invoice's bookings are paid in the same append.
 */
export async function recordInvoiceMoney(
  core: Core,
  { number, kind, method, amountCents, reference, ...request }: AskedMoney,
  meta: EventMeta,
): Promise<Outcome<ChangedAccount<null> & { accountId: number }>> {
  const document = await readDocument(core.sql, number);
  if (!document) return refuse("InvoiceNotFound");
  if (document.type !== "InvoiceIssued") return refuse("NotAnInvoice");
  const { accountId } = document.data;
  const words = reference === null ? null : textRow(reference);
  const outcome = await changeAccountOnce<null>(core, accountId, {
    request,
    meta,
    decide(plan) {
      const invoice = plan.after.invoices[number];
      if (!invoice) return refuse("InvoiceNotFound");
      const refusal =
        kind === "received" ? whyNotReceived(invoice, amountCents) : whyNotReturned(invoice, amountCents);
      if (refusal) return refusal;
      const data = { invoice: number, method, amountCents, referenceId: words?.id };
      add(plan, { type: kind === "received" ? "InvoiceMoneyReceived" : "InvoiceMoneyReturned", data });
      return { ok: true, value: null };
    },
    appendRules: [
      ...(words ? [storePerson(words)] : []),
      // It excludes the close of a day (`guard.cash_stands`).
      ...(method === "cash" ? [{ operation: "move_cash" }] : []),
    ],
  });
  return outcome.ok ? { ...outcome, value: { ...outcome.value, accountId } } : outcome;
}

function whyNotReceived(invoice: AccountInvoice, cents: number): Refused | null {
  const due = balanceOf(invoice);
  if (due <= 0) return refuse("NothingDue", { detail: "Nothing is due on this invoice" });
  return cents > due ? tooMuch("MoreThanDue", `Only ${formatMoney(due)} is due on this invoice`) : null;
}

function whyNotReturned(invoice: AccountInvoice, cents: number): Refused | null {
  const left = returnableCents(invoice);
  return cents > left
    ? tooMuch("ReturnTooHigh", `At most ${formatMoney(left)} of the money received can be returned`)
    : null;
}

const tooMuch = (code: RejectionCode, message: string): Refused =>
  refuse(code, { detail: message, errors: [{ path: "amount", message }] });
