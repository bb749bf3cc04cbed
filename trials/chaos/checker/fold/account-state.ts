/** The checker's state of a billing account and its invoices after some of its events. In cents, and in venue days. */
import { sum } from "./booking-money.ts";

export interface VisitFold {
  day: string;
  /** What it owes by its booking. */
  cents: number;
  /** Let off by staff's credit notes. */
  forgivenCents: number;
  /** On invoices, less credit notes. */
  billedCents: number;
  /** The invoices that it is on. */
  invoices: readonly string[];
}

export interface InvoiceRefundFold {
  intent: string;
  cents: number;
  state: "under-way" | "issued" | "failed";
}

export interface InvoiceFold {
  dueOn: string;
  totalCents: number;
  creditedCents: number;
  /** What credit notes left of each line, by booking. */
  lines: ReadonlyMap<number, number>;
  /** Received by staff, less what they returned. */
  deskCents: number;
  /** The intents that were opened, in their order. */
  asked: readonly string[];
  /** The captured cents by intent. */
  captured: ReadonlyMap<string, number>;
  refunds: ReadonlyMap<string, InvoiceRefundFold>;
  disputes: ReadonlyMap<string, { intent: string; cents: number; outcome: string | null }>;
  /** The latest reminder, in days after the due day; 0 if there was none. */
  reminded: number;
}

export interface AccountFold {
  id: number;
  version: number;
  begunAt: number;
  changedAt: number;
  reference: string;
  personId: string;
  creditLimitCents: number;
  paymentDays: number;
  selfBooking: boolean;
  suspended: boolean;
  /** By booking. */
  visits: ReadonlyMap<number, VisitFold>;
  /** By number, in the order of issue. */
  invoices: ReadonlyMap<string, InvoiceFold>;
}

export const owedBy = ({ cents, forgivenCents }: VisitFold): number => Math.max(0, cents - forgivenCents);

const goneOf = ({ refunds, disputes }: InvoiceFold, is: (refund: InvoiceRefundFold) => boolean): number =>
  sum([...refunds.values()].filter(is).map(({ cents }) => cents)) +
  sum([...disputes.values()].map(({ outcome, cents }) => (outcome === "won" ? 0 : cents)));

/** What the venue keeps of the money: a refund is gone from its request on, unless it failed. */
const keptOf = (invoice: InvoiceFold): number =>
  invoice.deskCents + sum(invoice.captured.values()) - goneOf(invoice, ({ state }) => state !== "failed");

/** What cards have brought: a refund is gone once the provider has made it. */
export const onCardsOf = (invoice: InvoiceFold): number =>
  sum(invoice.captured.values()) - goneOf(invoice, ({ state }) => state === "issued");

/** Still due; below zero: to be returned. */
export const balanceOf = (invoice: InvoiceFold): number =>
  invoice.totalCents - invoice.creditedCents - keptOf(invoice);

/** What can still be refunded of a card payment. */
export function leftOnCard({ captured, refunds, disputes }: InvoiceFold, intent: string): number {
  const gone = [
    ...[...refunds.values()].map((one) => (one.intent === intent && one.state !== "failed" ? one.cents : 0)),
    ...[...disputes.values()].map((one) => (one.intent === intent && one.outcome !== "won" ? one.cents : 0)),
  ];
  return Math.max(0, (captured.get(intent) ?? 0) - sum(gone));
}

/** What the visits owe, invoiced or not, less the money that the venue keeps. */
export const openOf = ({ visits, invoices }: AccountFold): number =>
  sum([...visits.values()].map(owedBy)) - sum([...invoices.values()].map(keptOf));

/** Whether a visit owes something, and all of it is on invoices that are paid. One that was credited all of it does not count. */
export function isPaid({ visits, invoices }: AccountFold, bookingId: number): boolean {
  const visit = visits.get(bookingId);
  if (!visit || owedBy(visit) === 0 || visit.billedCents < owedBy(visit)) return false;
  const counting = visit.invoices.filter((number) => (invoices.get(number)?.lines.get(bookingId) ?? 0) > 0);
  return counting.every((number) => {
    const invoice = invoices.get(number);
    return invoice !== undefined && balanceOf(invoice) <= 0;
  });
}
