/** Says in plain words what an invoice is and what is to be done about it. */
import type { LinkedInvoice } from "../../../bff/contract/billing/invoices.ts";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { dayAndYear } from "../../../core/venue/time/time-format.ts";

export type InvoiceState = Pick<
  LinkedInvoice,
  "kind" | "number" | "creditOf" | "status" | "overdue" | "dueOn" | "balance" | "total" | "credits"
>;

export const kindText = ({ kind }: Pick<InvoiceState, "kind">): string =>
  kind === "credit" ? "Credit note" : "Invoice";

/** `"Invoice 2026-0001"` */
export const invoiceName = (invoice: Pick<InvoiceState, "kind" | "number">): string =>
  `${kindText(invoice)} ${invoice.number}`;

interface Stated {
  label: string;
  /** The color of its badge. */
  tone: "yellow" | "green" | "blue" | "red" | "neutral";
  text: string;
}

/** The state as a label, and in a sentence or two. */
export function stateOf(invoice: InvoiceState): Stated {
  const { kind, creditOf, status, overdue, dueOn, balance, total } = invoice;
  if (kind === "credit") {
    const text = `This credit note lowers what is due on invoice ${creditOf} by ${formatMoney(total)}.`;
    return { label: "Nothing to pay", tone: "blue", text };
  }
  const returned = Number(balance) < 0 ? ` We return ${formatMoney(balance.slice(1))} to you.` : "";
  if (status === "cancelled") {
    return { label: "Cancelled", tone: "neutral", text: `${creditedBy(invoice)}${returned}` };
  }
  if (status === "paid") {
    const thanks = returned || " Thank you.";
    return { label: "Paid", tone: "green", text: `Nothing is due.${thanks}` };
  }
  const due = formatMoney(balance);
  return overdue
    ? { label: "Overdue", tone: "red", text: `${due} was due on ${dayAndYear(dueOn)}. Please pay it now.` }
    : { label: "Open", tone: "yellow", text: `${due} is due by ${dayAndYear(dueOn)}.` };
}

const creditedBy = ({ credits }: InvoiceState): string =>
  `Nothing is due: ${creditNotes(credits)} ${credits.length === 1 ? "cancels" : "cancel"} the whole invoice.`;

/** `"credit note 2026-0002"`, `"credit notes 2026-0002 and 2026-0005"` */
export function creditNotes(numbers: readonly string[]): string {
  const list = new Intl.ListFormat("en-US").format(numbers);
  return numbers.length === 1 ? `credit note ${list}` : `credit notes ${list}`;
}
