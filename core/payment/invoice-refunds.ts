/** Sends and records the refunds of invoices' card payments, and records their disputes (decision 264). Integer cents. */
import { changeAccount } from "../billing/change-account.ts";
import type { AccountInvoice } from "../booking/billing/account.ts";
import { type AccountPlan, add, addCardRefunds } from "../booking/billing/account-plan.ts";
import { loadAccount } from "../booking/billing/load-account.ts";
import { disputeSteps, type RecordDispute } from "../booking/payment/disputes.ts";
import type { RefundCommand } from "../booking/payment/refunds.ts";
import type { Core } from "../context.ts";
import {
  type IntentReport,
  type PaymentGateway,
  type RefundReference,
  RefundRefused,
  type RefundReport,
} from "./gateway.ts";
import { findInvoice, recordInvoicePayment } from "./invoice-payments.ts";
import type { CommandContext } from "./record-payment.ts";

type InvoiceRefundName = Extract<RefundReference, { invoice: string }>;

/** Records what the provider says of a refund that we requested. */
export async function recordInvoiceRefund(
  core: Core,
  report: Pick<RefundReport, "status" | "failureCode"> & {
    /** Null if the provider refused to make it. */
    stripeRefundId: string | null;
  },
  { invoice: number, reference, refundId }: InvoiceRefundName,
  context: CommandContext,
): Promise<"recorded" | "another-booking"> {
  const found = await findInvoice(core, number);
  if (!found || reference !== found.account.reference) return "another-booking";
  const { stripeRefundId, status, failureCode: reasonCode } = report;
  await changeAccount(core, found.accountId, {
    ...context,
    decide(plan) {
      const refund = plan.after.invoices[number]?.refunds[refundId];
      const own = { invoice: number, refundId };
      if (status === "failed" && canFail(refund, stripeRefundId)) {
        add(plan, { type: "InvoiceRefundFailed", data: { ...own, stripeRefundId, reasonCode } });
      } else if (status !== "failed" && refund?.state === "under-way" && stripeRefundId !== null) {
        add(plan, { type: "InvoiceRefundIssued", data: { ...own, stripeRefundId } });
      }
      return { ok: true, value: null };
    },
  });
  return "recorded";
}

/** An issued refund can fail only by its own id. */
const canFail = (
  refund: AccountInvoice["refunds"][string] | undefined,
  stripeRefundId: string | null,
): boolean =>
  refund !== undefined &&
  (refund.state === "under-way" || (refund.state === "issued" && refund.stripeRefundId === stripeRefundId));

/** Records a refund that was made in the provider's dashboard, or a dispute. The payment is recorded before what became of it. */
export async function recordInvoiceFollowUp(
  core: Core,
  number: string,
  report: IntentReport,
  command: RecordDispute | Extract<RefundCommand, { type: "RecordOutsideRefund" }>,
  context: CommandContext,
): Promise<"recorded" | "another-booking"> {
  const found = await findInvoice(core, number);
  if (!found || report.reference !== found.account.reference) return "another-booking";
  if (report.status === "succeeded") {
    await recordInvoicePayment(core, number, report, {
      ...context,
      commandId: `${context.commandId}:payment`,
    });
  }
  await changeAccount(core, found.accountId, {
    ...context,
    decide(plan) {
      const invoice = plan.after.invoices[number];
      if (invoice) {
        if (command.type === "RecordDispute") addDispute(plan, number, invoice, command);
        else addOutsideRefund(plan, number, invoice, command);
      }
      return { ok: true, value: null };
    },
  });
  return "recorded";
}

/** By the rule of bookings. Money that comes back after the invoice was paid again is refunded by itself. */
function addDispute(
  plan: AccountPlan,
  number: string,
  invoice: AccountInvoice,
  command: RecordDispute,
): void {
  const { disputeId, paymentIntentId } = command;
  const { opensAtCents, ends } = disputeSteps(command, invoice.disputes[disputeId]);
  if (opensAtCents !== null) {
    const data = { invoice: number, disputeId, paymentIntentId, amountCents: opensAtCents };
    add(plan, { type: "InvoiceDisputeOpened", data });
  }
  if (ends !== null) {
    add(plan, { type: "InvoiceDisputeClosed", data: { invoice: number, disputeId, outcome: ends } });
    if (ends === "won") addCardRefunds(plan, number);
  }
}

function addOutsideRefund(
  plan: AccountPlan,
  number: string,
  invoice: AccountInvoice,
  {
    stripeRefundId,
    paymentIntentId,
    amountCents,
    failed,
    reasonCode,
  }: Extract<RefundCommand, { type: "RecordOutsideRefund" }>,
): void {
  const known = Object.entries(invoice.refunds).find(
    ([refundId, refund]) => refundId === stripeRefundId || refund.stripeRefundId === stripeRefundId,
  );
  const refundId = known?.[0] ?? stripeRefundId;
  if (!known) {
    add(
      plan,
      { type: "InvoiceRefundRequested", data: { invoice: number, refundId, paymentIntentId, amountCents } },
      { type: "InvoiceRefundIssued", data: { invoice: number, refundId, stripeRefundId } },
    );
  }
  if (failed && known?.[1].state !== "failed") {
    add(plan, {
      type: "InvoiceRefundFailed",
      data: { invoice: number, refundId, stripeRefundId, reasonCode },
    });
  }
}

/** Sends a requested refund to the provider, once: its own name is the idempotency key. A refusal for good is recorded. */
export async function issueInvoiceRefund(
  core: Core,
  gateway: PaymentGateway,
  { accountId, invoice: number, refundId }: { accountId: number; invoice: string; refundId: string },
): Promise<void> {
  const { state } = await loadAccount(core.sql, accountId);
  const refund = state.exists ? state.invoices[number]?.refunds[refundId] : undefined;
  if (!state.exists || refund?.state !== "under-way") return;
  const name = { invoice: number, reference: state.reference, refundId };
  const key = `${state.reference}/${number}/${refundId}`;
  const report = await sendRefund(gateway, {
    paymentIntentId: refund.paymentIntentId,
    amountCents: refund.amountCents,
    idempotencyKey: key,
    name,
  });
  const context: CommandContext = {
    commandId: `record-refund:${key}`,
    meta: { actor: { kind: "system" }, requestId: `refund:invoice-${number}` },
  };
  await recordInvoiceRefund(core, report, name, context);
}

async function sendRefund(
  gateway: PaymentGateway,
  request: Parameters<PaymentGateway["refund"]>[0],
): Promise<Parameters<typeof recordInvoiceRefund>[1]> {
  try {
    return { status: "succeeded", failureCode: null, ...(await gateway.refund(request)) };
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error;
    return { status: "failed", failureCode: error.code, stripeRefundId: null };
  }
}
