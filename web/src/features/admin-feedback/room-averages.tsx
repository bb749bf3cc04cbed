/** The table of every room's average ratings. */
import type { RoomRatings } from "../../../../bff/contract/customer/feedback.ts";
import { type Column, Table } from "../../ui/table/table.tsx";

const average = (head: string, key: keyof RoomRatings & `${string}ating`): Column<RoomRatings> => ({
  head,
  cell: (room) => room[key].toFixed(1),
});

const COLUMNS: readonly Column<RoomRatings>[] = [
  { head: "Room", as: "name", cell: ({ roomName }) => roomName, className: "font-medium" },
  { head: "Reviews", cell: ({ count }) => count },
  { ...average("Overall", "rating"), className: "font-semibold" },
  average("Facility", "facilityRating"),
  average("Service", "serviceRating"),
  average("Value", "valueRating"),
  average("Experience", "experienceRating"),
  { head: "Recommend", cell: ({ recommendPercent }) => `${recommendPercent}%` },
];

export function RoomAverages({ rooms }: { rooms: readonly RoomRatings[] }) {
  return (
    <Table
      label="Averages per room"
      caption={
        <>
          Averages per room <span className="text-sm font-normal text-muted">of 1 to 5</span>
        </>
      }
      captionClass="px-3 pt-3 pb-1 text-left text-lg font-semibold"
      className="min-w-176"
      headClass="text-sm text-muted"
      columns={COLUMNS}
      rows={rooms}
      keyOf={({ roomId }) => roomId}
    />
  );
}
