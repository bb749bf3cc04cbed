/** What staff read of an invoice's money, and how much of it they can return (decision 264). Pure; integer cents. */
import type { Invoice, StaffInvoice } from "../../../../../bff/contract/billing/invoices.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { signedCents } from "../../../format/signed-cents.ts";

/** `"$150.00 due"`, `"$50.00 to return"`, `"Nothing due"` */
export function balanceWords({ balance }: Pick<Invoice, "balance">): string {
  const cents = signedCents(balance);
  if (cents === 0) return "Nothing due";
  return cents > 0 ? `${formatMoney(cents)} due` : `${formatMoney(-cents)} to return`;
}

/** What staff received and have not returned, or what is overpaid because the refund to a card failed. */
export function returnableCents({ money, balance }: Pick<StaffInvoice, "money" | "balance">): number {
  const kept = money
    .filter(({ method }) => method !== "card")
    .reduce((sum, { kind, amount }) => sum + (kind === "received" ? 1 : -1) * signedCents(amount), 0);
  return Math.max(0, kept, -signedCents(balance));
}
