/** Lists the billing accounts: who, in which state, what each owes of its limit, and the button that opens its sheet. */
import clsx from "clsx";
import { useId } from "react";
import type { AccountSummary } from "../../../../bff/contract/billing/accounts.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { accountName } from "../../format/names.ts";
import { Button } from "../../ui/button.tsx";
import { AccountBadge } from "./billing-badges.tsx";

interface AccountListProps {
  accounts: readonly AccountSummary[];
  /** The account from which the focus returns. */
  last: number | undefined;
  onOpen(id: number): void;
}

export function AccountList({ accounts, last, onOpen }: AccountListProps) {
  return (
    <ul aria-label="Billing accounts" className="grid gap-2">
      {accounts.map((account) => (
        <AccountRow
          key={account.id}
          account={account}
          isLast={account.id === last}
          onOpen={() => onOpen(account.id)}
        />
      ))}
    </ul>
  );
}

interface AccountRowProps {
  account: AccountSummary;
  isLast: boolean;
  onOpen(): void;
}

function AccountRow({ account, isLast, onOpen }: AccountRowProps) {
  const nameId = useId();
  const { email, open, overdue, uninvoiced, creditLimit } = account;
  return (
    <li className="grid items-center gap-x-5 gap-y-2.5 border border-rule bg-sheet px-4 py-2.5 text-[0.9375rem] lg:grid-cols-[minmax(0,1.3fr)_minmax(0,2fr)_auto]">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span id={nameId} className="min-w-0 truncate text-base font-semibold">
            {accountName(account)}
          </span>
          <AccountBadge state={account.state} />
        </h3>
        <p className="truncate text-muted" title={email ?? undefined}>
          {email ?? "Email erased"}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-4">
        <Amount label="Open" amount={open} isStrong />
        <Amount label="Overdue" amount={overdue} isAlarming={Number(overdue) > 0} />
        <Amount label="Not invoiced" amount={uninvoiced} />
        <Amount label="Credit limit" amount={creditLimit} />
      </dl>
      <Button
        density="dense"
        autoFocus={isLast}
        aria-describedby={nameId}
        className="justify-self-start lg:justify-self-end"
        onClick={onOpen}
      >
        View Account
      </Button>
    </li>
  );
}

interface AmountProps {
  label: string;
  amount: string;
  isStrong?: boolean;
  isAlarming?: boolean;
}

function Amount({ label, amount, isStrong = false, isAlarming = false }: AmountProps) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        className={clsx("figures", (isStrong || isAlarming) && "font-semibold", isAlarming && "text-danger")}
      >
        {formatMoney(amount)}
      </dd>
    </div>
  );
}
