/** The Payment tab of a booking: its price, what was received, and the provider's reference; or the account and the invoices that pay it. */

import { Link } from "@tanstack/react-router";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { accountName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import { managesVenue } from "../../session/staff-access.ts";
import { useStaff } from "../../session/staff-session.ts";
import { PaymentBadge } from "../../ui/booking/booking-badges.tsx";
import { Facts } from "../../ui/facts.tsx";

export function PaymentPanel({ booking }: { booking: StaffBooking }) {
  const zone = useZone();
  if (booking.accountId !== undefined)
    return <AccountPayment booking={booking} accountId={booking.accountId} />;
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

const LINK = "underline decoration-1 underline-offset-4 hover:text-action";

/** The account pays by invoices, so that nothing is due at the desk (decision 260). */
function AccountPayment({ booking, accountId }: { booking: StaffBooking; accountId: number }) {
  const zone = useZone();
  const staff = useStaff();
  const { invoiceNumbers = [], totalAmount, createdAt } = booking;
  const name = accountName({ name: booking.accountName });
  return (
    <Facts
      facts={[
        { label: "Total Amount", value: formatMoney(totalAmount) },
        { label: "Payment Status", value: <PaymentBadge booking={booking} /> },
        {
          label: "Billing Account",
          value:
            staff && managesVenue(staff) ? (
              <Link to="/admin" search={{ tab: "accounts", account: accountId }} className={LINK}>
                {name}
              </Link>
            ) : (
              name
            ),
          wide: true,
        },
        {
          label: invoiceNumbers.length > 1 ? "Invoices" : "Invoice",
          value:
            invoiceNumbers.length === 0 ? (
              "On none yet"
            ) : (
              <span className="flex flex-wrap gap-x-4">
                {invoiceNumbers.map((invoice) => (
                  <Link key={invoice} to="/admin" search={{ invoice }} className={LINK}>
                    {invoice}
                  </Link>
                ))}
              </span>
            ),
          wide: true,
        },
        { label: "Booking Created", value: dateAndTime(new Date(createdAt), zone), wide: true },
      ]}
    />
  );
}
