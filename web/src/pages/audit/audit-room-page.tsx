/** The page `/audit/room/{id}`: a room's day as of any instant. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { venueDayOf } from "../../../../core/venue/venue-time.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { RoomDayView } from "../../features/audit/room-day-as-of.tsx";
import { useZone } from "../../format/the-house.ts";
import { AuditFrame } from "./audit-frame.tsx";

const route = getRouteApi("/audit_/room/$roomId");

export function AuditRoomPage() {
  const roomId = Number(route.useParams().roomId);
  const { day, at } = route.useSearch();
  const navigate = route.useNavigate();
  const zone = useZone();
  const name = useQuery(roomsQuery).data?.find(({ id }) => id === roomId)?.name;
  return (
    <AuditFrame title={name ?? "A Room's Day"} line="Which hours were taken, at any instant">
      {(rooms) => (
        <RoomDayView
          roomId={roomId}
          rooms={rooms}
          day={day ?? venueDayOf(new Date(), zone)}
          at={at}
          onRoom={(chosen) =>
            void navigate({ params: { roomId: String(chosen) }, search: { day, at }, resetScroll: false })
          }
          onDay={(chosen) => void navigate({ search: { day: chosen, at }, resetScroll: false })}
          onAt={(chosen) => void navigate({ search: { day, at: chosen }, replace: true, resetScroll: false })}
        />
      )}
    </AuditFrame>
  );
}
