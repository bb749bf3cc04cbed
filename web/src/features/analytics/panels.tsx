/** The tabs Revenue, Bookings and Customers, with their figures and charts. */
import type { Analytics } from "../../../../bff/contract/analytics/analytics.ts";
import { shortDate } from "../../../../core/venue/time/time-format.ts";
import { count } from "../../format/counts.ts";
import { STATUS_LABELS } from "../../ui/booking/booking-badges.tsx";
import { Figures } from "../../ui/figures.tsx";
import { exactAmount, wholeAmount } from "./amounts.ts";
import { Chart } from "./chart.tsx";
import { GradedRate } from "./graded-rate.tsx";
import { conversionGrade, percent, retentionRate } from "./grades.ts";

const THREE = "grid-cols-2 sm:grid-cols-3";

export function RevenuePanel({ revenue, customers, inquiries, daily }: Analytics) {
  return (
    <div className="grid gap-5">
      <Figures
        className={THREE}
        figures={[
          { label: "Downpayments Collected", value: exactAmount(revenue.downpaymentsCollected) },
          { label: "Pending Balance", value: exactAmount(revenue.pendingRevenue) },
          { label: "Total Bookings Value", value: exactAmount(revenue.totalBookingsValue) },
          { label: "Average Booking Value", value: exactAmount(customers.averageBookingValue) },
          {
            label: "Inquiry Conversion Rate",
            value: <ConversionRate of={inquiries} />,
          },
          { label: "Customer Retention", value: percent(retentionRate(customers)) },
        ]}
      />
      <Chart
        title="Revenue by day, last 30 days"
        columns={["Day", "Revenue"]}
        along="days"
        bars={daily.map(({ day, revenue: value }) => ({ name: shortDate(day), value }))}
        format={wholeAmount}
        exact={exactAmount}
      />
    </div>
  );
}

/** The badges' colors (decision 152). */
const STATUSES = [
  { status: "confirmed", fill: "var(--color-green)" },
  { status: "pending", fill: "var(--color-yellow)" },
  { status: "completed", fill: "var(--color-blue)" },
  { status: "cancelled", fill: "var(--color-danger)" },
] as const;

export function BookingsPanel({ bookings, daily }: Analytics) {
  return (
    <div className="grid gap-5">
      <Figures
        className="grid-cols-2 sm:grid-cols-4"
        figures={STATUSES.map(({ status }) => ({
          label: STATUS_LABELS[status],
          value: count(bookings.byStatus[status]),
        }))}
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
          bars={daily.map(({ day, bookings: value }) => ({ name: shortDate(day), value }))}
          format={count}
        />
        <Chart
          title="Bookings by status"
          columns={["Status", "Bookings"]}
          along="names"
          bars={STATUSES.map(({ status, fill }) => ({
            name: STATUS_LABELS[status],
            value: bookings.byStatus[status],
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
          { label: "Average Order Value", value: exactAmount(customers.averageBookingValue) },
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
              value: <ConversionRate of={inquiries} />,
              note: "Inquirers who booked",
            },
          ]}
        />
      </section>
    </div>
  );
}

const ConversionRate = ({ of: { total, conversionRate } }: { of: Analytics["inquiries"] }) => (
  <GradedRate rate={total === 0 ? null : conversionRate} grade={conversionGrade} />
);
