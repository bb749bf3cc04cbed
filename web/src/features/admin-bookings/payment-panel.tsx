/** The Payment tab of a booking: its price, what was received, and the provider's reference. */

import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { useZone } from "../../format/venue.ts";
import { PaymentBadge } from "../../ui/booking/booking-badges.tsx";
import { Facts } from "../../ui/facts.tsx";

export function PaymentPanel({ booking }: { booking: StaffBooking }) {
  const zone = useZone();
  return (
    <div className="grid gap-4">
      {booking.refundFailed && (
        <p className="border-l-4 border-danger bg-sheet px-4 py-3 font-semibold text-danger">
          A refund of this booking failed. See the reason and try again on the History tab.
        </p>
      )}
      <Facts
        facts={[
          { label: "Total Amount", value: formatMoney(booking.totalAmount) },
          { label: "Payment Status", value: <PaymentBadge booking={booking} /> },
          { label: "Downpayment", value: formatMoney(booking.downpaymentAmount) },
          { label: "Remaining", value: formatMoney(booking.remainingAmount) },
          { label: "Received", value: formatMoney(booking.receivedAmount) },
          { label: "Refunded", value: formatMoney(booking.refundedAmount) },
          {
            label: "Stripe Charge ID",
            value: booking.stripeChargeId ? (
              <code className="break-all">{booking.stripeChargeId}</code>
            ) : (
              "No payment processed yet"
            ),
            wide: true,
          },
          { label: "Booking Created", value: dateAndTime(new Date(booking.createdAt), zone), wide: true },
        ]}
      />
    </div>
  );
}
