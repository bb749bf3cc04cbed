/** The page `/guest/{token}/pay`: paying by the guest link, if this browser did not make the booking itself. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { guestBookingQuery } from "../../api/customer-bookings.ts";
import { UnreadBooking } from "../own-booking/own-booking-states.tsx";
import { guestsWays } from "../own-booking/own-booking-ways.ts";
import { PayOwnBooking } from "../own-booking/pay-own-booking.tsx";

const route = getRouteApi("/guest/$token_/pay");

export function GuestPayPage() {
  const { token } = route.useParams();
  const { data: booking, error, isFetching, refetch } = useQuery(guestBookingQuery(token));
  const again = () => void refetch();
  if (!booking) {
    return <UnreadBooking title="Pay the downpayment" error={error} busy={isFetching} onRetry={again} />;
  }
  return <PayOwnBooking booking={booking} ways={guestsWays(token)} onNews={refetch} />;
}
