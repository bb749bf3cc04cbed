/** The payment of an invoice as a page of its own: what is due, and the card (`?pay=true`). */
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { invoiceName } from "../../format/invoice-words.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { InvoiceStepProps } from "./invoice-step.tsx";

const InvoiceStep = lazyPart(async () => (await import("./invoice-step.tsx")).InvoiceStep, {
  waiting: <Skeleton className="h-[40rem] w-full" />,
  name: "The payment",
});

export function PayInvoice({ onBack, ...step }: InvoiceStepProps & { onBack(): void }) {
  const { invoice } = step;
  return (
    <div className="page grid gap-8 pt-6 pb-20">
      <Button variant="ghost" className="justify-self-start px-0! text-ink!" onClick={onBack}>
        <span aria-hidden="true">←</span> Back to the invoice
      </Button>
      <header className="grid gap-4 border-b-2 border-ink pb-6">
        <PageHeading className="poster-type text-5xl sm:text-7xl">Pay by card</PageHeading>
        <p className="max-w-[62ch] text-lg">
          {formatMoney(invoice.balance)} is due for <strong>{invoiceName(invoice)}</strong>.
        </p>
      </header>
      {/* Another balance is paid by another form. */}
      <InvoiceStep key={invoice.balance} {...step} />
    </div>
  );
}
