/** An invoice or a credit note as a sheet: its recipient, which visits, the tax by rate, and what became of it since. */
import type { LinkedInvoice } from "../../../../bff/contract/billing/invoices.ts";
import { formatMoney, toAmount, toCents } from "../../../../core/booking/rules/money.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { creditNotes, kindText } from "../../format/invoice-words.ts";
import { type PaperRow, PaperSheet } from "../../ui/booking/paper-sheet.tsx";

export function InvoiceSheet({ invoice }: { invoice: LinkedInvoice }) {
  const { kind, number, creditOf, reason, issuedOn, dueOn, lines, taxes, total } = invoice;
  const facts: [string, string][] = [
    [kind === "credit" ? "Credit to" : "Invoice to", recipientText(invoice)],
    ["Issued", shortDayAndYear(issuedOn)],
    kind === "credit" ? ["Lowers", `Invoice ${creditOf}`] : ["Due by", shortDayAndYear(dueOn)],
  ];
  if (reason !== null) facts.push(["Reason", reason]);
  return (
    <PaperSheet
      kind={kindText(invoice)}
      number={number}
      facts={facts}
      caption="The visits, the tax, what was paid and what is due"
      rows={[
        ...lines.map(({ bookingId, text, amount }) => ({ text: `#${bookingId} · ${text}`, amount })),
        { text: "Total", amount: total, strong: true },
        ...taxes
          .filter(({ percent }) => percent > 0)
          .map(({ percent, net, tax }) => ({
            text: `Of it ${percent}% tax, on ${formatMoney(net)}`,
            amount: tax,
          })),
        ...(kind === "credit" ? [] : moneyRows(invoice)),
      ]}
    />
  );
}

/** The name and the lines of the address; an erased customer has neither. */
function recipientText({ accountName, address }: LinkedInvoice): string {
  const lines = [accountName, ...(address ?? "").split("\n")].map((line) => line?.trim()).filter(Boolean);
  return lines.length === 0 ? "Erased" : lines.join("\n");
}

/** What came in, or was let off, since the invoice was issued. */
function moneyRows({ credited, received, returned, balance, credits }: LinkedInvoice): PaperRow[] {
  const isToReturn = Number(balance) < 0;
  const rows = [
    { text: capital(creditNotes(credits)), amount: negative(credited) },
    { text: "Received", amount: negative(received) },
    { text: "Returned", amount: returned },
  ];
  return [
    ...rows.filter(({ amount }) => Number(amount) !== 0),
    isToReturn
      ? { text: "We return to you", amount: balance.slice(1), strong: true }
      : { text: "Due", amount: balance, strong: true },
  ];
}

const negative = (amount: string): string => toAmount(-(toCents(amount) ?? 0));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
