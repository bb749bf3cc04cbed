/** The confirmation of a booking for each kind of access, and what is shown instead if it is not paid or is over. */
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { dollars } from "../../../../core/booking/money.ts";
import { type BookingRight, calendarFileHref } from "../../api/customer-bookings.ts";
import { AccountFromBooking } from "../../features/auth/account-from-booking.tsx";
import { Confirmation } from "../../features/payment/confirmation.tsx";
import { useSignedIn } from "../../session/customer-session.ts";
import { dropDraft } from "../../session/draft-storage.ts";
import { buttonClass } from "../../ui/button.tsx";
import { BookingSheet, WaitingSheet } from "./own-booking-states.tsx";
import { type BookingWays, stageOf } from "./own-booking-ways.ts";

export const CONFIRMED_TITLE = "Booking Confirmed!";

interface ConfirmedBookingProps {
  booking: OwnBooking;
  ways: BookingWays;
  right: BookingRight;
  /** Where the booking is moved or cancelled. */
  manage: string;
}

export function ConfirmedBooking({ booking, ways, right, manage }: ConfirmedBookingProps) {
  const router = useRouter();
  const signedIn = useSignedIn();
  const stage = stageOf(booking);
  const unpaid = stage === "held";
  useEffect(() => {
    if (unpaid) void router.navigate({ href: ways.pay, replace: true });
  }, [unpaid, router, ways.pay]);
  useEffect(() => {
    if (stage === "paid") dropDraft(booking.roomSlug);
  }, [stage, booking.roomSlug]);

  if (stage === "held") return <WaitingSheet title={CONFIRMED_TITLE} />;
  if (stage === "over") {
    return (
      <BookingSheet title="This booking is cancelled">
        <div className="grid max-w-2xl justify-items-start gap-5 text-lg">
          <p>
            {booking.roomName}, booking #{booking.id}.
            {Number(booking.refundedAmount) > 0 &&
              ` ${dollars(booking.refundedAmount)} was refunded to your card.`}
          </p>
          <a href={`/room/${booking.roomSlug}`} className={buttonClass({ size: "lg" })}>
            Choose another time
          </a>
        </div>
      </BookingSheet>
    );
  }
  const { firstName, lastName, email, phone } = booking;
  return (
    <BookingSheet title={CONFIRMED_TITLE}>
      <Confirmation booking={booking} calendarFile={calendarFileHref(right)} manage={manage}>
        {!signedIn && booking.userId === null && firstName && lastName && email && (
          <AccountFromBooking person={{ firstName, lastName, email, phone }} />
        )}
        <a
          href={`/room/${booking.roomSlug}`}
          className={buttonClass({ variant: "outline", className: "justify-self-start" })}
        >
          Book another time
        </a>
      </Confirmation>
    </BookingSheet>
  );
}
