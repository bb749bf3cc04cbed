/** The table of rooms, sorted by revenue until another heading is pressed. */
import type { ReactNode } from "react";
import type { Analytics } from "../../../../bff/contract/analytics/analytics.ts";
import { count } from "../../format/counts.ts";
import { SortedTable } from "../../ui/table/sorted-table.tsx";
import type { Column } from "../../ui/table/table.tsx";
import { exactDollars } from "./amounts.ts";
import { GradedRate } from "./graded-rate.tsx";
import { utilizationGrade } from "./grades.ts";
import { useRoomColumn } from "./room-column.ts";

type RoomUse = Analytics["roomUtilization"][number];

const figure = (
  head: string,
  sortBy: (room: RoomUse) => number,
  cell: (value: number) => ReactNode,
): Column<RoomUse> => ({ head, sortBy, cell: (room) => cell(sortBy(room)) });

const FIGURES = [
  figure("Bookings", ({ totalBookings }) => totalBookings, count),
  figure("Hours Booked", ({ totalHoursBooked }) => totalHoursBooked, count),
  figure("Revenue", ({ revenue }) => revenue, exactDollars),
  figure(
    "Utilization",
    ({ utilizationRate }) => utilizationRate,
    (rate) => <GradedRate rate={rate} grade={utilizationGrade(rate)} />,
  ),
];
const REVENUE = 3;

export function UtilizationTable({ rooms }: { rooms: RoomUse[] }) {
  const room = useRoomColumn();
  return (
    <SortedTable
      label="Room utilization"
      caption="Room utilization. The headings sort."
      className="min-w-160"
      columns={[room, ...FIGURES]}
      sortedBy={REVENUE}
      rows={rooms}
      keyOf={({ roomId }) => roomId}
    />
  );
}
