/** The money of an invoice: each payment and return, and what is due after them. */
import type { StaffInvoice } from "../../../../../bff/contract/billing/invoices.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { dateAndTime } from "../../../../../core/venue/time/time-format.ts";
import { MONEY_METHODS } from "../../../format/money-methods.ts";
import { signedCents } from "../../../format/signed-cents.ts";
import { useZone } from "../../../format/venue.ts";
import { Badge } from "../../../ui/badge.tsx";

type Payment = StaffInvoice["money"][number];

const KINDS: Record<Payment["kind"], string> = {
  received: "received",
  returned: "returned",
  disputed: "disputed by the bank",
};

export function InvoiceMoneyList({ invoice }: { invoice: StaffInvoice }) {
  const { money, balance, credited } = invoice;
  const due = signedCents(balance);
  return (
    <section aria-labelledby="invoice-money" className="grid gap-2">
      <h3 id="invoice-money" className="font-semibold">
        Money
      </h3>
      <div className="figures border border-rule bg-sheet text-[0.9375rem]">
        {money.length === 0 ? (
          <p className="px-3 py-2 text-muted sm:px-4">No payments yet.</p>
        ) : (
          <ul aria-label="Payments and returns">
            {money.map((payment) => (
              <PaymentRow key={`${payment.at} ${payment.kind} ${payment.amount}`} payment={payment} />
            ))}
          </ul>
        )}
        <dl className="border-t-2 border-ink px-3 py-2 sm:px-4">
          {signedCents(credited) > 0 && <Sum label="Credited" amount={-signedCents(credited)} />}
          <Sum label={due < 0 ? "To return" : "Due"} amount={Math.abs(due)} isStrong />
        </dl>
      </div>
    </section>
  );
}

function PaymentRow({ payment: { kind, method, amount, reference, at, state } }: { payment: Payment }) {
  const zone = useZone();
  return (
    <li className="border-b border-rule px-3 py-1.5 last:border-b-0 sm:px-4">
      <p className="flex items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {MONEY_METHODS[method]}, {KINDS[kind]}
          {state !== "done" && (
            <Badge tone={state === "failed" ? "red" : "yellow"} className="ml-2">
              {state === "failed" ? "Failed" : "Under way"}
            </Badge>
          )}
        </span>
        <span className="font-medium whitespace-nowrap">
          {formatMoney(kind === "received" ? amount : `-${amount}`)}
        </span>
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {dateAndTime(new Date(at), zone)}
        {reference && ` · ${reference}`}
      </p>
    </li>
  );
}

function Sum({ label, amount, isStrong = false }: { label: string; amount: number; isStrong?: boolean }) {
  return (
    <div
      className={
        isStrong
          ? "flex justify-between gap-x-4 text-lg font-semibold"
          : "flex justify-between gap-x-4 text-muted"
      }
    >
      <dt>{label}</dt>
      <dd className="whitespace-nowrap">{formatMoney(amount)}</dd>
    </div>
  );
}
