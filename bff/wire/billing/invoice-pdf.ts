/** Prints an invoice or a credit note as a PDF: the same file whenever it is asked for, since neither ever changes. */
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { oneLine } from "../../../core/text/one-line.ts";
import type { VenueDetails } from "../../../core/venue/settings.ts";
import { dayAndYear, shortDayAndYear } from "../../../core/venue/time/time-format.ts";
import type { Invoice } from "../../contract/billing/invoices.ts";
import { openPaper, type Paper, RULE } from "./paper.ts";
import { drawTable } from "./paper-table.ts";

/** Nothing in it changes after the invoice was issued, unless a person is erased. */
export type PrintedInvoice = Pick<
  Invoice,
  | "number"
  | "kind"
  | "creditOf"
  | "accountName"
  | "address"
  | "issuedOn"
  | "dueOn"
  | "lines"
  | "taxes"
  | "total"
  | "reason"
>;

/** The venue as it was on the day of the invoice. */
export type Letterhead = Pick<
  VenueDetails,
  "name" | "address" | "phone" | "email" | "taxNumber" | "bankDetails"
>;

/** `payLink` is the address of the mail, where a card pays. */
export async function invoicePdf(
  invoice: PrintedInvoice,
  venue: Letterhead,
  payLink: string | null,
): Promise<Buffer> {
  const { number, kind, creditOf, reason, issuedOn } = invoice;
  const name = `${kind === "credit" ? "Credit note" : "Invoice"} ${number}`;
  const title = creditOf === null ? name : `${name} for invoice ${creditOf}`;

  const paper = await openPaper({ title, on: issuedOn });
  writeLetterhead(paper, venue);
  writeRecipient(paper, invoice);
  paper.paragraph(title, { size: 18, isBold: true }, "H1");
  if (reason !== null) {
    paper.y += 6;
    paper.paragraph(`Reason: ${reason}`);
  }
  paper.y += 14;
  await writeLines(paper, invoice);
  await writeTaxes(paper, invoice);
  paper.y += 24;
  const bankLines = linesOf(venue.bankDetails);
  if (!paper.hasRoom(END_HEIGHT + heightOf(paper, bankLines))) await paper.turnPage();
  if (kind === "invoice") writeWaysToPay(paper, invoice, { ...venue, bankLines }, payLink);
  else writeUseOfCredit(paper, invoice);
  return paper.close(`${venue.name} · ${name}`);
}

/** Of what follows the tables, without bank details; all of it is kept together on a page. */
const END_HEIGHT = 130;

const heightOf = (paper: Paper, lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + paper.heightOf(line, {}, paper.width), 0);

/** Labels and the letterhead. */
const SMALL = { size: 8.5, isGray: true };
const READABLE = { size: 10.5 };

/** Two columns: the second begins with the same edge on the whole page. */
function columnsOf({ left, right, width }: Paper) {
  const edge = left + width * 0.62;
  return [
    { x: left, width: edge - left - 12 },
    { x: edge, width: right - edge },
  ] as const;
}

function writeLetterhead(paper: Paper, { name, address, phone, email, taxNumber }: Letterhead): void {
  const [main, aside] = columnsOf(paper);
  const top = paper.y;
  paper.column([name], { ...main, y: top }, { size: 14, isBold: true });
  const below = paper.y;
  const lines = [address.street, address.city, phone, email, taxNumber && `Tax number ${taxNumber}`];
  paper.column(lines, { ...aside, y: top + 3 }, SMALL);
  paper.y = Math.max(below, paper.y) + 16;
  paper.rule(paper.y, paper.left, RULE);
  paper.y += 26;
}

