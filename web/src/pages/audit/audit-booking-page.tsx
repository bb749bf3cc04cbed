/** The page `/audit/booking/{id}`: a booking as of any instant. */
import { getRouteApi } from "@tanstack/react-router";
import { BookingAsOfView } from "../../features/audit/booking-as-of.tsx";
import { AuditFrame } from "./audit-frame.tsx";

const route = getRouteApi("/audit_/booking/$bookingId");

export function AuditBookingPage() {
  const { bookingId } = route.useParams();
  const { at } = route.useSearch();
  const navigate = route.useNavigate();
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
