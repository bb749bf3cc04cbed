/** The buttons that a customer's upcoming and past bookings share: pay the balance, open the receipt, book the same again. */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { againAddress } from "./again-address.ts";

/** Names the booking for screen readers, because every booking has the same buttons. */
export const HiddenBookingName = ({ booking: { roomName, id } }: { booking: OwnBooking }) => (
  <span className="sr-only"> {`${roomName}, booking ${id}`}</span>
);

interface BookingButtonProps {
  booking: OwnBooking;
  onPress(booking: OwnBooking): void;
}

export const PayBalanceButton = ({ booking, onPress }: BookingButtonProps) =>
  booking.balancePayable && (
    <Button onClick={() => onPress(booking)}>
      Pay {formatMoney(booking.dueAmount)} now
      <HiddenBookingName booking={booking} />
    </Button>
  );

/** Shown once any money was paid or refunded. */
export const ReceiptButton = ({ booking, onPress }: BookingButtonProps) =>
  (Number(booking.paidAmount) > 0 || Number(booking.refundedAmount) > 0) && (
    <Button variant="outline" onClick={() => onPress(booking)}>
      Receipt
      <HiddenBookingName booking={booking} />
    </Button>
  );

/** Leads to the room's page with the same weekday, hour and length chosen. */
export function BookAgain({ booking }: { booking: OwnBooking }) {
  return (
    <a href={againAddress(booking, new Date())} className={buttonClass({ variant: "outline" })}>
      Book again
      <HiddenBookingName booking={booking} />
    </a>
  );
}
