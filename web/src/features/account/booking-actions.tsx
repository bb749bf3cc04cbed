/** The actions on a customer's own booking: pay for it, move it, cancel it, add it to a calendar, open its receipt, book the same again, withdraw its review. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { type BookingAccess, calendarFileHref } from "../../api/customer-bookings.ts";
import { isEnoughForCard } from "../../format/card-money.ts";
import { causeInShort } from "../../format/cause-words.ts";
import { ShareVisit } from "../../ui/booking/share-visit.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { BookAgain, HiddenBookingName, PayBalanceButton, ReceiptButton } from "./own-booking-buttons.tsx";
import { WithdrawReview } from "./withdraw-review.tsx";

interface BookingActionsProps {
  booking: OwnBooking;
  right: BookingAccess;
  onPay(): void;
  onPayBalance(): void;
  onMove(): void;
  onReceipt(): void;
  /** For a date of a series: the buttons in place of Reschedule and Cancel. `onCancelled` is told the message once this date is cancelled. */
  series?: ((onCancelled: (message: string) => void) => ReactNode) | undefined;
}

export function BookingActions({
  booking,
  right,
  onPay,
  onPayBalance,
  onMove,
  onReceipt,
  series,
}: BookingActionsProps) {
  const [cancelling, setCancelling] = useState(false);
  const { holdUntil } = booking;
  const payable =
    holdUntil !== null && new Date(holdUntil).getTime() > Date.now() && isEnoughForCard(booking);
  const cancelledNote = useRef<HTMLParagraphElement>(null);
  /** The server's message after the booking was cancelled here. */
  const [answer, setAnswer] = useState<string | null>(null);
  const cancelled = booking.status === "cancelled";
  // The button that had the focus disappears with the booking.
  useEffect(() => {
    if (answer !== null && cancelled) cancelledNote.current?.focus();
  }, [answer, cancelled]);

  const which = <HiddenBookingName booking={booking} />;
  const receipt = <ReceiptButton booking={booking} onPress={onReceipt} />;
  if (cancelled) {
    return (
      <div className="grid justify-items-start gap-4 pr-1 pb-1">
        <p ref={cancelledNote} tabIndex={-1} className="text-muted">
          {answer ?? causeInShort(booking)}
        </p>
        <div className="flex flex-wrap gap-x-4 gap-y-3">
          {receipt}
          <BookAgain booking={booking} />
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pr-1 pb-1">
      {payable && (
        <Button onClick={onPay}>
          Pay the downpayment
          {which}
        </Button>
      )}
      <PayBalanceButton booking={booking} onPress={onPayBalance} />
      {!series && booking.reschedulable && (
        <Button variant="outline" onClick={onMove}>
          Reschedule
          {which}
        </Button>
      )}
      {receipt}
      <a
        href={calendarFileHref(right)}
        download={`booking-${booking.id}.ics`}
        className={buttonClass({ variant: "outline" })}
      >
        Add to Calendar
        {which}
      </a>
      <ShareVisit path={booking.shareUrl} roomName={booking.roomName}>
        {which}
      </ShareVisit>
      {right.kind === "customer" && <WithdrawReview booking={booking} />}
      {series?.(setAnswer)}
      {!series && booking.cancellable && (
        <Button variant="ghost" className="px-1! text-danger!" onClick={() => setCancelling(true)}>
          Cancel Booking
          {which}
        </Button>
      )}
      <CancelDialog
        booking={booking}
        right={right}
        open={cancelling}
        onClose={() => setCancelling(false)}
        onCancelled={setAnswer}
      />
    </div>
  );
}