/** The recipient, and the days beside it. */
function writeRecipient(paper: Paper, invoice: PrintedInvoice): void {
  const { kind, issuedOn, dueOn } = invoice;
  const [main, aside] = columnsOf(paper);
  const top = paper.y;
  paper.column([kind === "credit" ? "Credit to" : "Invoice to"], { ...main, y: top }, SMALL);
  paper.column(recipientLines(invoice), { ...main, y: paper.y }, READABLE);
  const below = paper.y;
  paper.column(["Issued"], { ...aside, y: top }, SMALL);
  paper.column([shortDayAndYear(issuedOn)], { ...aside, y: paper.y }, READABLE);
  if (kind === "invoice") {
    paper.column(["Due"], { ...aside, y: paper.y + 6 }, SMALL);
    paper.column([shortDayAndYear(dueOn)], { ...aside, y: paper.y }, READABLE);
  }
  paper.y = Math.max(below, paper.y) + 30;
}

/** What has more lines than an address has is joined, so that it never fills the page. */
const ADDRESS_LINES = 8;

function recipientLines({ accountName, address }: PrintedInvoice): string[] {
  if (accountName === null && address === null) return ["Erased"];
  const lines = linesOf(address ?? "Erased");
  const [first, rest] = [lines.slice(0, ADDRESS_LINES - 1), lines.slice(ADDRESS_LINES - 1)];
  return [accountName ?? "Erased", ...first, rest.join(", ")];
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

const BOOKING_WIDTH = 62;
const AMOUNT_WIDTH = 86;

const writeLines = (paper: Paper, { lines, total }: PrintedInvoice): Promise<void> =>
  drawTable(paper, {
    columns: [
      { head: "Booking", width: BOOKING_WIDTH },
      { head: "Visit", width: paper.width - BOOKING_WIDTH - AMOUNT_WIDTH },
      { head: "Amount", width: AMOUNT_WIDTH, isAmount: true },
    ],
    rows: lines.map(({ bookingId, text, amount }) => [
      `#${bookingId}`,
      oneLine(text, 500),
      formatMoney(amount),
    ]),
    foot: ["Total", "", formatMoney(total)],
  });

/** Without a tax there is nothing to tell. */
async function writeTaxes(paper: Paper, { taxes }: PrintedInvoice): Promise<void> {
  if (taxes.every(({ percent }) => percent === 0)) return;
  paper.y += 14;
  await drawTable(paper, {
    columns: [
      { head: "Tax contained", width: 80 },
      { head: "Net", width: AMOUNT_WIDTH, isAmount: true },
      { head: "Tax", width: AMOUNT_WIDTH, isAmount: true },
      { head: "Gross", width: AMOUNT_WIDTH, isAmount: true },
    ],
    rows: taxes.map(({ percent, net, tax, gross }) => [
      `${percent}%`,
      formatMoney(net),
      formatMoney(tax),
      formatMoney(gross),
    ]),
  });
}

function writeWaysToPay(
  paper: Paper,
  { number, dueOn, total }: PrintedInvoice,
  { email, bankLines }: Pick<Letterhead, "email"> & { bankLines: readonly string[] },
  payLink: string | null,
): void {
  paper.paragraph("How to pay", { size: 11, isBold: true }, "H2");
  paper.y += 3;
  paper.paragraph(`Please pay ${formatMoney(total)} by ${dayAndYear(dueOn)}.`);
  if (payLink !== null) {
    paper.y += 8;
    paper.paragraph("By card", { isBold: true });
    paper.link(payLink);
  }
  paper.y += 8;
  paper.paragraph("By transfer", { isBold: true });
  paper.column(bankLines, { x: paper.left, y: paper.y, width: paper.width }, {});
  const reference = `Give ${number} as the reference, so that we know what the money is for.`;
  const asking = `Ask ${email} for our bank account if you do not have it.`;
  paper.paragraph(bankLines.length > 0 ? reference : `${reference} ${asking}`);
}

const writeUseOfCredit = (paper: Paper, { creditOf, total }: PrintedInvoice): void =>
  paper.paragraph(
    `This credit note lowers what is due on invoice ${creditOf} by ${formatMoney(total)}; nothing is to be paid. We return what was paid beyond the rest.`,
  );
