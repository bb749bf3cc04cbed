/** Decides which card payments of an invoice are refunded when it has received too much (decision 264). Pure; integer cents. */
import type { AccountInvoice } from "./account.ts";
import type { AccountEvent } from "./account-events.ts";
import { balanceOf } from "./account-money.ts";

/** What can still be refunded of a payment, in cents. */
function leftOf({ captured, refunds, disputes }: AccountInvoice, paymentIntentId: string): number {
  const refunded = Object.values(refunds).filter(
    (refund) => refund.paymentIntentId === paymentIntentId && refund.state !== "failed",
  );
  const disputed = Object.values(disputes).filter(
    (dispute) => dispute.paymentIntentId === paymentIntentId && dispute.outcome !== "won",
  );
  const taken = [...refunded, ...disputed].reduce((sum, { amountCents }) => sum + amountCents, 0);
  return Math.max(0, (captured[paymentIntentId] ?? 0) - taken);
}

/** Refunds of what is overpaid, the latest payment first, as far as cards have paid it. */
export function cardRefundsOf(number: string, invoice: AccountInvoice): AccountEvent[] {
  const events: AccountEvent[] = [];
  let over = -balanceOf(invoice);
  for (const paymentIntentId of Object.keys(invoice.captured).reverse()) {
    const amountCents = Math.min(over, leftOf(invoice, paymentIntentId));
    if (amountCents <= 0) continue;
    over -= amountCents;
    const refundId = `refund-${Object.keys(invoice.refunds).length + events.length + 1}`;
    events.push({
      type: "InvoiceRefundRequested",
      data: { invoice: number, refundId, paymentIntentId, amountCents },
    });
  }
  return events;
}
