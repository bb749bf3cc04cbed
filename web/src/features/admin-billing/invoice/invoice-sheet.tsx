/** An invoice or credit note for staff: what can be done with it, its recipient, its lines, and its money so far (decisions 263, 264). */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { StaffInvoice } from "../../../../../bff/contract/billing/invoices.ts";
import { signedCents } from "../../../format/signed-cents.ts";
import { Button } from "../../../ui/button.tsx";
import { LineList } from "../line-list.tsx";
import { CreditForm } from "./credit-form.tsx";
import { DocumentFacts, DocumentLinks, sumsOf } from "./document-parts.tsx";
import { returnableCents } from "./invoice-money.ts";
import { InvoiceMoneyForm } from "./invoice-money-form.tsx";
import { InvoiceMoneyList } from "./invoice-money-list.tsx";

type Opened = "received" | "returned" | "credit";

interface InvoiceSheetProps {
  invoice: StaffInvoice;
  isManager: boolean;
}

export function InvoiceSheet({ invoice, isManager }: InvoiceSheetProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const parts = useRef<HTMLDivElement>(null);
  const close = () => {
    // The button can take the focus only once it is shown again; if it is gone, the first one does.
    flushSync(() => setOpened(null));
    const pressed = parts.current?.querySelector<HTMLElement>(`[data-action="${opened}"]`);
    (pressed ?? parts.current?.querySelector<HTMLElement>("a, button"))?.focus();
  };
  const action = (which: Opened, words: string, isMain = false) => (
    <Button
      density="dense"
      variant={isMain ? "solid" : "outline"}
      data-action={which}
      onClick={() => setOpened(which)}
    >
      {words}
    </Button>
  );
  const isDue = signedCents(invoice.balance) > 0;
  const isCreditable = signedCents(invoice.credited) < signedCents(invoice.total);
  return (
    <div ref={parts} className="grid gap-5">
      {opened === null ? (
        <div className="flex flex-wrap gap-2">
          {isDue && action("received", "Record Money", true)}
          {returnableCents(invoice) > 0 && action("returned", "Return Money")}
          {isManager && isCreditable && action("credit", "Credit Note")}
          <DocumentLinks url={invoice.url} />
        </div>
      ) : opened === "credit" ? (
        <CreditForm invoice={invoice} onDone={close} />
      ) : (
        <InvoiceMoneyForm invoice={invoice} kind={opened} onDone={close} />
      )}
      <DocumentFacts document={invoice} isManager={isManager} />
      <LineList label="Lines of the invoice" lines={invoice.lines} sums={sumsOf(invoice)} />
      <InvoiceMoneyList invoice={invoice} />
    </div>
  );
}

/** A credit note: which invoice it lowers, by which lines, and why. */
export function CreditNoteSheet({ credit, isManager }: { credit: StaffInvoice; isManager: boolean }) {
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-2">
        <DocumentLinks url={credit.url} />
      </div>
      <DocumentFacts document={credit} isManager={isManager} />
      <LineList label="Lines of the credit note" lines={credit.lines} sums={sumsOf(credit)} />
    </div>
  );
}
