/** The dashboard's six figures, which count all bookings, regardless of the filters. */

import type { StaffBookingSummary } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { count } from "../../format/counts.ts";
import { Figures } from "../../ui/figures.tsx";

interface StatCardsProps {
  /** Undefined while it is loading. */
  summary: StaffBookingSummary | undefined;
  /** The figures could not be fetched: dashes are shown instead of an endless wait. */
  failed: boolean;
}

export function StatCards({ summary, failed }: StatCardsProps) {
  const value = (read: (summary: StaffBookingSummary) => string) =>
    summary ? read(summary) : failed ? "–" : undefined;
  return (
    <Figures
      className="grid-cols-2 sm:grid-cols-3 xl:grid-cols-6"
      figures={[
        { label: "Total Bookings", value: value(({ total }) => count(total)) },
        { label: "Pending", value: value(({ pending }) => count(pending)) },
        { label: "Confirmed", value: value(({ confirmed }) => count(confirmed)) },
        { label: "Completed", value: value(({ completed }) => count(completed)) },
        // Absent for a role that does not see revenue.
        ...(summary?.totalRevenue === null
          ? []
          : [
              {
                label: "Total Revenue",
                value: value(({ totalRevenue }) => formatMoney(totalRevenue ?? "0")),
              },
              { label: "Downpayments", value: value(({ downpayments }) => formatMoney(downpayments ?? "0")) },
            ]),
      ]}
    />
  );
}
