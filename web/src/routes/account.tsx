/** Owns `/account`: the customer's account, and within it moving one of their bookings (`?move=42`) (SPEC §2). */
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { ownBookingsQuery } from "../api/customer-bookings.ts";
import { AccountPage } from "../features/account/account-page.tsx";
import { BookingActions } from "../features/account/booking-actions.tsx";
import { signOut } from "../features/layout/sign-out.ts";
import { isSignedIn, type StoredUser, useFeedbackUser, useSignedIn } from "../session/customer-session.ts";
import { announceNextHeading } from "../ui/page-title.tsx";
import { useCustomerPage } from "./-customer-guard.ts";
import { MoveBooking } from "./-move-booking.tsx";
import { payFor } from "./-pay-later.ts";

export const Route = createFileRoute("/account")({
  validateSearch: (search: Record<string, unknown>): { move?: number } =>
    Number.isInteger(search.move) ? { move: Number(search.move) } : {},
  loader: ({ context }) => {
    if (isSignedIn(localStorage)) void context.queryClient.prefetchQuery(ownBookingsQuery);
  },
  component: AccountRoute,
});

/** A record that cannot be read still has its session; the server tells who it is. */
const UNKNOWN: StoredUser = { firstName: "", lastName: "", email: "", phone: null };

function AccountRoute() {
  const signedIn = useSignedIn();
  useCustomerPage(signedIn);
  const user = useFeedbackUser() ?? UNKNOWN;
  return signedIn ? <Account user={user} /> : null;
}

function Account({ user }: { user: StoredUser }) {
  const { move } = Route.useSearch();
  const navigate = Route.useNavigate();
  const bookings = useQuery(ownBookingsQuery).data;
  const moved = bookings?.find((booking) => booking.id === move && booking.reschedulable);

  const show = (search: { move?: number }) => {
    announceNextHeading();
    void navigate({ search });
  };

  if (moved) {
    return (
      <MoveBooking
        key={moved.id}
        booking={moved}
        right={{ kind: "customer", bookingId: moved.id }}
        onDone={() => show({})}
      />
    );
  }
  return (
    <AccountPage
      user={user}
      onSignOut={() => void signOut()}
      actionsOf={(booking) => (
        <BookingActions
          booking={booking}
          right={{ kind: "customer", bookingId: booking.id }}
          onPay={() => payFor(booking)}
          onMove={() => show({ move: booking.id })}
        />
      )}
    />
  );
}
