/** Lists a customer's past bookings: the first five and every one whose review a room's page shows, then how many more there are. */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { PaymentBadge, StatusBadge } from "../../ui/booking/booking-badges.tsx";
import { formatVisit } from "./own-booking.ts";
import { BookAgain, PayBalanceButton, ReceiptButton } from "./own-booking-buttons.tsx";
import { WithdrawReview } from "./withdraw-review.tsx";

const SHOWN = 5;

interface PastBookingsProps {
  bookings: readonly OwnBooking[];
  onPayBalance(booking: OwnBooking): void;
  onReceipt(booking: OwnBooking): void;
}

export function PastBookings({ bookings, onPayBalance, onReceipt }: PastBookingsProps) {
  const shown = bookings.filter(({ reviewPublished }, i) => i < SHOWN || reviewPublished);
  const more = bookings.length - shown.length;
  if (bookings.length === 0) return <p className="text-muted">No past bookings yet</p>;
  return (
    <>
      <ul className="border-b border-rule">
        {shown.map((booking) => (
          <li
            key={booking.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule py-3"
          >
            <div className="flex min-w-0 items-center gap-3">
              <span
                aria-hidden="true"
                className="size-4 shrink-0"
                style={{ backgroundColor: inksOf(booking.roomSlug).first.hex }}
              />
              <div className="min-w-0">
                <p className="font-semibold">{booking.roomName}</p>
                <p className="figures text-sm text-muted">{formatVisit(booking)}</p>
              </div>
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <span className="figures mr-2 font-semibold">{formatMoney(booking.totalAmount)}</span>
              <StatusBadge status={booking.status} />
              <PaymentBadge booking={booking} />
            </div>
            <div className="flex basis-full flex-wrap gap-x-4 gap-y-3 pr-1 pb-1">
              <PayBalanceButton booking={booking} onPress={onPayBalance} />
              <ReceiptButton booking={booking} onPress={onReceipt} />
              <BookAgain booking={booking} />
              <WithdrawReview booking={booking} />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-muted">And {more} more past bookings...</p>}
    </>
  );
}
