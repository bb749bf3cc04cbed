/** The page `/guest/{token}/confirmed`: the confirmation of a booking that was paid by its guest link. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { guestBookingQuery } from "../../api/customer-bookings.ts";
import { CONFIRMED_TITLE, ConfirmedBooking } from "../own-booking/confirmed-booking.tsx";
import { UnreadBooking } from "../own-booking/own-booking-states.tsx";
import { guestsWays } from "../own-booking/own-booking-ways.ts";

const route = getRouteApi("/guest/$token_/confirmed");

export function GuestConfirmedPage() {
  const { token } = route.useParams();
  const { data: booking, error, isFetching, refetch } = useQuery(guestBookingQuery(token));
  const again = () => void refetch();
  if (!booking)
    return <UnreadBooking title={CONFIRMED_TITLE} error={error} busy={isFetching} onRetry={again} />;
  return (
    <ConfirmedBooking
      booking={booking}
      ways={guestsWays(token)}
      right={{ kind: "guest", token }}
      manage={`/guest/${encodeURIComponent(token)}`}
    />
  );
}
