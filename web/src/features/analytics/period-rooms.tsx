/** Owns the table of rooms in a period: bookings made, hours, occupancy and revenue, with the revenue before. */
import { useQuery } from "@tanstack/react-query";
import type { PeriodFigures } from "../../../../bff/contract/analytics/analytics-period.ts";
import { inksOf } from "../../../../core/venue/inks.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { count } from "../../format/counts.ts";
import { cellClass, TableFrame } from "../../ui/table-frame.tsx";
import { exactDollars } from "./amounts.ts";
import { CsvHeading } from "./csv-link.tsx";
import { percent } from "./grades.ts";
import { differenceWords } from "./period-choice.ts";

const COLUMNS = ["Bookings", "Hours booked", "Hours offered", "Occupancy", "Revenue", "Than before"] as const;

const TITLE = "By room";

export function PeriodRooms({ period, before }: { period: PeriodFigures; before: PeriodFigures }) {
  const { data: rooms } = useQuery(roomsQuery);
  const inkOf = (roomId: number) => inksOf(rooms?.find(({ id }) => id === roomId)?.slug ?? "").first.hex;
  const earlier = new Map(before.rooms.map(({ roomId, revenue }) => [roomId, revenue]));
  return (
    <section className="grid min-w-0 gap-2">
      <CsvHeading title={TITLE} table="rooms" period={period} />
      <TableFrame label="The period by room">
        <table className="w-full min-w-190">
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col" className={cellClass("text", "font-medium")}>
                Room
              </th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={cellClass("figure", "font-medium")}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {period.rooms.map((room) => (
              <tr key={room.roomId} className="border-t border-rule">
                <th
                  scope="row"
                  className={cellClass("text", "border-l-4 font-medium")}
                  style={{ borderLeftColor: inkOf(room.roomId) }}
                >
                  {room.roomName}
                </th>
                <td className={cellClass("figure")}>{count(room.bookings)}</td>
                <td className={cellClass("figure")}>{count(room.hoursBooked)}</td>
                <td className={cellClass("figure")}>{count(room.hoursOffered)}</td>
                <td className={cellClass("figure")}>
                  {room.occupancy === null ? "Not open" : percent(room.occupancy)}
                </td>
                <td className={cellClass("figure", "font-semibold")}>{exactDollars(room.revenue)}</td>
                <td className={cellClass("figure", "text-sm whitespace-nowrap text-muted")}>
                  {differenceWords({
                    now: room.revenue,
                    before: earlier.get(room.roomId) ?? 0,
                    unit: "dollars",
                  })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
