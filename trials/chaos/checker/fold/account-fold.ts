/** Folds the events of a billing account, without any of the product's code. Pure; in cents, and in milliseconds since 1970. */
import type { LogEvent } from "../evidence/evidence.ts";
import { centsOf, type Fields, fieldsOf, listOf, numberOf, textOf } from "../evidence/fields.ts";
import type { AccountFold, InvoiceFold, InvoiceRefundFold, VisitFold } from "./account-state.ts";
import { sum } from "./booking-money.ts";

export interface Line {
  bookingId: number;
  cents: number;
}

/** The lines of an invoice or a credit note, in their order. */
export const linesOf = (data: Fields): Line[] =>
  listOf(data.lines)
    .map(fieldsOf)
    .map((line) => ({ bookingId: numberOf(line, "bookingId") ?? 0, cents: centsOf(line, "cents") }));

const totalOf = (lines: readonly Line[]): number => sum(lines.map(({ cents }) => cents));

const termsIn = (data: Fields) => ({
  personId: textOf(data, "personId") ?? "",
  creditLimitCents: centsOf(data, "creditLimitCents"),
  paymentDays: centsOf(data, "paymentDays"),
  selfBooking: data.selfBooking === true,
});

const NO_VISIT: VisitFold = { day: "", cents: 0, forgivenCents: 0, billedCents: 0, invoices: [] };

function withVisit(
  account: AccountFold,
  bookingId: number,
  change: (visit: VisitFold) => Partial<VisitFold>,
): AccountFold {
  const before = account.visits.get(bookingId) ?? NO_VISIT;
  return {
    ...account,
    visits: new Map(account.visits).set(bookingId, { ...before, ...change(before) }),
  };
}

function withInvoice(
  account: AccountFold,
  number: string,
  change: (invoice: InvoiceFold) => Partial<InvoiceFold>,
): AccountFold {
  const before = account.invoices.get(number);
  if (!before) return account;
  return { ...account, invoices: new Map(account.invoices).set(number, { ...before, ...change(before) }) };
}

function added(account: AccountFold, data: Fields): AccountFold {
  const number = textOf(data, "number") ?? "";
  const lines = linesOf(data);
  const invoice: InvoiceFold = {
    dueOn: textOf(data, "dueOn") ?? "",
    totalCents: totalOf(lines),
    creditedCents: 0,
    lines: new Map(lines.map(({ bookingId, cents }) => [bookingId, cents])),
    deskCents: 0,
    asked: [],
    captured: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    reminded: 0,
  };
  const issued: AccountFold = { ...account, invoices: new Map(account.invoices).set(number, invoice) };
  return lines.reduce<AccountFold>(
    (all, { bookingId, cents }) =>
      withVisit(all, bookingId, ({ billedCents, invoices }) => ({
        billedCents: billedCents + cents,
        invoices: [...invoices, number],
      })),
    issued,
  );
}

function credited(account: AccountFold, data: Fields): AccountFold {
  const lines = linesOf(data);
  const lowered = withInvoice(account, textOf(data, "invoice") ?? "", (invoice) => {
    const left = new Map(invoice.lines);
    for (const { bookingId, cents } of lines) left.set(bookingId, (left.get(bookingId) ?? 0) - cents);
    return { creditedCents: invoice.creditedCents + totalOf(lines), lines: left };
  });
  return lines.reduce(
    (all, { bookingId, cents }) =>
      withVisit(all, bookingId, ({ billedCents, forgivenCents }) => ({
        billedCents: billedCents - cents,
        forgivenCents: forgivenCents + (data.forgiven === true ? cents : 0),
      })),
    lowered,
  );
}

/** Null before the account is opened. */
export function nextAccount(before: AccountFold | null, event: LogEvent): AccountFold | null {
  const { id, version, type, data, occurredAt } = event;
  const opened: AccountFold | null =
    type === "AccountOpened"
      ? {
          id,
          version,
          begunAt: occurredAt,
          changedAt: occurredAt,
          reference: textOf(data, "reference") ?? "",
          ...termsIn(data),
          suspended: false,
          visits: new Map(),
          invoices: new Map(),
        }
      : before && changed(before, event);
  return opened && { ...opened, version, changedAt: occurredAt };
}

function changed(account: AccountFold, { type, data }: LogEvent): AccountFold {
  const cents = centsOf(data, "amountCents");
  const intent = textOf(data, "paymentIntentId") ?? "";
  const ofInvoice = (change: (invoice: InvoiceFold) => Partial<InvoiceFold>): AccountFold =>
    withInvoice(account, textOf(data, "invoice") ?? "", change);
  const refundId = textOf(data, "refundId") ?? "";
  const refunded = (state: InvoiceRefundFold["state"]): AccountFold =>
    ofInvoice(({ refunds }) => {
      const known = refunds.get(refundId) ?? { intent, cents };
      return { refunds: new Map(refunds).set(refundId, { ...known, state }) };
    });
  const disputeId = textOf(data, "disputeId") ?? "";
  const disputed = (outcome: string | null): AccountFold =>
    ofInvoice(({ disputes }) => {
      const known = disputes.get(disputeId) ?? { intent, cents };
      return { disputes: new Map(disputes).set(disputeId, { ...known, outcome }) };
    });
  switch (type) {
    case "AccountChanged":
      return { ...account, ...termsIn(data), suspended: data.suspended === true };
    case "VisitCharged":
      return withVisit(account, numberOf(data, "bookingId") ?? 0, () => ({
        day: textOf(data, "day") ?? "",
        cents: centsOf(data, "cents"),
      }));
    case "InvoiceAdded":
      return added(account, data);
    case "InvoiceCredited":
      return credited(account, data);
    case "InvoiceMoneyReceived":
      return ofInvoice(({ deskCents }) => ({ deskCents: deskCents + cents }));
    case "InvoiceMoneyReturned":
      return ofInvoice(({ deskCents }) => ({ deskCents: deskCents - cents }));
    case "InvoicePaymentOpened":
      return ofInvoice(({ asked }) => ({ asked: asked.includes(intent) ? asked : [...asked, intent] }));
    case "InvoicePaymentReceived":
      return ofInvoice(({ captured }) => ({ captured: new Map(captured).set(intent, cents) }));
    case "InvoiceRefundRequested":
      return refunded("under-way");
    case "InvoiceRefundIssued":
      return refunded("issued");
    case "InvoiceRefundFailed":
      return refunded("failed");
    case "InvoiceDisputeOpened":
      return disputed(null);
    case "InvoiceDisputeClosed":
      return disputed(textOf(data, "outcome"));
    case "InvoiceReminded":
      return ofInvoice(() => ({ reminded: centsOf(data, "daysAfterDue") }));
    default:
      return account;
  }
}

/** The state of an account after each of its events. */
export function accountStates(events: readonly LogEvent[]): AccountFold[] {
  const states: AccountFold[] = [];
  let state: AccountFold | null = null;
  for (const event of events) {
    state = nextAccount(state, event);
    if (state) states.push(state);
  }
  return states;
}
