/** Owns the tabs Revenue, Bookings and Customers: their figures and their charts (SPEC §2). */
import type { Analytics } from "../../../../bff/contract/analytics.ts";
import { dollars } from "../../format/money-words.ts";
import { Figures } from "../../ui/figures.tsx";
import { Chart } from "./chart.tsx";
import { GradedRate } from "./graded-rate.tsx";
import { conversionGrade, percent, retentionRate } from "./grades.ts";

const WHOLE_DOLLARS = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

export const wholeDollars = (amount: number): string => WHOLE_DOLLARS.format(amount);
export const count = (number: number): string => number.toLocaleString("en-US");

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const dayWords = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

const THREE = "grid-cols-2 sm:grid-cols-3";

export function RevenuePanel({ revenue, customers, inquiries, daily }: Analytics) {
  return (
    <div className="grid gap-5">
      <Figures
        className={THREE}
        figures={[
          { label: "Downpayments Collected", value: dollars(revenue.downpaymentsCollected) },
          { label: "Pending Balance", value: dollars(revenue.pendingRevenue) },
          { label: "Total Bookings Value", value: dollars(revenue.totalBookingsValue) },
          { label: "Average Booking Value", value: dollars(customers.averageBookingValue) },
          {
            label: "Inquiry Conversion Rate",
            value: (
              <GradedRate rate={inquiries.conversionRate} grade={conversionGrade(inquiries.conversionRate)} />
            ),
          },
          { label: "Customer Retention", value: percent(retentionRate(customers)) },
        ]}
      />
      <Chart
        title="Revenue by day, last 30 days"
        columns={["Day", "Revenue"]}
        along="days"
        bars={daily.map(({ day, revenue: value }) => ({ name: dayWords(day), value }))}
        format={wholeDollars}
        exact={dollars}
      />
    </div>
  );
}

/** The badges' colours (SPEC §4). */
const STATUSES = [
  { key: "confirmed", label: "Confirmed", fill: "var(--color-green)" },
  { key: "pending", label: "Pending", fill: "var(--color-yellow)" },
  { key: "completed", label: "Completed", fill: "var(--color-blue)" },
  { key: "cancelled", label: "Cancelled", fill: "var(--color-danger)" },
] as const;

export function BookingsPanel({ bookings, daily }: Analytics) {
  return (
    <div className="grid gap-5">
      <Figures
        className="grid-cols-2 sm:grid-cols-4"
        figures={STATUSES.map(({ key, label }) => ({ label, value: count(bookings.byStatus[key]) }))}
      />
      <Figures
        className="grid-cols-3"
        figures={[
          { label: "This Week", value: count(bookings.thisWeek), note: "Last 7 days" },
          { label: "This Month", value: count(bookings.thisMonth), note: "Last 30 days" },
          { label: "Total", value: count(bookings.total), note: "All time" },
        ]}
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Chart
          title="Bookings by day, last 30 days"
          columns={["Day", "Bookings made"]}
          along="days"
          bars={daily.map(({ day, bookings: value }) => ({ name: dayWords(day), value }))}
          format={count}
        />
        <Chart
          title="Bookings by status"
          columns={["Status", "Bookings"]}
          along="names"
          bars={STATUSES.map(({ key, label, fill }) => ({
            name: label,
            value: bookings.byStatus[key],
            fill,
          }))}
          format={count}
        />
      </div>
    </div>
  );
}

export function CustomersPanel({ customers, inquiries }: Analytics) {
  return (
    <div className="grid gap-5">
      <Figures
        className={THREE}
        figures={[
          { label: "Unique Customers", value: count(customers.totalUniqueCustomers) },
          { label: "Returning Customers", value: count(customers.returningCustomers) },
          { label: "Average Order Value", value: dollars(customers.averageBookingValue) },
        ]}
      />
      <section className="grid gap-2">
        <h2 className="text-lg font-semibold">Lead Generation</h2>
        <Figures
          className={THREE}
          figures={[
            { label: "Total Inquiries", value: count(inquiries.total) },
            { label: "This Month", value: count(inquiries.thisMonth), note: "Last 30 days" },
            {
              label: "Conversion Rate",
              value: (
                <GradedRate
                  rate={inquiries.conversionRate}
                  grade={conversionGrade(inquiries.conversionRate)}
                />
              ),
              note: "Inquirers who booked",
            },
          ]}
        />
      </section>
    </div>
  );
}
