/**
 * The pages `/booking/{id}/confirmed` and `/guest/{token}/confirmed`: the confirmation of a paid booking for the person who made it or who
 * has its guest link, and what is shown instead if it is not paid or is over.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import type { HeldBooking } from "../../../../bff/contract/customer/held-booking.ts";
import type { Series } from "../../../../bff/contract/series.ts";
import { type BookingAccess, calendarFileHref, guestBookingQuery } from "../../api/customer-bookings.ts";
import { heldBookingQuery } from "../../api/held-bookings.ts";
import { AccountFromBooking } from "../../features/auth/account-from-booking.tsx";
import { WhoComes } from "../../features/own-details/who-comes.tsx";
import { Confirmation } from "../../features/payment/confirmation.tsx";
import { BookedDates } from "../../features/series/booked-dates.tsx";
import { BackLink } from "../../features/way-back/back-link.tsx";
import { useSignedIn } from "../../session/customer-session.ts";
import { deleteDraft } from "../../session/draft-storage.ts";
import { buttonClass } from "../../ui/button.tsx";
import { type BookingAddresses, guestAddresses, holderAddresses, stageOf } from "./booking-addresses.ts";
import { BookingNotLoaded, BookingSheet, LoadingSheet, ofBooking } from "./booking-sheet.tsx";
import { EndedBooking } from "./ended-booking.tsx";
import { WithSeries } from "./with-series.tsx";

const TITLE = "Booking Confirmed!";

/** A guest manages the booking by the guest link in the mail; a customer does so in the account. */
function rightTo({ id, manageUrl }: HeldBooking): BookingAccess {
  const token = manageUrl?.match(/^\/guest\/([^/?]+)/)?.[1];
  return token === undefined
    ? { kind: "customer", bookingId: id }
    : { kind: "guest", token: decodeURIComponent(token) };
}

export const ConfirmedPage = ofBooking(({ bookingId }) => {
  const read = useQuery(heldBookingQuery(bookingId));
  if (!read.data) return <BookingNotLoaded title={TITLE} read={read} />;
  return (
    <WithSeries booking={read.data} access={{ kind: "hold" }} onNews={read.refetch} title={TITLE}>
      {(series, onNews) => (
        <ConfirmedBooking
          booking={read.data}
          series={series}
          ways={holderAddresses(bookingId)}
          right={rightTo(read.data)}
          onNews={onNews}
          manage={read.data.manageUrl ?? "/account"}
        />
      )}
    </WithSeries>
  );
});

const guestRoute = getRouteApi("/guest/$token_/confirmed");

export function GuestConfirmedPage() {
  const { token } = guestRoute.useParams();
  const read = useQuery(guestBookingQuery(token));
  if (!read.data) return <BookingNotLoaded title={TITLE} read={read} />;
  return (
    <WithSeries booking={read.data} access={{ kind: "guest", token }} onNews={read.refetch} title={TITLE}>
      {(series, onNews) => (
        <ConfirmedBooking
          booking={read.data}
          series={series}
          ways={guestAddresses(token)}
          right={{ kind: "guest", token }}
          onNews={onNews}
          manage={`/guest/${encodeURIComponent(token)}`}
        />
      )}
    </WithSeries>
  );
}

interface ConfirmedBookingProps {
  booking: OwnBooking;
  /** Null for a booking of its own. */
  series: Series | null;
  ways: BookingAddresses;
  right: BookingAccess;
  /** Reads the booking again. */
  onNews(): Promise<unknown>;
  /** Where the booking is moved or cancelled. */
  manage: string;
}

function ConfirmedBooking({ booking, series, ways, right, onNews, manage }: ConfirmedBookingProps) {
  const router = useRouter();
  const signedIn = useSignedIn();
  const stage = stageOf(booking);
  const unpaid = stage === "held";
  useEffect(() => {
    if (unpaid) void router.navigate({ href: ways.pay, replace: true });
  }, [unpaid, router, ways.pay]);
  useEffect(() => {
    if (stage === "paid") deleteDraft(booking.roomSlug);
  }, [stage, booking.roomSlug]);

  if (stage === "held") return <LoadingSheet title={TITLE} />;
  if (stage === "over") return <EndedBooking booking={booking} />;
  const { firstName, lastName, email, phone } = booking;
  return (
    <BookingSheet title={TITLE}>
      <Confirmation
        booking={booking}
        series={
          series
            ? {
                ...series,
                dates: <BookedDates series={series} roomId={booking.roomId} zone={booking.timeZone} />,
              }
            : undefined
        }
        calendarFile={calendarFileHref(right)}
        manage={manage}
        who={<WhoComes booking={booking} access={right} onSaved={onNews} />}
      >
        {!signedIn && booking.userId === null && firstName && lastName && email && (
          <AccountFromBooking person={{ firstName, lastName, email, phone }} />
        )}
        <div className="flex flex-wrap gap-4">
          <BackLink
            booked={{ id: booking.id, state: "confirmed" }}
            className={buttonClass({ variant: "solid" })}
          />
          <a href={`/room/${booking.roomSlug}`} className={buttonClass({ variant: "outline" })}>
            Book another time
          </a>
        </div>
      </Confirmation>
    </BookingSheet>
  );
}
