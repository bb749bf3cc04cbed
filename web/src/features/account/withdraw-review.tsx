/** Ends the showing of the customer's own review on the room's page (decision 230). */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Done, OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { customerRequest } from "../../api/customer-request.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { CUSTOMER_KEY } from "../../session/customer-session.ts";
import { Button } from "../../ui/button.tsx";
import { HiddenBookingName } from "./own-booking-buttons.tsx";

/** Nothing unless the review is shown, or was until it was withdrawn here. */
export function WithdrawReview({ booking }: { booking: OwnBooking }) {
  const refresh = useRefresh();
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => customerRequest<Done>("DELETE", `/api/auth/bookings/${booking.id}/review`),
    onSuccess: () => refresh(CUSTOMER_KEY),
    onError: toastRefusal("Review Still Shown", "Your review is still shown. Please try again."),
  });
  const note = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (data) note.current?.focus();
  }, [data]);
  if (data) {
    return (
      <p ref={note} tabIndex={-1} className="self-center text-muted">
        {data.message}
      </p>
    );
  }
  if (!booking.reviewPublished) return null;
  return (
    <Button variant="ghost" className="px-1!" busy={isPending} onClick={() => mutate()}>
      Stop showing my review
      <HiddenBookingName booking={booking} />
    </Button>
  );
}
