/** Tells of an account's events which mails about invoices must have been sent, and their recipients. The checker does not share this with the product. */
import type { LogEvent } from "./evidence.ts";
import { centsOf, fieldsOf, listOf, textOf } from "./fields.ts";

/** Kinds by the event that causes them. */
export const INVOICE_MAILS: Readonly<Record<string, string>> = {
  InvoiceAdded: "invoice-issued",
  InvoiceCredited: "credit-note-issued",
  InvoiceReminded: "invoice-reminder",
  InvoiceMoneyReceived: "invoice-paid",
  InvoicePaymentReceived: "invoice-paid",
};

/** The number of the invoice that an event is about; null if it is about none. */
const invoiceOf = ({ type, data }: LogEvent): string | null =>
  textOf(data, type === "InvoiceAdded" ? "number" : "invoice");

const isAbout =
  (event: LogEvent) =>
  (other: LogEvent): boolean =>
    invoiceOf(other) === invoiceOf(event);

const linesOf = ({ data }: LogEvent): number =>
  listOf(data.lines).reduce<number>((sum, line) => sum + centsOf(fieldsOf(line), "cents"), 0);

/** What is due of the invoice after these events, in cents; a dispute withholds what it is about unless it is won. */
function balanceAfter(events: readonly LogEvent[]): number {
  const disputed = new Map<string | null, number>();
  let balance = 0;
  for (const event of events) {
    const cents = centsOf(event.data, "amountCents");
    const disputeId = textOf(event.data, "disputeId");
    switch (event.type) {
      case "InvoiceAdded":
        balance += linesOf(event);
        break;
      case "InvoiceCredited":
        balance -= linesOf(event);
        break;
      case "InvoiceMoneyReceived":
      case "InvoicePaymentReceived":
        balance -= cents;
        break;
      case "InvoiceMoneyReturned":
      case "InvoiceRefundRequested":
        balance += cents;
        break;
      case "InvoiceDisputeOpened":
        disputed.set(disputeId, cents);
        break;
      case "InvoiceDisputeClosed":
        if (textOf(event.data, "outcome") === "won") disputed.delete(disputeId);
        break;
    }
  }
  return [...disputed.values()].reduce((sum, cents) => sum + cents, balance);
}

/** Whether the mail of this event must have been sent. What came later may have overtaken a reminder or the thanks for a payment. */
export function isInvoiceMailRequired(
  event: LogEvent,
  { earlier, later }: { earlier: readonly LogEvent[]; later: readonly LogEvent[] },
): boolean {
  const kind = INVOICE_MAILS[event.type];
  if (kind === "invoice-issued" || kind === "credit-note-issued") return true;
  if (later.some(isAbout(event))) return false;
  if (kind === "invoice-reminder") return true;
  const before = earlier.filter(isAbout(event));
  return balanceAfter(before) > 0 && balanceAfter([...before, event]) <= 0;
}

/** The row of personal data that the event's document was issued to: the account's holder at that time. */
export function holderOf(event: LogEvent, stream: readonly LogEvent[]): string | null {
  const issued = event.type === "InvoiceCredited" ? event : stream.find(isAbout(event));
  const named = stream.filter(
    ({ version, data }) => version <= (issued ?? event).version && textOf(data, "personId") !== null,
  );
  return textOf(named.at(-1)?.data ?? {}, "personId");
}
