/** The page `/booking/{id}/confirmed`: a paid booking, as the person who made it can find it again later. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { HeldBooking } from "../../../../bff/contract/customer/held-booking.ts";
import type { BookingRight } from "../../api/customer-bookings.ts";
import { heldBookingQuery } from "../../api/held-bookings.ts";
import { NotFoundPage } from "../not-found-page.tsx";
import { CONFIRMED_TITLE, ConfirmedBooking } from "./confirmed-booking.tsx";
import { UnreadBooking } from "./own-booking-states.tsx";
import { holdersWays } from "./own-booking-ways.ts";

const route = getRouteApi("/booking/$bookingId/confirmed");

export function ConfirmedPage() {
  const bookingId = Number(route.useParams().bookingId);
  return Number.isSafeInteger(bookingId) ? (
    <Confirmed key={bookingId} bookingId={bookingId} />
  ) : (
    <NotFoundPage />
  );
}

/** A guest manages the booking by the guest link in the mail; a customer does so in the account. */
function rightTo({ id, manageUrl }: HeldBooking): BookingRight {
  const token = manageUrl?.match(/^\/guest\/([^/?]+)/)?.[1];
  return token === undefined
    ? { kind: "customer", bookingId: id }
    : { kind: "guest", token: decodeURIComponent(token) };
}

function Confirmed({ bookingId }: { bookingId: number }) {
  const { data: booking, error, isFetching, refetch } = useQuery(heldBookingQuery(bookingId));
  const again = () => void refetch();
  if (!booking)
    return <UnreadBooking title={CONFIRMED_TITLE} error={error} busy={isFetching} onRetry={again} />;
  return (
    <ConfirmedBooking
      booking={booking}
      ways={holdersWays(bookingId)}
      right={rightTo(booking)}
      manage={booking.manageUrl ?? "/account"}
    />
  );
}
