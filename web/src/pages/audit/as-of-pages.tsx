/** The pages `/audit/booking/{id}` and `/audit/room/{id}`: a booking, and a room's day, as of any instant. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { BookingAsOfView } from "../../features/audit/booking-as-of.tsx";
import { RoomDayView } from "../../features/audit/room-day-as-of.tsx";
import { useZone } from "../../format/venue.ts";
import { AuditFrame } from "./audit-frame.tsx";

const bookingRoute = getRouteApi("/audit_/booking/$bookingId");
const roomRoute = getRouteApi("/audit_/room/$roomId");

export function AuditBookingPage() {
  const { bookingId } = bookingRoute.useParams();
  const { at } = bookingRoute.useSearch();
  const navigate = bookingRoute.useNavigate();
  return (
    <AuditFrame title={`Booking #${bookingId}`} line="As of any instant">
      {() => (
        <BookingAsOfView
          id={Number(bookingId)}
          at={at}
          onAt={(chosen) => void navigate({ search: { at: chosen }, replace: true, resetScroll: false })}
        />
      )}
    </AuditFrame>
  );
}

export function AuditRoomPage() {
  const roomId = Number(roomRoute.useParams().roomId);
  const { day, at } = roomRoute.useSearch();
  const navigate = roomRoute.useNavigate();
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
