/** The page `/booking/{id}/pay`: paying for a booking that this browser or account holds, also later or in another tab. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { heldBookingQuery } from "../../api/held-bookings.ts";
import { NotFoundPage } from "../not-found-page.tsx";
import { UnreadBooking } from "./own-booking-states.tsx";
import { holdersWays } from "./own-booking-ways.ts";
import { PayOwnBooking } from "./pay-own-booking.tsx";

const route = getRouteApi("/booking/$bookingId/pay");

export function PayPage() {
  const bookingId = Number(route.useParams().bookingId);
  return Number.isSafeInteger(bookingId) ? (
    <Paying key={bookingId} bookingId={bookingId} />
  ) : (
    <NotFoundPage />
  );
}

function Paying({ bookingId }: { bookingId: number }) {
  const { data: booking, error, isFetching, refetch } = useQuery(heldBookingQuery(bookingId));
  const again = () => void refetch();
  if (!booking) {
    return <UnreadBooking title="Pay the downpayment" error={error} busy={isFetching} onRetry={again} />;
  }
  return <PayOwnBooking booking={booking} ways={holdersWays(bookingId)} onNews={refetch} />;
}
