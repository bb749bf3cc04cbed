/** Lists the invoices and credit notes of a billing account, the latest first, each with the link that opens it. */
import { Link } from "@tanstack/react-router";
import type { Invoice } from "../../../../bff/contract/billing/invoices.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { shortDate } from "../../../../core/venue/time/time-format.ts";
import { signedCents } from "../../format/signed-cents.ts";
import { InvoiceBadge } from "./billing-badges.tsx";

export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  if (invoices.length === 0) return <p className="text-muted">No invoice has been issued yet.</p>;
  return (
    <ul aria-label="Invoices and credit notes" className="border border-rule bg-sheet text-[0.9375rem]">
      {invoices.map((invoice) => (
        <li
          key={invoice.number}
          className="figures grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-b border-rule px-3 py-2 last:border-b-0 sm:grid-cols-[7rem_8rem_minmax(0,1fr)_7rem] sm:px-4"
        >
          <Link
            to="."
            search={(old: object) => ({ ...old, invoice: invoice.number })}
            resetScroll={false}
            className="inline-flex min-h-6 items-center justify-self-start font-medium underline decoration-1 underline-offset-4 hover:text-action"
          >
            {invoice.number}
          </Link>
          <span className="justify-self-end sm:justify-self-start">
            <InvoiceBadge invoice={invoice} />
          </span>
          <span className="text-muted">{datesText(invoice)}</span>
          <span className="text-right font-medium">
            {formatMoney(invoice.kind === "credit" ? `-${invoice.total}` : invoice.total)}
            <span className="block text-sm font-normal text-muted empty:hidden">{balanceText(invoice)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** `"Nov 29, due Dec 13, 2026"`: a number has its year too. */
const datesText = ({ kind, creditOf, issuedOn, dueOn }: Invoice): string =>
  kind === "credit"
    ? `${shortDate(issuedOn)}, for ${creditOf}`
    : `${shortDate(issuedOn)}, due ${shortDate(dueOn)}, ${dueOn.slice(0, 4)}`;

/** What is still due or to be returned, unless it is the whole of it or nothing. */
function balanceText({ balance, total }: Invoice): string {
  const cents = signedCents(balance);
  if (cents < 0) return `${formatMoney(-cents)} to return`;
  return cents === 0 || balance === total ? "" : `${formatMoney(cents)} due`;
}
