/** The badges of billing accounts, invoices and credit notes. */
import type { AccountState } from "../../../../bff/contract/billing/accounts.ts";
import type { Invoice } from "../../../../bff/contract/billing/invoices.ts";
import { stateOf } from "../../format/invoice-words.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

const ACCOUNT_STATES: Record<AccountState, { label: string; tone: BadgeTone }> = {
  open: { label: "Active", tone: "green" },
  overdue: { label: "Overdue", tone: "red" },
  suspended: { label: "Suspended", tone: "red" },
};

export function AccountBadge({ state }: { state: AccountState }) {
  const { label, tone } = ACCOUNT_STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

/** The state of an invoice; a credit note has none. */
export function InvoiceBadge({ invoice }: { invoice: Invoice }) {
  if (invoice.kind === "credit") return <Badge tone="neutral">Credit note</Badge>;
  const { label, tone } = stateOf(invoice);
  return <Badge tone={tone}>{label}</Badge>;
}
