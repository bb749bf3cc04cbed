/** Owns the table of every room's average ratings. */
import type { RoomRatings } from "../../../../bff/contract/customer/feedback.ts";
import { cellClass, TableFrame } from "../../ui/table-frame.tsx";

const COLUMNS = [
  { key: "rating", label: "Overall" },
  { key: "facilityRating", label: "Facility" },
  { key: "serviceRating", label: "Service" },
  { key: "valueRating", label: "Value" },
  { key: "experienceRating", label: "Experience" },
] as const;

const HEAD = "text-sm font-medium text-muted";

export function RoomAverages({ rooms }: { rooms: readonly RoomRatings[] }) {
  return (
    <TableFrame label="Averages per room">
      <table className="w-full min-w-176">
        <caption className="px-3 pt-3 pb-1 text-left text-lg font-semibold">
          Averages per room <span className="text-sm font-normal text-muted">of 1 to 5</span>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={cellClass("text", HEAD)}>
              Room
            </th>
            <th scope="col" className={cellClass("figure", HEAD)}>
              Reviews
            </th>
            {COLUMNS.map(({ key, label }) => (
              <th key={key} scope="col" className={cellClass("figure", HEAD)}>
                {label}
              </th>
            ))}
            <th scope="col" className={cellClass("figure", HEAD)}>
              Recommend
            </th>
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <tr key={room.roomId} className="border-t border-rule">
              <th scope="row" className={cellClass("text", "font-medium")}>
                {room.roomName}
              </th>
              <td className={cellClass("figure")}>{room.count}</td>
              {COLUMNS.map(({ key }) => (
                <td key={key} className={cellClass("figure", key === "rating" ? "font-semibold" : undefined)}>
                  {room[key].toFixed(1)}
                </td>
              ))}
              <td className={cellClass("figure")}>{room.recommendPercent}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
