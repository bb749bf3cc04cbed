/** Lists times of several days, each row with its day. */
import type { Found } from "../../../../bff/contract/visitor/find.ts";
import type { FindRequest } from "../../api/rooms.ts";
import { FreeRoomRow } from "./free-room-row.tsx";

interface FreeRoomListProps {
  found: Found;
  /** Those of `found` to show, in their order. */
  times: Found["rooms"];
  wish: FindRequest;
}

export function FreeRoomList({ found, times, wish }: FreeRoomListProps) {
  return (
    <ul className="mt-4 border-b-2 border-ink">
      {times.map((time) => (
        <FreeRoomRow
          key={`${time.day} ${time.roomId}`}
          time={time}
          roomDay={found.days.find((each) => each.day === time.day && each.roomId === time.roomId)}
          wish={wish}
          named
        />
      ))}
    </ul>
  );
}
