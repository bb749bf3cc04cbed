/** Owns `/guest/{token}`, where a guest's mailed link leads: see, pay, move (`?move=true`) or cancel that one booking. */
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { type BookingRight, guestBookingQuery } from "../api/customer-bookings.ts";
import { serverWords } from "../api/refusal.ts";
import { RequestError } from "../api/request.ts";
import { BookingActions } from "../features/account/booking-actions.tsx";
import { BookingCard } from "../features/account/booking-card.tsx";
import { GuestLinkDead, GuestOutOfReach, GuestPage, GuestSkeleton } from "../features/guest/guest-page.tsx";
import { announceNextHeading } from "../ui/page-title.tsx";
import { MoveBooking } from "./-move-booking.tsx";
import { payFor } from "./-pay-later.ts";

export const Route = createFileRoute("/guest/$token")({
  validateSearch: (search: Record<string, unknown>): { move?: true } =>
    search.move === true ? { move: true } : {},
  component: GuestRoute,
});

function GuestRoute() {
  const { token } = Route.useParams();
  const { move } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: booking, error, refetch, isFetching } = useQuery(guestBookingQuery(token));
  const right: BookingRight = { kind: "guest", token };

  if (!booking) {
    if (error instanceof RequestError && error.status < 500) {
      return <GuestLinkDead message={serverWords(error, "This link is not valid or has expired")} />;
    }
    if (error) return <GuestOutOfReach busy={isFetching} onRetry={() => void refetch()} />;
    return <GuestSkeleton />;
  }

  const show = (search: { move?: true }) => {
    announceNextHeading();
    void navigate({ search });
  };

  if (move && booking.reschedulable) {
    return <MoveBooking booking={booking} right={right} onDone={() => show({})} />;
  }
  return (
    <GuestPage>
      <BookingCard
        booking={booking}
        headingLevel={2}
        actions={
          <BookingActions
            booking={booking}
            right={right}
            onPay={() => payFor(booking)}
            onMove={() => show({ move: true })}
          />
        }
      />
    </GuestPage>
  );
}
