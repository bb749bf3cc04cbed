/** The dashboard's parts about billing accounts and invoices, whose code is loaded when they open. */
import { type ComponentProps, useState } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export const AccountsTab = lazyPart(
  async () => (await import("../../features/admin-billing/accounts-tab.tsx")).AccountsTab,
  { waiting: <Skeleton className="h-96 w-full" />, name: "The billing accounts" },
);

const LoadedInvoiceDialog = lazyPart(
  async () => (await import("../../features/admin-billing/invoice/invoice-dialog.tsx")).InvoiceDialog,
  { waiting: null, name: "The invoice" },
);

/** Stays on the page once it was open, so that it returns the focus when it closes. */
export function InvoiceDialog(props: ComponentProps<typeof LoadedInvoiceDialog>) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.number !== null && !wasOpen) setWasOpen(true);
  return wasOpen ? <LoadedInvoiceDialog {...props} /> : null;
}
