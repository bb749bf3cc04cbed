/** Defines the streams `account-N`: a billing account as its events make it (decisions 260 to 265). Pure; integer cents, venue days. */
import { defineStream } from "../../log/stream.ts";
import type { VenueDay } from "../../venue/time/venue-time.ts";
import { type AccountEvent, accountEventDefinitions } from "./account-events.ts";
import { type ChargedVisits, noVisits, withVisit } from "./charged-visits.ts";

interface CardRefund {
  paymentIntentId: string;
  amountCents: number;
  state: "under-way" | "issued" | "failed";
  stripeRefundId: string | null;
}

interface CardDispute {
  paymentIntentId: string;
  amountCents: number;
  /** Null while it is open. */
  outcome: "won" | "lost" | null;
}

/** An invoice of the account, with its money. */
export interface AccountInvoice {
  issuedOn: VenueDay;
  dueOn: VenueDay;
  totalCents: number;
  /** What is left of each visit's line after credit notes, by booking. */
  lines: Readonly<Record<string, number>>;
  /** The numbers of its credit notes. */
  credits: readonly string[];
  creditedCents: number;
  /** Received by staff, and returned by them. */
  deskCents: number;
  returnedCents: number;
  /** The amount of each payment intent that was opened, in the order of opening. */
  asked: Readonly<Record<string, number>>;
  /** What the provider captured, by payment intent. */
  captured: Readonly<Record<string, number>>;
  refunds: Readonly<Record<string, CardRefund>>;
  disputes: Readonly<Record<string, CardDispute>>;
  /** So many days after the due day, reminders were mailed. */
  reminded: readonly number[];
}

export interface BillingAccount extends ChargedVisits {
  exists: true;
  reference: string;
  personId: string;
  creditLimitCents: number;
  paymentDays: number;
  selfBooking: boolean;
  suspended: boolean;
  /** By number, in the order of issue. */
  invoices: Readonly<Record<string, AccountInvoice>>;
}
export type AccountState = { exists: false } | BillingAccount;

function withInvoice(
  account: BillingAccount,
  number: string,
  change: (invoice: AccountInvoice) => Partial<AccountInvoice>,
): BillingAccount {
  const invoice = account.invoices[number];
  if (!invoice) return account;
  return {
    ...account,
    invoices: { ...account.invoices, [number]: { ...invoice, ...change(invoice) } },
  };
}

