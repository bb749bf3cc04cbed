/** Writes billing accounts, invoices and credit notes as JSON. */
import type { AccountInvoice, BillingAccount } from "../../../core/booking/billing/account.ts";
import {
  availableOf,
  balanceOf,
  conditionOf,
  invoiceReceivedCents,
  invoiceReturnedCents,
  invoiceStatus,
  isOverdue,
  openCents,
  overdueCents,
  uninvoicedOf,
} from "../../../core/booking/billing/account-money.ts";
import {
  documentNumber,
  type RecordedDocument,
  taxesOf,
} from "../../../core/booking/billing/invoice-documents.ts";
import { toAmount } from "../../../core/booking/rules/money.ts";
import type { Links } from "../../../core/links.ts";
import type { Person } from "../../../core/person/personal-data.ts";
import { roundCents } from "../../../core/venue/currency.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import type { AccountRow } from "../../../projections/views/billing-accounts.ts";
import type { AccountChoice, AccountSummary } from "../../contract/billing/accounts.ts";
import type { Invoice } from "../../contract/billing/invoices.ts";

/** The figures of an account, from a read table or from its own events. */
interface AccountFigures
  extends Pick<BillingAccount, "creditLimitCents" | "paymentDays" | "selfBooking" | "suspended"> {
  openCents: number;
  overdueCents: number;
  uninvoicedCents: number;
}

const figuresJson = (of: AccountFigures) => ({
  creditLimit: toAmount(of.creditLimitCents),
  paymentDays: of.paymentDays,
  selfBooking: of.selfBooking,
  suspended: of.suspended,
  state: conditionOf(of, of.overdueCents),
  open: toAmount(of.openCents),
  overdue: toAmount(of.overdueCents),
  available: toAmount(availableOf(of.creditLimitCents, of.openCents)),
  uninvoiced: toAmount(of.uninvoicedCents),
});

/** An account as lists show it. */
export const accountSummaryJson = (row: AccountRow): AccountSummary => ({
  id: row.accountId,
  name: row.name,
  email: row.email,
  address: row.address,
  ...figuresJson(row),
  createdAt: row.createdAt.toISOString(),
});

export function accountChoiceJson(row: AccountRow): AccountChoice {
  const { available, state } = figuresJson(row);
  return { id: row.accountId, name: row.name, email: row.email, available, state };
}

/** The figures as the account's own events make them, so that an answer shows a change that was just made. */
export const accountFigures = (account: BillingAccount, today: VenueDay) =>
  figuresJson({
    ...account,
    openCents: openCents(account),
    overdueCents: overdueCents(account, today),
    uninvoicedCents: uninvoicedOf(account).cents,
  });

const sumOf = (lines: readonly { cents: number }[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

/** The sums of lines: total and tax, also by rate. */
export function sumsJson(lines: readonly { cents: number; taxPercent: number }[]) {
  const taxes = taxesOf(lines, roundCents);
  return {
    total: toAmount(sumOf(lines)),
    tax: toAmount(taxes.reduce((sum, { taxCents }) => sum + taxCents, 0)),
    taxes: taxes.map(({ percent, grossCents, taxCents }) => ({
      percent,
      net: toAmount(grossCents - taxCents),
      tax: toAmount(taxCents),
      gross: toAmount(grossCents),
    })),
  };
}

/** What becomes of a document after it was issued. */
const moneyJson = (invoice: AccountInvoice, today: VenueDay) => ({
  status: invoiceStatus(invoice),
  overdue: isOverdue(invoice, today),
  credited: toAmount(invoice.creditedCents),
  received: toAmount(invoiceReceivedCents(invoice)),
  returned: toAmount(invoiceReturnedCents(invoice)),
  balance: toAmount(balanceOf(invoice)),
  credits: [...invoice.credits],
});

/** A credit note is settled once it is issued. */
const SETTLED = {
  status: "paid",
  overdue: false,
  credited: "0.00",
  received: "0.00",
  returned: "0.00",
  balance: "0.00",
  credits: [],
} as const satisfies Partial<Invoice>;

/** A document with its account; `persons` has the rows of personal data that it names. */
export function invoiceJson(
  document: RecordedDocument,
  {
    account,
    persons,
    today,
    links,
  }: {
    account: BillingAccount;
    persons: ReadonlyMap<string, Person>;
    today: VenueDay;
    links: Pick<Links, "invoice">;
  },
): Invoice {
  const { data } = document;
  const number = documentNumber(document.id, document.version);
  const holder = persons.get(data.personId);
  const wordsOf = (id: string | null | undefined): string | null =>
    id ? (persons.get(id)?.freeText ?? null) : null;
  const isCredit = document.type === "CreditNoteIssued";
  const notes = isCredit ? document.data.noteId : undefined;
  const own = account.invoices[number];
  return {
    number,
    kind: isCredit ? "credit" : "invoice",
    creditOf: isCredit ? document.data.invoice : null,
    accountId: data.accountId,
    accountName: holder?.firstName ?? null,
    address: holder?.freeText ?? null,
    email: holder?.email ?? null,
    issuedOn: data.issuedOn,
    dueOn: isCredit ? data.issuedOn : document.data.dueOn,
    lines: data.lines.map(({ bookingId, text, cents }, at) => ({
      bookingId,
      text: wordsOf(notes?.[at]) ?? text,
      amount: toAmount(cents),
    })),
    ...sumsJson(data.lines),
    url: links.invoice({ number, personId: data.personId }).url,
    reason: isCredit ? wordsOf(document.data.reasonId) : null,
    ...(own && !isCredit ? moneyJson(own, today) : { ...SETTLED, credits: [] }),
  };
}
