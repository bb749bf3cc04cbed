/** The table of rooms, sorted by revenue until another heading is pressed. TanStack Table keeps the order. */
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import clsx from "clsx";
import type { Analytics } from "../../../../bff/contract/analytics/analytics.ts";
import { count } from "../../format/counts.ts";
import { cellClass, TableFrame } from "../../ui/table-frame.tsx";
import { exactDollars } from "./amounts.ts";
import { GradedRate } from "./graded-rate.tsx";
import { utilizationGrade } from "./grades.ts";

type RoomUse = Analytics["roomUtilization"][number];

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const column = createColumnHelper<typeof features, RoomUse>();

const columns = column.columns([
  column.accessor("roomName", { header: "Room", sortFn: sortFn_text, sortDescFirst: false }),
  column.accessor("totalBookings", {
    header: "Bookings",
    sortFn: sortFn_basic,
    sortDescFirst: true,
    cell: ({ getValue }) => count(getValue()),
  }),
  column.accessor("totalHoursBooked", {
    header: "Hours Booked",
    sortFn: sortFn_basic,
    sortDescFirst: true,
    cell: ({ getValue }) => count(getValue()),
  }),
  column.accessor("revenue", {
    header: "Revenue",
    sortFn: sortFn_basic,
    sortDescFirst: true,
    cell: ({ getValue }) => exactDollars(getValue()),
  }),
  column.accessor("utilizationRate", {
    header: "Utilization",
    sortFn: sortFn_basic,
    sortDescFirst: true,
    cell: ({ getValue }) => <GradedRate rate={getValue()} grade={utilizationGrade(getValue())} />,
  }),
]);

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;
const ARROWS = { asc: "▲", desc: "▼" } as const;

interface UtilizationTableProps {
  rooms: RoomUse[];
  /** The ink on a room's edge. */
  inkOf(roomId: number): string;
}

export function UtilizationTable({ rooms, inkOf }: UtilizationTableProps) {
  const table = useTable({
    features,
    columns,
    data: rooms,
    initialState: { sorting: [{ id: "revenue", desc: true }] },
    enableSortingRemoval: false,
    enableMultiSort: false,
    getRowId: ({ roomId }) => String(roomId),
  });
  return (
    <TableFrame label="Room utilization">
      <table className="w-full min-w-160">
        <caption className="sr-only">Room utilization. The headings sort.</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted();
                const kind = header.column.id === "roomName" ? "text" : "figure";
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorted ? ARIA_SORT[sorted] : "none"}
                    className={kind === "figure" ? "text-right" : "text-left"}
                  >
                    <button
                      type="button"
                      className={clsx(
                        "inline-flex min-h-11 items-center gap-1.5 px-3 text-sm font-medium hover:underline",
                        kind === "figure" && "flex-row-reverse",
                      )}
                      onClick={header.column.getToggleSortingHandler()}
                    >
                      <table.FlexRender header={header} />
                      <span aria-hidden="true" className="text-xs">
                        {sorted ? ARROWS[sorted] : ""}
                      </span>
                    </button>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="border-t border-rule">
              {row.getAllCells().map((cell) =>
                cell.column.id === "roomName" ? (
                  <th
                    key={cell.id}
                    scope="row"
                    className={cellClass("text", "border-l-4 font-medium")}
                    style={{ borderLeftColor: inkOf(row.original.roomId) }}
                  >
                    <table.FlexRender cell={cell} />
                  </th>
                ) : (
                  <td key={cell.id} className={cellClass("figure")}>
                    <table.FlexRender cell={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
