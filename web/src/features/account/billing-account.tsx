/** The customer's own billing account: what is open, what can still be booked, and each invoice with the link to its page (decision 262). */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import type { OwnAccount } from "../../../../bff/contract/billing/accounts.ts";
import type { Invoice } from "../../../../bff/contract/billing/invoices.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { ownAccountQuery } from "../../api/billing-account.ts";
import { invoiceName, stateOf } from "../../format/invoice-words.ts";
import { Badge } from "../../ui/badge.tsx";
import { PhoneLink } from "../../ui/phone-link.tsx";

type Account = NonNullable<OwnAccount["account"]>;

/** Nothing for a customer without one. */
export function BillingAccount() {
  const account = useQuery(ownAccountQuery).data?.account;
  return account ? <KnownAccount account={account} /> : null;
}

function KnownAccount({ account }: { account: Account }) {
  const { name, open, overdue, available, paymentDays, invoices } = account;
  const facts = [
    { label: "Open, on invoices or not yet", value: formatMoney(open) },
    ...(Number(overdue) > 0 ? [{ label: "Overdue", value: formatMoney(overdue), alarming: true }] : []),
    { label: "Can still be booked", value: formatMoney(available) },
    { label: "An invoice is due after", value: countText(paymentDays, "day") },
  ];
  return (
    <section aria-labelledby="billing-title">
      <h2 id="billing-title" className="poster-type mb-5 text-4xl">
        Billing account
      </h2>
      <div className="grid gap-5 bg-sheet p-5">
        {name !== null && <h3 className="poster-type text-3xl">{name}</h3>}
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 lg:flex lg:flex-wrap lg:justify-between">
          {facts.map(({ label, value, alarming }) => (
            <div key={label} className="flex flex-col justify-between">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className={clsx("figures text-lg font-semibold", alarming && "text-danger")}>{value}</dd>
            </div>
          ))}
        </dl>
        <HowToBook account={account} />
        <Invoices invoices={invoices} />
      </div>
    </section>
  );
}

/** What can be done with it now. */
function HowToBook({ account: { state, selfBooking } }: { account: Account }) {
  if (state === "open" && selfBooking) {
    return (
      <p>Choose “On account” when you book: nothing is due then, and an invoice lists the visit afterward.</p>
    );
  }
  return (
    <p className={clsx(state !== "open" && "border-l-4 border-danger py-1 pl-3 font-semibold")}>
      {WHY[state]} <PhoneLink />.
    </p>
  );
}

const WHY: Record<Account["state"], string> = {
  open: "The desk books on this account for you: call",
  overdue: "Nothing can be booked on account until what is overdue is paid. Questions? Call the desk at",
  suspended: "Nothing can be booked on this account for now. Call the desk at",
};

/** As many as a glance takes in. */
const SHOWN = 6;

function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  if (invoices.length === 0) return <p className="text-muted">No invoice has been issued yet.</p>;
  const earlier = invoices.slice(SHOWN);
  return (
    <div>
      <InvoiceList label="Invoices" invoices={invoices.slice(0, SHOWN)} />
      {earlier.length > 0 && (
        <details className="mt-2">
          <summary className="flex min-h-11 items-center font-semibold underline decoration-2 underline-offset-4">
            {countText(earlier.length, "earlier invoice")}
          </summary>
          <InvoiceList label="Earlier invoices" invoices={earlier} />
        </details>
      )}
    </div>
  );
}

const InvoiceList = ({ label, invoices }: { label: string; invoices: readonly Invoice[] }) => (
  <ul aria-label={label} className="border-b border-rule">
    {invoices.map((invoice) => (
      <InvoiceRow key={invoice.number} invoice={invoice} />
    ))}
  </ul>
);

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { kind, url, creditOf, issuedOn, dueOn, total } = invoice;
  const state = stateOf(invoice);
  const isCredit = kind === "credit";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-t border-rule py-2.5">
      <a
        href={url}
        className="figures inline-flex min-h-6 items-center justify-self-start font-semibold underline decoration-2 underline-offset-4 hover:text-action"
      >
        {invoiceName(invoice)}
      </a>
      <span className="figures text-right font-semibold">{formatMoney(isCredit ? `-${total}` : total)}</span>
      <span className="figures text-sm text-muted">
        {isCredit
          ? `${shortDayAndYear(issuedOn)}, lowers invoice ${creditOf}`
          : `Issued ${shortDayAndYear(issuedOn)}, due ${shortDayAndYear(dueOn)}`}
      </span>
      <span className="flex flex-wrap items-baseline justify-end gap-x-3 gap-y-1">
        <Rest invoice={invoice} />
        {!isCredit && <Badge tone={state.tone}>{state.label}</Badge>}
      </span>
    </li>
  );
}

/** What is due or returned, where it is not the whole. */
function Rest({ invoice: { balance, total } }: { invoice: Invoice }) {
  const isPart = Number(balance) !== 0 && balance !== total;
  if (!isPart) return null;
  const words =
    Number(balance) < 0 ? `${formatMoney(balance.slice(1))} to return` : `${formatMoney(balance)} due`;
  return <span className="figures text-sm text-muted">{words}</span>;
}
