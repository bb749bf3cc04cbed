/** Computes what a billing account and its invoices owe at a venue day (decisions 261, 264). Pure; integer cents. */
import { type Refused, refuse } from "../../log/rejection.ts";
import type { VenueDay } from "../../venue/time/venue-time.ts";
import { formatMoney } from "../rules/money.ts";
import type { AccountInvoice, BillingAccount } from "./account.ts";
import { type ChargedVisit, owedBy, unbilledBy } from "./charged-visits.ts";
import { entriesOf } from "./pages.ts";

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** All that was received, by staff and by card. */
export const invoiceReceivedCents = ({ deskCents, captured }: AccountInvoice): number =>
  deskCents + sum(Object.values(captured));

/** Returned by staff, refunded to cards (from the request on, unless it failed), and withheld by disputes that are open or lost. */
export const invoiceReturnedCents = ({ returnedCents, refunds, disputes }: AccountInvoice): number =>
  returnedCents +
  sum(Object.values(refunds).map(({ amountCents, state }) => (state === "failed" ? 0 : amountCents))) +
  sum(Object.values(disputes).map(({ amountCents, outcome }) => (outcome === "won" ? 0 : amountCents)));

/** Still due; below zero: to be returned. */
export const balanceOf = (invoice: AccountInvoice): number =>
  invoice.totalCents - invoice.creditedCents - invoiceReceivedCents(invoice) + invoiceReturnedCents(invoice);

export type InvoiceStatus = "open" | "paid" | "cancelled";

/** Credited as a whole it is cancelled, even if money is still to be returned. */
export function invoiceStatus(invoice: AccountInvoice): InvoiceStatus {
  if (invoice.creditedCents >= invoice.totalCents) return "cancelled";
  return balanceOf(invoice) > 0 ? "open" : "paid";
}

/** Past its due day and not paid. */
export const isOverdue = (invoice: AccountInvoice, today: VenueDay): boolean =>
  balanceOf(invoice) > 0 && invoice.dueOn < today;

/** What the visits owe, invoiced or not, less the money that the venue keeps. */
export const openCents = ({ owedCents, invoices }: BillingAccount): number =>
  owedCents -
  sum(
    Object.values(invoices).map((invoice) => invoiceReceivedCents(invoice) - invoiceReturnedCents(invoice)),
  );

export const overdueCents = ({ invoices }: BillingAccount, today: VenueDay): number =>
  sum(Object.values(invoices).map((invoice) => (isOverdue(invoice, today) ? balanceOf(invoice) : 0)));

/** What can still be booked, by the credit limit and what is open. */
export const availableOf = (creditLimitCents: number, open: number): number =>
  Math.max(0, creditLimitCents - open);

/** What is on no invoice yet, and the day of the first visit of it; as many steps as there are such days, however many visits there are. */
export function uninvoicedOf({ uninvoiced }: BillingAccount): { cents: number; from: VenueDay | null } {
  const days = [...entriesOf(uninvoiced)].map(([, one]) => one);
  const from = days.reduce<VenueDay | null>(
    (first, { day }) => (first === null || day < first ? day : first),
    null,
  );
  return { cents: sum(days.map(({ cents }) => cents)), from };
}

/** The visits until a day (inclusive) with what is on no invoice yet, the earliest first. */
export const unbilledVisits = (
  { visits }: BillingAccount,
  until: VenueDay | null,
): { bookingId: number; visit: ChargedVisit; cents: number }[] =>
  [...entriesOf(visits)]
    .map(([bookingId, visit]) => ({ bookingId, visit, cents: unbilledBy(visit) }))
    .filter(({ visit, cents }) => cents > 0 && (until === null || visit.day <= until))
    .sort((a, b) =>
      a.visit.day < b.visit.day ? -1 : a.visit.day > b.visit.day ? 1 : a.bookingId - b.bookingId,
    );

export type AccountCondition = "open" | "suspended" | "overdue";

/** Whether anything can be booked on an account, by what is overdue. */
export function conditionOf(
  { suspended }: Pick<BillingAccount, "suspended">,
  overdue: number,
): AccountCondition {
  if (suspended) return "suspended";
  return overdue > 0 ? "overdue" : "open";
}

/** Why this much more cannot be booked on the account now; null if it can. */
export function whyNotBookable(account: BillingAccount, cents: number, today: VenueDay): Refused | null {
  const overdue = overdueCents(account, today);
  switch (conditionOf(account, overdue)) {
    case "suspended":
      return refuse("AccountSuspended");
    case "overdue": {
      return refuse("AccountOverdue", {
        detail: `${formatMoney(overdue)} on this account is overdue. Nothing can be booked on it until that is paid`,
      });
    }
    default: {
      const open = openCents(account);
      if (open + cents <= account.creditLimitCents) return null;
      const left = availableOf(account.creditLimitCents, open);
      return refuse("CreditLimitExceeded", {
        detail: `This costs ${formatMoney(cents)}, and ${formatMoney(left)} of the account's credit limit is left`,
      });
    }
  }
}

/** Whether a visit owes something, and all of it is on invoices that are paid. An invoice that was credited all of it no longer counts. */
export function isVisitPaid(account: BillingAccount, bookingId: number, visit: ChargedVisit): boolean {
  return (
    owedBy(visit) > 0 &&
    visit.invoices.length > 0 &&
    unbilledBy(visit) <= 0 &&
    visit.invoices.every((number) => {
      const invoice = account.invoices[number];
      return invoice !== undefined && ((invoice.lines[bookingId] ?? 0) <= 0 || balanceOf(invoice) <= 0);
    })
  );
}
