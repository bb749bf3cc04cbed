/** The four figures at the top of the analytics, above every tab. */
import type { Analytics } from "../../../../bff/contract/analytics/analytics.ts";
import { count } from "../../format/counts.ts";
import { Figures } from "../../ui/figures.tsx";
import { exactAmount } from "./amounts.ts";

export function TopCards({ revenue, customers }: Pick<Analytics, "revenue" | "customers">) {
  return (
    <Figures
      className="grid-cols-2 xl:grid-cols-4"
      figures={[
        { label: "Total Revenue", value: exactAmount(revenue.total), note: "All time earnings" },
        { label: "This Month", value: exactAmount(revenue.thisMonth), note: "Last 30 days" },
        { label: "Pending Revenue", value: exactAmount(revenue.pendingRevenue), note: "Remaining balances" },
        {
          label: "Unique Customers",
          value: count(customers.totalUniqueCustomers),
          note: `${count(customers.returningCustomers)} returning`,
        },
      ]}
    />
  );
}
