/** The badges of billing accounts, invoices and credit notes. */
import type { AccountState } from "../../../../bff/contract/billing/accounts.ts";
import type { Invoice } from "../../../../bff/contract/billing/invoices.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

const ACCOUNT_STATES: Record<AccountState, { label: string; tone: BadgeTone }> = {
  open: { label: "Active", tone: "green" },
  overdue: { label: "Overdue", tone: "yellow" },
  suspended: { label: "Suspended", tone: "red" },
};

export function AccountBadge({ state }: { state: AccountState }) {
  const { label, tone } = ACCOUNT_STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

const INVOICE_STATES: Record<Invoice["status"], { label: string; tone: BadgeTone }> = {
  open: { label: "Open", tone: "yellow" },
  paid: { label: "Paid", tone: "green" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

/** The state of an invoice; a credit note has none. */
export function InvoiceBadge({ invoice }: { invoice: Pick<Invoice, "kind" | "status" | "overdue"> }) {
  if (invoice.kind === "credit") return <Badge tone="neutral">Credit note</Badge>;
  if (invoice.overdue) return <Badge tone="red">Overdue</Badge>;
  const { label, tone } = INVOICE_STATES[invoice.status];
  return <Badge tone={tone}>{label}</Badge>;
}
