/** Reads from an account's events how money moved: the invoice, the method and the amount. Pure; integer cents, below zero if returned. */
import type { TakingsMethod } from "../rules/statuses.ts";
import type { AccountInvoice, AccountState } from "./account.ts";
import type { AccountEvent } from "./account-events.ts";

export interface InvoiceMoneyMoved {
  invoice: string;
  method: TakingsMethod;
  cents: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** What cards have paid of an invoice, less what the provider has refunded or withdrawn for a dispute. */
const cardBalanceCents = ({ captured, refunds, disputes }: AccountInvoice): number =>
  sum(Object.values(captured)) -
  sum(Object.values(refunds).map(({ state, amountCents }) => (state === "issued" ? amountCents : 0))) -
  sum(Object.values(disputes).map(({ outcome, amountCents }) => (outcome === "won" ? 0 : amountCents)));

function cardBalanceOf(account: AccountState, number: string): number {
  const invoice = account.exists ? account.invoices[number] : undefined;
  return invoice ? cardBalanceCents(invoice) : 0;
}

/** The money that an event moves; null if it moves none. A refund to a card counts once the provider has made it. */
export function accountMoneyMovedBy({
  before,
  after,
  event,
}: {
  before: AccountState;
  after: AccountState;
  event: AccountEvent;
}): InvoiceMoneyMoved | null {
  switch (event.type) {
    case "InvoiceMoneyReceived":
    case "InvoiceMoneyReturned": {
      const { invoice, method, amountCents } = event.data;
      return { invoice, method, cents: event.type === "InvoiceMoneyReceived" ? amountCents : -amountCents };
    }
    case "InvoicePaymentReceived":
    case "InvoiceRefundIssued":
    case "InvoiceRefundFailed":
    case "InvoiceDisputeOpened":
    case "InvoiceDisputeClosed": {
      const { invoice } = event.data;
      const cents = cardBalanceOf(after, invoice) - cardBalanceOf(before, invoice);
      return cents === 0 ? null : { invoice, method: "card", cents };
    }
    default:
      return null;
  }
}