const sumOf = (lines: readonly { cents: number }[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

/** What is left of each line; a credit note may name a visit several times. */
function withoutCredited(
  before: AccountInvoice["lines"],
  credited: readonly { bookingId: number; cents: number }[],
): AccountInvoice["lines"] {
  const left = { ...before };
  for (const { bookingId, cents } of credited) left[bookingId] = (left[bookingId] ?? 0) - cents;
  return left;
}

function evolveAccount(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === "AccountOpened") {
    return {
      exists: true,
      ...event.data,
      suspended: false,
      ...noVisits,
      invoices: {},
    };
  }
  return state.exists ? evolveOpened(state, event) : state;
}

function evolveOpened(
  account: BillingAccount,
  event: Exclude<AccountEvent, { type: "AccountOpened" }>,
): BillingAccount {
  switch (event.type) {
    case "AccountChanged":
      return { ...account, ...event.data };
    case "VisitCharged": {
      const { bookingId, day, cents } = event.data;
      return withVisit(account, bookingId, (visit) => ({ ...visit, day, cents }));
    }
    case "InvoiceAdded": {
      const { number, issuedOn, dueOn, lines } = event.data;
      const invoice: AccountInvoice = {
        issuedOn,
        dueOn,
        totalCents: sumOf(lines),
        lines: Object.fromEntries(lines.map(({ bookingId, cents }) => [bookingId, cents])),
        credits: [],
        creditedCents: 0,
        deskCents: 0,
        returnedCents: 0,
        asked: {},
        captured: {},
        refunds: {},
        disputes: {},
        reminded: [],
      };
      const added = { ...account, invoices: { ...account.invoices, [number]: invoice } };
      return lines.reduce<BillingAccount>(
        (all, { bookingId, cents }) =>
          withVisit(all, bookingId, (visit) => ({
            ...visit,
            billedCents: visit.billedCents + cents,
            invoices: [...visit.invoices, number],
          })),
        added,
      );
    }
    case "InvoiceCredited": {
      const { number, invoice: lowered, lines, forgiven } = event.data;
      const credited = withInvoice(account, lowered, (invoice) => ({
        credits: [...invoice.credits, number],
        creditedCents: invoice.creditedCents + sumOf(lines),
        lines: withoutCredited(invoice.lines, lines),
      }));
      return lines.reduce<BillingAccount>(
        (all, { bookingId, cents }) =>
          withVisit(all, bookingId, (visit) => ({
            ...visit,
            billedCents: visit.billedCents - cents,
            forgivenCents: visit.forgivenCents + (forgiven ? cents : 0),
          })),
        credited,
      );
    }
    case "InvoiceMoneyReceived": {
      const { invoice: number, amountCents } = event.data;
      return withInvoice(account, number, ({ deskCents }) => ({ deskCents: deskCents + amountCents }));
    }
    case "InvoiceMoneyReturned": {
      const { invoice: number, amountCents } = event.data;
      return withInvoice(account, number, ({ returnedCents }) => ({
        returnedCents: returnedCents + amountCents,
      }));
    }
    case "InvoicePaymentOpened": {
      const { invoice: number, paymentIntentId, amountCents } = event.data;
      return withInvoice(account, number, ({ asked }) => ({
        asked: { ...asked, [paymentIntentId]: amountCents },
      }));
    }
    case "InvoicePaymentReceived": {
      const { invoice: number, paymentIntentId, amountCents } = event.data;
      return withInvoice(account, number, ({ captured }) => ({
        captured: { ...captured, [paymentIntentId]: amountCents },
      }));
    }
    case "InvoiceRefundRequested": {
      const { invoice: number, refundId, paymentIntentId, amountCents } = event.data;
      const refund = { paymentIntentId, amountCents, state: "under-way", stripeRefundId: null } as const;
      return withInvoice(account, number, ({ refunds }) => ({ refunds: { ...refunds, [refundId]: refund } }));
    }
    case "InvoiceRefundIssued":
      return withRefund(account, event.data, { state: "issued", stripeRefundId: event.data.stripeRefundId });
    case "InvoiceRefundFailed":
      return withRefund(account, event.data, { state: "failed", stripeRefundId: event.data.stripeRefundId });
    case "InvoiceDisputeOpened": {
      const { invoice: number, disputeId, paymentIntentId, amountCents } = event.data;
      const dispute = { paymentIntentId, amountCents, outcome: null };
      return withInvoice(account, number, ({ disputes }) => ({
        disputes: { ...disputes, [disputeId]: dispute },
      }));
    }
    case "InvoiceDisputeClosed": {
      const { invoice: number, disputeId, outcome } = event.data;
      return withInvoice(account, number, ({ disputes }) => {
        const dispute = disputes[disputeId];
        return dispute ? { disputes: { ...disputes, [disputeId]: { ...dispute, outcome } } } : {};
      });
    }
    case "InvoiceReminded": {
      const { invoice: number, daysAfterDue } = event.data;
      return withInvoice(account, number, ({ reminded }) => ({ reminded: [...reminded, daysAfterDue] }));
    }
    default:
      return event satisfies never;
  }
}

const withRefund = (
  account: BillingAccount,
  { invoice: number, refundId }: { invoice: string; refundId: string },
  change: Pick<CardRefund, "state" | "stripeRefundId">,
): BillingAccount =>
  withInvoice(account, number, ({ refunds }) => {
    const refund = refunds[refundId];
    return refund ? { refunds: { ...refunds, [refundId]: { ...refund, ...change } } } : {};
  });

export const accountStream = defineStream({
  category: "account",
  events: accountEventDefinitions,
  initial: { exists: false } as AccountState,
  evolve: evolveAccount,
});
