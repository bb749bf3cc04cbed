/** Writes how a move changes a visit's money, before it happens and after; pure, with amounts in the API's format. */
import type { BookingMoved } from "../../../bff/contract/staff/bookings-by-staff.ts";
import type { StaffBooking } from "../../../bff/contract/staff/staff-booking.ts";
import { formatMoney, toAmount, toCents } from "../../../core/booking/rules/money.ts";

type Paid = Pick<StaffBooking, "receivedAmount" | "refundedAmount" | "refundUnderWayAmount">;

const cents = (amount: string): number => toCents(amount) ?? 0;

const words = (amountCents: number): string => formatMoney(toAmount(amountCents));

/** `"$25.00 more to pay"`. For a lower price: money paid beyond the new price is refunded, and the rest was never paid. */
export function differenceText({ totalAmount, difference }: BookingMoved, paid: Paid): string {
  const more = cents(difference.replace("-", ""));
  if (more === 0) return `The price stays at ${formatMoney(totalAmount)}`;
  if (!difference.startsWith("-")) return `${words(more)} more to pay`;
  const kept = cents(paid.receivedAmount) - cents(paid.refundedAmount) - cents(paid.refundUnderWayAmount);
  const back = Math.min(more, Math.max(0, kept - cents(totalAmount)));
  return [
    ...(back > 0 ? [`${words(back)} refund`] : []),
    ...(back < more ? [`${words(more - back)} less to pay`] : []),
  ].join(", ");
}

/** What has to be done about money after the move; null if nothing. */
export function afterMoveText({ refundAmount, toReturnAmount, dueAmount }: BookingMoved): string | null {
  const parts = [
    ...(cents(refundAmount ?? "0") > 0
      ? [`${formatMoney(refundAmount ?? "0")} is refunded to the card.`]
      : []),
    ...(cents(toReturnAmount ?? "0") > 0
      ? [`Return ${formatMoney(toReturnAmount ?? "0")} at the desk.`]
      : []),
    ...(cents(dueAmount ?? "0") > 0 ? [`${formatMoney(dueAmount ?? "0")} is due.`] : []),
  ];
  return parts.length === 0 ? null : parts.join(" ");
}
