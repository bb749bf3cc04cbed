/** The dialog of one invoice or credit note, opened by its number from an account's sheet or from a booking. */
import { useQuery } from "@tanstack/react-query";
import { RequestError } from "../../../api/request.ts";
import { invoiceQuery } from "../../../api/staff-billing.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../../ui/dialog/dialog.tsx";
import { EmptyNotice, QueryPlaceholder } from "../../../ui/state-notice.tsx";
import { InvoiceBadge } from "../billing-badges.tsx";
import { balanceWords } from "./invoice-money.ts";
import { CreditNoteSheet, InvoiceSheet } from "./invoice-sheet.tsx";

interface InvoiceDialogProps {
  /** Null while the dialog is closed. */
  number: string | null;
  /** Whether this person may issue credit notes and open the account. */
  isManager: boolean;
  onClose(): void;
}

export function InvoiceDialog({ number, isManager, onClose }: InvoiceDialogProps) {
  return (
    <DeskDialog
      open={number !== null}
      onClose={onClose}
      className="sm:top-[6vh] sm:max-h-[88dvh] sm:translate-y-0"
    >
      {number !== null && <OpenInvoice key={number} number={number} isManager={isManager} />}
    </DeskDialog>
  );
}

function OpenInvoice({ number, isManager }: { number: string; isManager: boolean }) {
  const query = useQuery(invoiceQuery(number));
  const { data: invoice, error } = query;
  const isCredit = invoice?.kind === "credit";
  return (
    <>
      <DialogTitle size="desk">
        {isCredit ? "Credit Note" : "Invoice"} <span className="figures">{number}</span>
      </DialogTitle>
      <DialogDescription className="flex min-h-6 flex-wrap gap-1.5">
        {invoice && !isCredit ? (
          <>
            <InvoiceBadge invoice={invoice} />
            <Badge tone="neutral" className="figures">
              {balanceWords(invoice)}
            </Badge>
          </>
        ) : (
          "Issued to a billing account"
        )}
      </DialogDescription>
      <div className="mt-4">
        {invoice ? (
          isCredit ? (
            <CreditNoteSheet credit={invoice} isManager={isManager} />
          ) : (
            <InvoiceSheet invoice={invoice} isManager={isManager} />
          )
        ) : error instanceof RequestError && error.status === 404 ? (
          <EmptyNotice title="There is no such invoice" />
        ) : (
          <QueryPlaceholder of={query} failed="Failed to fetch the invoice" className="h-112" />
        )}
      </div>
    </>
  );
}
