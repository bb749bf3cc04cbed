/** Pays what is due of an invoice by card; without a hold, it can take its time (decisions 66, 264). */
import { useRef } from "react";
import type { LinkedInvoice } from "../../../../bff/contract/billing/invoices.ts";
import { formatMoney, toCents } from "../../../../core/booking/rules/money.ts";
import { VENUE_INKS } from "../../../../core/venue/rooms/inks.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { invoiceName } from "../../format/invoice-words.ts";
import { toast } from "../../ui/toast/toast.tsx";
import type { SettledPayment } from "./open-payment.ts";
import { PayForm } from "./pay-form.tsx";
import { invoicePayable } from "./payable.ts";
import { forgetIntent } from "./returned-intent.ts";
import { useCardPayment } from "./use-card-payment.ts";

export interface InvoiceStepProps {
  invoice: LinkedInvoice;
  /** The mailed link's token. */
  token: string;
  /** The money is recorded: the invoice as it is now. */
  onPaid(invoice: LinkedInvoice): void;
  /** Nothing can be paid here any more; `reason` is null if the invoice was paid elsewhere. */
  onClosed(reason: string | null): void;
}

export function InvoiceStep({ invoice, token, onPaid, onClosed }: InvoiceStepProps) {
  const { number, accountName, email, balance, dueOn, total, credited } = invoice;
  const over = useRef(false);
  const due = formatMoney(balance);
  const name = invoiceName(invoice);
  const person = { name: accountName ?? "", email: email ?? "" };
  const payment = useCardPayment({
    payable: invoicePayable(invoice, token),
    amount: balance,
    // After a payment nothing is due: that must not open another one. Another balance has a form of its own.
    version: "",
    person,
    isOver: () => over.current,
    retryHint: () => "Try another card.",
    onSettled(settled) {
      over.current = true;
      forgetIntent(number);
      if (settled.kind === "closed") return onClosed(whyClosed(settled));
      toast({ title: "Payment Successful", description: `We received ${due} for ${name}.` });
      onPaid(settled.result.invoice);
    },
  });
  const paidBefore = cents(total) - cents(credited) - cents(balance);
  return (
    <PayForm
      payment={payment}
      person={person}
      label={`Pay ${name}`}
      walletText="pay"
      lead={<h2 className="poster-type text-4xl">Your card</h2>}
      ticket={{
        title: name,
        ink: VENUE_INKS.first,
        rows: [
          ...(accountName === null ? [] : [{ label: "For", value: accountName }]),
          { label: "Due by", value: shortDayAndYear(dueOn) },
          { label: "Total", value: formatMoney(total) },
          ...(Number(credited) > 0 ? [{ label: "Credited", value: formatMoney(credited) }] : []),
          ...(paidBefore > 0 ? [{ label: "Paid before", value: formatMoney(paidBefore) }] : []),
          { label: "Due now", value: due, strong: true },
        ],
      }}
      button={{ pay: `Pay ${due}`, record: "Record my payment" }}
    />
  );
}

const cents = (amount: string): number => toCents(amount) ?? 0;

function whyClosed({ reason, message }: Extract<SettledPayment<unknown>, { kind: "closed" }>): string | null {
  if (reason === "paid") return null;
  return reason === "changed" ? "What is due has changed since this page was opened" : message;
}
