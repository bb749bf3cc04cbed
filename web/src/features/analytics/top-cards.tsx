/** Owns the four figures on top of the analytics, whatever tab is open (SPEC §2). */
import type { Analytics } from "../../../../bff/contract/analytics.ts";
import { dollars } from "../../format/money-words.ts";
import { Figures } from "../../ui/figures.tsx";

export function TopCards({ revenue, customers }: Pick<Analytics, "revenue" | "customers">) {
  return (
    <Figures
      className="grid-cols-2 xl:grid-cols-4"
      figures={[
        { label: "Total Revenue", value: dollars(revenue.total), note: "All time earnings" },
        { label: "This Month", value: dollars(revenue.thisMonth), note: "Last 30 days" },
        { label: "Pending Revenue", value: dollars(revenue.pendingRevenue), note: "Remaining balances" },
        {
          label: "Unique Customers",
          value: customers.totalUniqueCustomers.toLocaleString("en-US"),
          note: `${customers.returningCustomers.toLocaleString("en-US")} returning`,
        },
      ]}
    />
  );
}
