/** Writes invoices and credit notes for the bookkeeper: a line for each document and tax rate ([accounts](../../docs/accounts.md)). */
import { currencyCode } from "../../../core/venue/currency.ts";
import type { Invoice } from "../../contract/billing/invoices.ts";
import { CSV_BEGINNING, type CsvCell, csvLine } from "../csv.ts";

const HEADINGS = [
  "Number",
  "Kind",
  "Credit of",
  "Issued on",
  "Due on",
  "Account",
  "Account name",
  "Currency",
  "Net",
  "Tax percent",
  "Tax",
  "Gross",
  "Status",
  "Received",
  "Returned",
  "Credited",
  "Balance",
] as const;

const KINDS = { invoice: "Invoice", credit: "Credit note" } as const;

export const invoicesCsv = (invoices: readonly Invoice[]): string =>
  CSV_BEGINNING + [HEADINGS, ...invoices.flatMap(linesOf)].map(csvLine).join("");

/** Each column of amounts can be summed: a credit note is below zero, and what concerns the whole document is on its first line only. */
function linesOf(invoice: Invoice): CsvCell[][] {
  const isCredit = invoice.kind === "credit";
  const signed = (amount: string): number => (isCredit ? -Number(amount) : Number(amount));
  return invoice.taxes.map(({ percent, net, tax, gross }, at) => [
    invoice.number,
    KINDS[invoice.kind],
    invoice.creditOf,
    invoice.issuedOn,
    isCredit ? null : invoice.dueOn,
    invoice.accountId,
    invoice.accountName,
    currencyCode().toUpperCase(),
    signed(net),
    percent,
    signed(tax),
    signed(gross),
    ...(at === 0 && !isCredit ? moneyOf(invoice) : NO_MONEY),
  ]);
}

const NO_MONEY = [null, null, null, null, null];

const moneyOf = ({ status, received, returned, credited, balance }: Invoice): CsvCell[] => [
  status,
  ...[received, returned, credited, balance].map(Number),
];
