/** What is due when; shown beside every button that asks for a payment. */
import { formatMoney } from "../../../../core/booking/rules/money.ts";

interface DueAmountsProps {
  /** Percent of the total that is due at booking; null if a part of it was paid before. */
  share: number | null;
  /** Integer cents. */
  nowCents: number;
  laterCents: number;
  /** An invoice asks for all of it later. */
  onAccount?: boolean;
}

export function DueAmounts({ share, nowCents, laterCents, onAccount = false }: DueAmountsProps) {
  if (onAccount) return <OnAccountAmounts cents={nowCents + laterCents} />;
  return (
    <dl className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4 text-xl font-semibold">
        <dt>Due now{share === null ? "" : ` (${share}%)`}</dt>
        <dd className="figures">{formatMoney(nowCents)}</dd>
      </div>
      <div className="flex items-baseline justify-between gap-4">
        <dt className="text-muted">At the venue</dt>
        <dd className="figures">{formatMoney(laterCents)}</dd>
      </div>
    </dl>
  );
}

const OnAccountAmounts = ({ cents }: { cents: number }) => (
  <dl className="grid gap-1.5">
    <div className="flex items-baseline justify-between gap-4 text-xl font-semibold">
      <dt>Due now</dt>
      <dd className="figures">{formatMoney(0)}</dd>
    </div>
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">On your invoice, after the visit</dt>
      <dd className="figures">{formatMoney(cents)}</dd>
    </div>
  </dl>
);
