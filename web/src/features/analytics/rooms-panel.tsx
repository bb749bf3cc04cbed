/** The Room Utilization tab: the table of rooms, and charts of their revenue and bookings. */
import type { ReactNode } from "react";
import type { Analytics } from "../../../../bff/contract/analytics/analytics.ts";
import { count } from "../../format/counts.ts";
import { EmptyNotice } from "../../ui/state-notice.tsx";
import { SortedTable } from "../../ui/table/sorted-table.tsx";
import type { Column } from "../../ui/table/table.tsx";
import { exactAmount, wholeAmount } from "./amounts.ts";
import { Chart } from "./chart.tsx";
import { GradedRate } from "./graded-rate.tsx";
import { utilizationGrade } from "./grades.ts";
import { useRoomColumn } from "./room-column.ts";

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
          format={wholeAmount}
          exact={exactAmount}
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

type RoomUse = Analytics["roomUtilization"][number];

const figure = (
  head: string,
  sortBy: (room: RoomUse) => number,
  cell: (value: number) => ReactNode,
): Column<RoomUse> => ({ head, sortBy, cell: (room) => cell(sortBy(room)) });

/** `hasData`: something was booked in the venue; before, no room is called little used. */
const figures = (hasData: boolean) => [
  figure("Bookings", ({ totalBookings }) => totalBookings, count),
  figure("Hours Booked", ({ totalHoursBooked }) => totalHoursBooked, count),
  figure("Revenue", ({ revenue }) => revenue, exactAmount),
  figure(
    "Utilization",
    ({ utilizationRate }) => utilizationRate,
    (rate) => <GradedRate rate={hasData ? rate : null} grade={utilizationGrade} />,
  ),
];
const REVENUE = 3;

/** The table of rooms, sorted by revenue until another heading is pressed. */
function UtilizationTable({ rooms }: { rooms: RoomUse[] }) {
  const room = useRoomColumn();
  return (
    <SortedTable
      label="Room utilization"
      caption="Room utilization. The headings sort."
      className="min-w-160"
      columns={[room, ...figures(rooms.some(({ totalBookings }) => totalBookings > 0))]}
      sortedBy={REVENUE}
      rows={rooms}
      keyOf={({ roomId }) => roomId}
    />
  );
}
