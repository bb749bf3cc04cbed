/** The table of rooms in a period: bookings made, hours, occupancy and revenue, and the revenue before. */
import type { PeriodFigures } from "../../../../bff/contract/analytics/analytics-period.ts";
import { count } from "../../format/counts.ts";
import { type Column, Table } from "../../ui/table/table.tsx";
import { exactAmount } from "./amounts.ts";
import { CsvHeading } from "./csv-link.tsx";
import { percent } from "./grades.ts";
import { differenceWords } from "./period-choice.ts";
import { useRoomColumn } from "./room-column.ts";

const TITLE = "By room";

export function PeriodRooms({ period, before }: { period: PeriodFigures; before: PeriodFigures }) {
  const earlier = new Map(before.rooms.map(({ roomId, revenue }) => [roomId, revenue]));
  const columns: Column<PeriodFigures["rooms"][number]>[] = [
    useRoomColumn(),
    { head: "Bookings", cell: ({ bookings }) => count(bookings) },
    { head: "Hours booked", cell: ({ hoursBooked }) => count(hoursBooked) },
    { head: "Hours offered", cell: ({ hoursOffered }) => count(hoursOffered) },
    {
      head: "Occupancy",
      cell: ({ occupancy }) => (occupancy === null ? "Not open" : percent(occupancy)),
    },
    { head: "Revenue", className: "font-semibold", cell: ({ revenue }) => exactAmount(revenue) },
    {
      head: "Difference",
      className: "text-sm whitespace-nowrap text-muted",
      cell: ({ roomId, revenue: now }) =>
        differenceWords({ now, before: earlier.get(roomId) ?? 0, unit: "money" }),
    },
  ];
  return (
    <section className="grid min-w-0 gap-2">
      <CsvHeading title={TITLE} table="rooms" period={period} />
      <Table
        label="The period by room"
        className="min-w-190"
        headClass="text-sm text-muted"
        columns={columns}
        rows={period.rooms}
        keyOf={({ roomId }) => roomId}
      />
    </section>
  );
}
