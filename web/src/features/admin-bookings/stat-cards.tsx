/** Owns the dashboard's six figures, over all bookings whatever is looked for (SPEC §2). */
import type { StaffBookingSummary } from "../../../../bff/contract/staff-booking.ts";
import { dollars } from "../../money-words.ts";
import { Figures } from "../../ui/figures.tsx";

const count = (number: number | undefined) => number?.toLocaleString("en-US");

export function StatCards({ summary }: { summary: StaffBookingSummary | undefined }) {
  return (
    <Figures
      className="grid-cols-2 sm:grid-cols-3 xl:grid-cols-6"
      figures={[
        { label: "Total Bookings", value: count(summary?.total) },
        { label: "Pending", value: count(summary?.pending) },
        { label: "Confirmed", value: count(summary?.confirmed) },
        { label: "Completed", value: count(summary?.completed) },
        { label: "Total Revenue", value: summary && dollars(summary.totalRevenue) },
        { label: "Downpayments", value: summary && dollars(summary.downpayments) },
      ]}
    />
  );
}
