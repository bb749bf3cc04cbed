/** The column that names a room, with the room's ink on its edge. */
import { useQuery } from "@tanstack/react-query";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { roomsQuery } from "../../api/rooms.ts";
import type { Column } from "../../ui/table/table.tsx";

export function useRoomColumn(): Column<{ roomId: number; roomName: string }> {
  const { data: rooms } = useQuery(roomsQuery);
  const slugOf = (roomId: number) => rooms?.find(({ id }) => id === roomId)?.slug ?? "";
  return {
    head: "Room",
    as: "name",
    className: "border-l-4 font-medium",
    cell: ({ roomName }) => roomName,
    style: ({ roomId }) => ({ borderLeftColor: inksOf(slugOf(roomId)).first.hex }),
    sortBy: ({ roomName }) => roomName,
  };
}
