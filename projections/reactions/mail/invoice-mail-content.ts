/** Writes the text of the mails about invoices and credit notes (decision 269). Integer cents; venue days. */
import type { AccountInvoice } from "../../../core/booking/billing/account.ts";
import type { AccountEvent } from "../../../core/booking/billing/account-events.ts";
import { balanceOf, invoiceReceivedCents } from "../../../core/booking/billing/account-money.ts";
import { type DocumentLine, taxesOf } from "../../../core/booking/billing/invoice-documents.ts";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { roundCents } from "../../../core/venue/currency.ts";
import { dayAndYear, shortDayAndYear } from "../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import type { InvoiceMailKind } from "../../words/mail-kinds.ts";
import { WAYS } from "../../words/payment-lines.ts";
import {
  button,
  type ContentBlock,
  type ContentRow,
  type MailContent,
  paragraph,
  small,
} from "./mail-content.ts";

/** What a mail about an invoice refers to. */
export interface InvoiceMailContext {
  /** The event that caused the mail. */
  cause: AccountEvent;
  /** The invoice before the event, and after all that its command decided. */
  before: AccountInvoice | null;
  after: AccountInvoice;
  /** The invoice's number; a credit note's mail is about the invoice that it lowers. */
  invoice: string;
  /** The invoice or the credit note that the mail brings, with staff's own words for a line. */
  document: { number: string; issuedOn: VenueDay; lines: readonly DocumentLine[] };
  /** The reason that staff gave for a credit note, unless it is erased. */
  reason: string | null;
  /** What the command refunds to cards, in cents. */
  refundedCents: number;
  /** The venue's, in lines, for a transfer; empty if it has set none. */
  bankDetails: string;
  /** Opens the document; with `.pdf` its file. */
  url: string;
  /** Opens the invoice, which a card can pay. */
  invoiceUrl: string;
}

/** Lines beyond these are on the invoice only. */
const LINES_TOLD = 10;

const LETTERS: Record<InvoiceMailKind, (context: InvoiceMailContext) => MailContent> = {
  "invoice-issued": issued,
  "credit-note-issued": credited,
  "invoice-reminder": reminder,
  "invoice-paid": paid,
};

export const invoiceMailContent = (kind: InvoiceMailKind, context: InvoiceMailContext): MailContent =>
  LETTERS[kind](context);

function issued(context: InvoiceMailContext): MailContent {
  const { invoice, after, document } = context;
  const total = formatMoney(after.totalCents);
  const due = shortDayAndYear(after.dueOn);
  return {
    subject: `Invoice ${invoice} of ${total}, due on ${due}`,
    heading: "Your invoice",
    preview: `${total}, due on ${due}`,
    blocks: [
      paragraph(
        `This is invoice ${invoice} for your visits. Please pay ${total} by ${dayAndYear(after.dueOn)}.`,
      ),
      ticket(`Invoice ${invoice}`, document.lines, [
        ...sumRows(document.lines),
        ["Issued", dayAndYear(document.issuedOn)],
        ["Due", dayAndYear(after.dueOn)],
      ]),
      ...payBlocks(context),
    ],
  };
}

function credited(context: InvoiceMailContext): MailContent {
  const { cause, invoice, after, document, reason, refundedCents } = context;
  const { number, lines, issuedOn } = document;
  const total = formatMoney(sumOf(lines));
  const byStaff = cause.type === "InvoiceCredited" && cause.data.forgiven;
  const due = balanceOf(after);
  return {
    subject: `Credit note ${number} of ${total} for invoice ${invoice}`,
    heading: "A credit note for you",
    preview: `It lowers invoice ${invoice} by ${total}`,
    blocks: [
      paragraph(
        byStaff
          ? `We have lowered invoice ${invoice} by ${total}. This is credit note ${number} for it.`
          : `A visit on invoice ${invoice} was cancelled or costs less now. This is credit note ${number} for the difference of ${total}.`,
      ),
      ...(reason === null ? [] : [paragraph(`The reason: ${reason}`)]),
      ticket(`Credit note ${number}`, lines, [
        ...sumRows(lines),
        ["Issued", dayAndYear(issuedOn)],
        ["Lowers", `Invoice ${invoice}`],
        ["Still due", formatMoney(Math.max(0, due))],
      ]),
      ...(refundedCents > 0
        ? [
            paragraph(
              `${formatMoney(refundedCents)} is being refunded to your card. Banks take 5 to 10 business days to show it.`,
            ),
          ]
        : []),
      ...(due < 0
        ? [paragraph(`You have paid ${formatMoney(-due)} too much. We will return it to you.`)]
        : []),
      ...(due > 0 ? [paragraph(restText(due, { dueOn: after.dueOn, today: issuedOn }))] : []),
      button("See the credit note", context.url),
      pdfLink(context),
      ...(due > 0 ? [payLink(context), ...transferBlocks(context)] : []),
    ],
  };
}

const restText = (cents: number, { dueOn, today }: { dueOn: VenueDay; today: VenueDay }): string =>
  dueOn < today
    ? `The rest of ${formatMoney(cents)} was due on ${dayAndYear(dueOn)}. Please pay it now.`
    : `Please pay the rest of ${formatMoney(cents)} by ${dayAndYear(dueOn)}.`;

