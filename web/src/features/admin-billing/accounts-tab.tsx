/** The Accounts tab: the billing accounts, a form that opens one, the files for the bookkeeper, and the sheet of one account. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { AccountSummary } from "../../../../bff/contract/billing/accounts.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { accountsQuery } from "../../api/staff-billing.ts";
import { signedCents } from "../../format/signed-cents.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { PeriodFiles } from "../../ui/period-files.tsx";
import { EmptyNotice, QueryPlaceholder } from "../../ui/state-notice.tsx";
import { AccountForm } from "./account-form.tsx";
import { AccountList } from "./account-list.tsx";
import { AccountSheet } from "./account-sheet.tsx";

interface AccountsTabProps {
  /** The account whose sheet is open; undefined for the list. */
  open: number | undefined;
  onOpen(id: number | undefined): void;
  /** Staff want to book on this account. */
  onBook(account: Pick<AccountSummary, "id" | "name" | "email">): void;
  onInvoice(number: string): void;
}

export function AccountsTab({ open, onOpen, ...rest }: AccountsTabProps) {
  const [last, setLast] = useState(open);
  if (open !== undefined && open !== last) setLast(open);
  return open === undefined ? (
    <Accounts last={last} onOpen={onOpen} />
  ) : (
    <AccountSheet key={open} id={open} onClose={() => onOpen(undefined)} {...rest} />
  );
}

interface AccountsProps extends Pick<AccountsTabProps, "onOpen"> {
  /** The account whose sheet was closed last. */
  last: number | undefined;
}

function Accounts({ last, onOpen }: AccountsProps) {
  const zone = useZone();
  const accounts = useQuery(accountsQuery);
  const { data } = accounts;
  const [creating, setCreating] = useState(false);
  const newButton = useRef<HTMLButtonElement>(null);
  const closeForm = () => {
    setCreating(false);
    newButton.current?.focus();
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">Billing Accounts{data && ` (${data.length})`}</h2>
          {data && data.length > 0 && <p className="figures text-muted">{sumsText(data)}</p>}
        </div>
        <Button
          ref={newButton}
          density="dense"
          variant="solid"
          aria-expanded={creating}
          onClick={() => (creating ? closeForm() : setCreating(true))}
        >
          New Account
        </Button>
      </div>
      {creating && <AccountForm account={null} onClose={closeForm} onSaved={({ id }) => onOpen(id)} />}
      {!data && (
        <QueryPlaceholder of={accounts} failed="Failed to fetch the billing accounts" className="h-48" />
      )}
      {data?.length === 0 && !creating && (
        <EmptyNotice title="No billing accounts yet">
          Regulars with an account book at once and pay by a monthly invoice.
        </EmptyNotice>
      )}
      {data && data.length > 0 && <AccountList accounts={data} last={last} onOpen={onOpen} />}
      <div className="mt-6">
        <PeriodFiles
          today={venueDayOf(new Date(), zone)}
          files={[
            ["/api/invoices.csv", "Download Invoices"],
            ["/api/payments.csv", "Download Payments"],
          ]}
        >
          All invoices and credit notes of a period, and all money in and out of it.
        </PeriodFiles>
      </div>
    </div>
  );
}

/** `"$3,200.00 open, $400.00 of it overdue"` */
function sumsText(accounts: readonly AccountSummary[]): string {
  const sum = (field: "open" | "overdue") =>
    accounts.reduce((cents, account) => cents + signedCents(account[field]), 0);
  const overdue = sum("overdue");
  const open = `${formatMoney(sum("open"))} open`;
  return overdue > 0 ? `${open}, ${formatMoney(overdue)} of it overdue` : `${open}, nothing overdue`;
}
