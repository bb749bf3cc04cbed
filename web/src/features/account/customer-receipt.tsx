/** Shows the booking, the customer and the money on a customer's own receipt. */

import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { Receipt } from "../../ui/booking/receipt.tsx";
import { formatVisit } from "./own-booking.ts";
import { receiptMoney } from "./receipt-money.ts";

export function CustomerReceipt({ booking, printedAt }: { booking: OwnBooking; printedAt: Date }) {
  const { timeZone: zone, receipt } = booking;
  const money = receiptMoney(booking);
  const who = personName(booking);
  return (
    <Receipt
      facts={[
        ["Booking", `#${booking.id}, made ${dateAndTime(new Date(booking.createdAt), zone)}`],
        ["Visit", `${booking.roomName}, ${formatVisit(booking)}`],
        ["Customer", [who, booking.email].filter(Boolean).join(", ")],
        ["As of", dateAndTime(printedAt, zone)],
      ]}
      {...receipt}
      money={money.lines}
      sums={[
        { text: "Paid", amount: money.paidCents },
        { text: dueText(booking), amount: money.dueCents },
      ]}
    />
  );
}

function dueText({ status, receipt }: OwnBooking): string {
  if (receipt.onAccount !== null) return "On account";
  return status === "cancelled" ? "Due (the booking is cancelled)" : "Due";
}