/** The first asks; the second says what follows. */
function reminder(context: InvoiceMailContext): MailContent {
  const { cause, invoice, after, document } = context;
  const isSecond = cause.type === "InvoiceReminded" && cause.data.daysAfterDue > 3;
  const due = formatMoney(balanceOf(after));
  const day = dayAndYear(after.dueOn);
  const rows: ContentRow[] = [
    ["Total", formatMoney(after.totalCents)],
    ...settledRows(after),
    ["Still due", due],
    ["Issued", dayAndYear(document.issuedOn)],
    ["Was due", day],
  ];
  return {
    subject: isSecond
      ? `Overdue: invoice ${invoice}, please pay ${due}`
      : `Reminder: invoice ${invoice} was due on ${shortDayAndYear(after.dueOn)}`,
    heading: isSecond ? "Your invoice is overdue" : "A reminder of your invoice",
    preview: `${due} is still due`,
    blocks: [
      paragraph(
        isSecond
          ? `Invoice ${invoice} was due on ${day}, and ${due} is still unpaid. Nothing can be booked on account until it is paid.`
          : `Invoice ${invoice} was due on ${day}. Perhaps it was overlooked: ${due} is still due.`,
      ),
      { kind: "facts", rows },
      ...payBlocks(context),
      small(
        isSecond
          ? "If something about this invoice is wrong, answer this mail."
          : "If you have just paid, you need to do nothing else.",
      ),
    ],
  };
}

function paid(context: InvoiceMailContext): MailContent {
  const { invoice, before, after, refundedCents } = context;
  const { cents, way } = moneyOf(context.cause);
  const received = `We received ${formatMoney(cents)} (${way}) for invoice ${invoice}.`;
  const refund = `${formatMoney(refundedCents)} of it is more than was due, and is being refunded to your card.`;
  const wasPaid = before !== null && balanceOf(before) <= 0;
  return {
    subject: wasPaid ? `Paid twice: invoice ${invoice}` : `Paid: invoice ${invoice}`,
    heading: wasPaid ? "It was paid already" : "Thank you",
    preview: wasPaid ? "Your card gets the money back" : "Your invoice is paid in full",
    blocks: [
      paragraph(
        wasPaid
          ? `${received} It was paid already, so your card gets the money back. Banks take 5 to 10 business days to show it.`
          : `${received} It is paid in full: nothing is due on it.${refundedCents > 0 ? ` ${refund}` : ""}`,
      ),
      {
        kind: "facts",
        rows: [
          ["Total", formatMoney(after.totalCents)],
          ...settledRows(after),
          ["Still due", formatMoney(0)],
        ],
      },
      button("See the invoice", context.url),
      pdfLink(context),
    ],
  };
}

function moneyOf(cause: AccountEvent): { cents: number; way: string } {
  switch (cause.type) {
    case "InvoiceMoneyReceived":
      return { cents: cause.data.amountCents, way: WAYS[cause.data.method].toLowerCase() };
    case "InvoicePaymentReceived":
      return { cents: cause.data.amountCents, way: WAYS.card.toLowerCase() };
    default:
      throw new Error(`A payment's mail was caused by ${cause.type}`);
  }
}

/** What has lowered the amount due. */
const settledRows = (invoice: AccountInvoice): ContentRow[] => [
  ...(invoice.creditedCents > 0 ? [["Credited", formatMoney(invoice.creditedCents)] as const] : []),
  ...(invoiceReceivedCents(invoice) > 0
    ? [["Received", formatMoney(invoiceReceivedCents(invoice))] as const]
    : []),
];

const sumOf = (lines: readonly DocumentLine[]): number => lines.reduce((sum, { cents }) => sum + cents, 0);

function sumRows(lines: readonly DocumentLine[]): ContentRow[] {
  const tax = taxesOf(lines, roundCents).reduce((sum, { taxCents }) => sum + taxCents, 0);
  return [
    ["Total", formatMoney(sumOf(lines))],
    ...(tax > 0 ? [["Tax, included in the total", formatMoney(tax)] as const] : []),
  ];
}

function ticket(title: string, lines: readonly DocumentLine[], rows: readonly ContentRow[]): ContentBlock {
  const told = lines.slice(0, LINES_TOLD);
  const others = lines.slice(LINES_TOLD);
  const visits = others.length === 1 ? "1 more visit" : `${others.length} more visits`;
  return {
    kind: "lines",
    title,
    lines: told.map(({ text, cents, bookingId }) => ({ text, amount: formatMoney(cents), bookingId })),
    more: others.length === 0 ? null : `${visits}: ${formatMoney(sumOf(others))}`,
    rows,
  };
}

const pdfLink = ({ url }: InvoiceMailContext): ContentBlock => ({
  kind: "links",
  links: [{ label: "Open it as a PDF", url: `${url}.pdf` }],
});

const payLink = ({ invoice, invoiceUrl }: InvoiceMailContext): ContentBlock => ({
  kind: "links",
  links: [{ label: `See and pay invoice ${invoice}`, url: invoiceUrl }],
});

const payBlocks = (context: InvoiceMailContext): ContentBlock[] => [
  button("See and pay", context.url),
  pdfLink(context),
  ...transferBlocks(context),
];

function transferBlocks({ invoice, bankDetails }: InvoiceMailContext): ContentBlock[] {
  const card = `A card can pay invoice ${invoice} at its link.`;
  return bankDetails === ""
    ? [small(`${card} With a transfer, please give the number ${invoice}.`)]
    : [small(`${card} Or pay by transfer, with ${invoice} as the reference:`), paragraph(bankDetails)];
}
