/** Owns the two badges of a booking: how it stands, and how its payment stands. */
import type { StaffBooking } from "../../../../bff/contract/staff-booking.ts";
import { Badge } from "../../ui/badge.tsx";
import { PAYMENT_WORDS, STATUS_WORDS } from "./booking-words.ts";

export function StatusBadge({ status }: Pick<StaffBooking, "status">) {
  const { label, tone } = STATUS_WORDS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

export function PaymentBadge({ paymentStatus }: Pick<StaffBooking, "paymentStatus">) {
  const { label, tone } = PAYMENT_WORDS[paymentStatus];
  return <Badge tone={tone}>{label}</Badge>;
}
