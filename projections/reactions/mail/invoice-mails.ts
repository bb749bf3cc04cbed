/** Writes the mails about invoices and credit notes for their recipients (decision 269), each from an event of its account. */
import { readDocument } from "../../../core/billing/read-document.ts";
import { type AccountInvoice, accountStream } from "../../../core/booking/billing/account.ts";
import type { AccountEvent } from "../../../core/booking/billing/account-events.ts";
import { balanceOf } from "../../../core/booking/billing/account-money.ts";
import type { DocumentLine, RecordedDocument } from "../../../core/booking/billing/invoice-documents.ts";
import type { Core } from "../../../core/context.ts";
import { fold, type RecordedEvent } from "../../../core/log/stream.ts";
import { personalReferencesIn, readPersons } from "../../../core/person/personal-data.ts";
import type { InvoiceMailKind } from "../../words/mail-kinds.ts";
import { type InvoiceMailContext, invoiceMailContent } from "./invoice-mail-content.ts";
import { type Envelope, mail, mailboxOf, notWritten, type Written } from "./written.ts";

export async function invoiceMail(
  core: Core,
  envelope: Envelope,
  { kind, version }: { kind: InvoiceMailKind; version: number },
  events: readonly RecordedEvent<AccountEvent>[],
): Promise<Written> {
  const told = toldBy(events, version);
  const reason = whyNotTold(kind, told);
  if (reason) return notWritten(reason);
  const document = await readDocument(core.sql, told.number);
  if (!document) throw new Error(`There is no document ${told.number}`);
  const { personId, issuedOn } = document.data;
  const invoice = told.number === told.invoice ? document : await readDocument(core.sql, told.invoice);
  if (!invoice) throw new Error(`There is no document ${told.invoice}`);
  const persons = await readPersons(core.sql, personalReferencesIn(document.data));
  const textOf = (id: string | null | undefined) => (id ? (persons.get(id)?.freeText ?? null) : null);
  const to = mailboxOf(persons.get(personId) ?? null);
  if (!to) return notWritten("no-address");
  const letter = invoiceMailContent(kind, {
    ...told,
    document: { number: told.number, issuedOn, lines: linesOf(document, textOf) },
    reason: document.type === "CreditNoteIssued" ? textOf(document.data.reasonId) : null,
    bankDetails: core.settings.now().bankDetails,
    url: core.links.invoice({ number: told.number, personId }).url,
    invoiceUrl: core.links.invoice({ number: told.invoice, personId: invoice.data.personId }).url,
  });
  return mail(core, envelope, { to, about: personId }, letter);
}

/** The lines with the words that staff gave them. */
function linesOf(
  { type, data }: RecordedDocument,
  textOf: (id: string | null | undefined) => string | null,
): DocumentLine[] {
  const notes = type === "CreditNoteIssued" ? data.noteId : undefined;
  return data.lines.map((line, at) => ({ ...line, text: textOf(notes?.[at]) ?? line.text }));
}

interface Told extends Pick<InvoiceMailContext, "cause" | "before" | "after" | "invoice" | "refundedCents"> {
  /** The document that the mail links to. */
  number: string;
  /** The invoice now. */
  current: AccountInvoice;
}

/** The invoice that the event of this version is about, before it, after its command, and now. */
function toldBy(events: readonly RecordedEvent<AccountEvent>[], version: number): Told {
  const cause = events[version - 1];
  if (!cause) throw new Error(`The account has no event ${version}`);
  const end = events.findLastIndex(({ commandId }) => commandId === cause.commandId) + 1;
  const invoice = invoiceOf(cause);
  const at = (count: number): AccountInvoice | null => {
    const account = fold(accountStream, events.slice(0, count));
    return (account.exists && account.invoices[invoice]) || null;
  };
  const [after, current] = [at(end), at(events.length)];
  if (!after || !current) throw new Error(`${cause.stream} has no invoice ${invoice}`);
  const refunds = events.filter(
    (event) =>
      event.commandId === cause.commandId &&
      event.type === "InvoiceRefundRequested" &&
      event.data.invoice === invoice,
  );
  return {
    cause,
    before: at(version - 1),
    after,
    current,
    invoice,
    number: cause.type === "InvoiceCredited" ? cause.data.number : invoice,
    refundedCents: refunds.reduce(
      (sum, event) => sum + (event.type === "InvoiceRefundRequested" ? event.data.amountCents : 0),
      0,
    ),
  };
}

function invoiceOf({ type, data }: AccountEvent): string {
  if (type === "InvoiceAdded") return data.number;
  if ("invoice" in data) return data.invoice;
  throw new Error(`${type} is about no invoice`);
}

/** A document is brought however it goes on; a reminder and a receipt must still be true. */
function whyNotTold(
  kind: InvoiceMailKind,
  { cause, before, after, current }: Told,
): "overtaken" | "not-in-full" | null {
  const isPaidNow = balanceOf(current) <= 0;
  switch (kind) {
    case "invoice-issued":
    case "credit-note-issued":
      return null;
    case "invoice-reminder": {
      const latest = current.reminded.at(-1);
      const isLatest = cause.type === "InvoiceReminded" && cause.data.daysAfterDue === latest;
      return isPaidNow || !isLatest ? "overtaken" : null;
    }
    case "invoice-paid": {
      if (balanceOf(after) > 0) return "not-in-full";
      // Money for an invoice that was paid already is told if a card gets it back.
      const wasPaid = before !== null && balanceOf(before) <= 0;
      if (wasPaid && cause.type !== "InvoicePaymentReceived") return "not-in-full";
      return isPaidNow ? null : "overtaken";
    }
    default:
      return kind satisfies never;
  }
}
