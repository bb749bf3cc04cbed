/** The Room Utilization tab: the table of rooms, and charts of their revenue and bookings. */
import type { Analytics } from "../../../../bff/contract/analytics/analytics.ts";
import { count } from "../../format/counts.ts";
import { EmptyNotice } from "../../ui/state-notice.tsx";
import { exactDollars, wholeDollars } from "./amounts.ts";
import { Chart } from "./chart.tsx";
import { UtilizationTable } from "./utilization-table.tsx";

export function RoomsPanel({ roomUtilization }: Analytics) {
  if (roomUtilization.length === 0) return <EmptyNotice title="No rooms" />;
  const byRevenue = [...roomUtilization].sort((one, other) => other.revenue - one.revenue);
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <UtilizationTable rooms={roomUtilization} />
        <p className="text-sm text-muted">
          Utilization: share of the bookable hours of the last 30 days that were booked. High from 80%, fair
          from 60%. Bookings, hours and revenue: all time, without cancelled bookings.
        </p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Chart
          title="Revenue by room"
          columns={["Room", "Revenue"]}
          along="names"
          bars={byRevenue.map(({ roomName, revenue }) => ({ name: roomName, value: revenue }))}
          format={wholeDollars}
          exact={exactDollars}
        />
        <Chart
          title="Bookings by room"
          columns={["Room", "Bookings"]}
          along="names"
          bars={byRevenue.map(({ roomName, totalBookings }) => ({ name: roomName, value: totalBookings }))}
          format={count}
        />
      </div>
    </div>
  );
}
