/** Lists the dates that a change is for, each with its money, before it happens (decision 253). */
import type { ReactNode } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { shortDay } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";

/** `"Tue, Dec 8"` at the venue. */
export const dayOf = ({ startTime, timeZone }: Pick<OwnBooking, "startTime" | "timeZone">): string =>
  shortDay(venueDayOf(new Date(startTime), timeZone));

interface ChangedListProps {
  label: string;
  rows: { id: number | string; what: ReactNode; amount: string }[];
  /** The sum: its name and amount. */
  sum: { label: string; amount: string };
}

/** Each date with an amount, and the sum. */
export function ChangedList({ label, rows, sum }: ChangedListProps) {
  return (
    <div className="border-y-2 border-ink py-3">
      <ul aria-label={label} tabIndex={rows.length > 6 ? 0 : undefined} className="max-h-64 overflow-y-auto">
        {rows.map(({ id, what, amount }) => (
          <li key={id} className="figures flex items-baseline justify-between gap-4 py-1">
            <span>{what}</span>
            <span>{amount}</span>
          </li>
        ))}
      </ul>
      <p className="figures mt-2 flex items-baseline justify-between gap-4 text-xl font-semibold">
        <span>{sum.label}</span>
        <span>{sum.amount}</span>
      </p>
    </div>
  );
}
