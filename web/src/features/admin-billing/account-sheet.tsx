/** The sheet of one billing account: what it owes, its terms, the visits on no invoice yet, and its invoices. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Account } from "../../../../bff/contract/billing/accounts.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { RequestError } from "../../api/request.ts";
import { accountQuery } from "../../api/staff-billing.ts";
import { accountName } from "../../format/names.ts";
import { Button } from "../../ui/button.tsx";
import { Figures } from "../../ui/figures.tsx";
import { EmptyNotice, QueryPlaceholder } from "../../ui/state-notice.tsx";
import { AccountActions } from "./account-actions.tsx";
import { AccountForm } from "./account-form.tsx";
import { AccountTerms } from "./account-terms.tsx";
import { AccountBadge } from "./billing-badges.tsx";
import { InvoiceList } from "./invoice-list.tsx";
import { IssueForm } from "./issue-form.tsx";
import { LineList } from "./line-list.tsx";

interface AccountSheetProps {
  id: number;
  onClose(): void;
  onBook(account: Account): void;
  onInvoice(number: string): void;
}

export function AccountSheet({ id, onClose, ...rest }: AccountSheetProps) {
  const query = useQuery(accountQuery(id));
  const isUnknown = query.error instanceof RequestError && query.error.status === 404;
  return (
    <div className="grid gap-5">
      <p>
        <Button density="dense" onClick={onClose}>
          <span aria-hidden="true">←</span> All accounts
        </Button>
      </p>
      {query.data ? (
        <OpenAccount account={query.data} {...rest} />
      ) : isUnknown ? (
        <EmptyNotice title="There is no such account" />
      ) : (
        <QueryPlaceholder of={query} failed="Failed to fetch the account" className="h-112" />
      )}
    </div>
  );
}

type Opened = "edit" | "issue";

interface OpenAccountProps extends Pick<AccountSheetProps, "onBook" | "onInvoice"> {
  account: Account;
}

function OpenAccount({ account, onBook, onInvoice }: OpenAccountProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const close = () => {
    // The button can take the focus only once it is shown again.
    flushSync(() => setOpened(null));
    actions.current?.querySelector<HTMLElement>(`[data-action="${opened}"]`)?.focus();
  };
  const { visits, invoices } = account;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 ref={heading} tabIndex={-1} className="text-2xl font-semibold wrap-anywhere">
          {accountName(account)}
        </h2>
        <AccountBadge state={account.state} />
      </div>
      <Figures
        className="grid-cols-2 lg:grid-cols-4"
        figures={[
          { label: "Open", value: formatMoney(account.open), note: "Invoiced or not, less payments" },
          { label: "Overdue", value: formatMoney(account.overdue), note: "Past its due day" },
          { label: "Not invoiced", value: formatMoney(account.uninvoiced), note: "Visits on no invoice yet" },
          {
            label: "Available",
            value: formatMoney(account.available),
            note: `Of a limit of ${formatMoney(account.creditLimit)}`,
          },
        ]}
      />
      {account.state !== "open" && (
        <p className="border-l-4 border-danger bg-sheet px-4 py-2.5 font-semibold">
          {account.state === "suspended"
            ? "Suspended: nothing can be booked on this account."
            : `Nothing can be booked on this account until the ${formatMoney(account.overdue)} that is overdue is paid.`}
        </p>
      )}
      <div ref={actions}>
        {opened === "edit" ? (
          <AccountForm account={account} onClose={close} onSaved={close} />
        ) : opened === "issue" ? (
          <IssueForm
            account={account}
            onClose={close}
            onIssued={(number) => {
              close();
              onInvoice(number);
            }}
          />
        ) : (
          <div className="grid gap-6">
            <AccountActions
              account={account}
              onBook={() => onBook(account)}
              onEdit={() => setOpened("edit")}
              onIssue={() => setOpened("issue")}
            />
            <AccountTerms account={account} />
          </div>
        )}
      </div>
      {opened !== "issue" && (
        <section aria-labelledby="not-invoiced" className="grid gap-2">
          <h3 id="not-invoiced" className="font-semibold">
            Not invoiced yet ({visits.length})
          </h3>
          {visits.length === 0 ? (
            <p className="text-muted">
              {invoices.length === 0 ? "No visit is on this account yet." : "Every visit is on an invoice."}
            </p>
          ) : (
            <LineList label="Visits not invoiced yet" lines={visits} />
          )}
        </section>
      )}
      <section aria-labelledby="invoices" className="grid gap-2">
        <h3 id="invoices" className="font-semibold">
          Invoices and credit notes ({invoices.length})
        </h3>
        <InvoiceList invoices={invoices} />
      </section>
    </div>
  );
}
