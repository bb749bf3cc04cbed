/** Checks whether the rest of a downpayment can be paid by card. */
import type { OwnBooking } from "../../../bff/contract/customer/customer.ts";
import { toCents } from "../../../core/booking/rules/money.ts";
import { leastCardCents } from "../../../core/venue/currency.ts";

/** Whether the rest is at least the provider's minimum for a card. After a payment at the desk the rest may be less. */
export const isEnoughForCard = ({
  downpaymentDueAmount,
}: Pick<OwnBooking, "downpaymentDueAmount">): boolean =>
  (toCents(downpaymentDueAmount) ?? 0) >= leastCardCents();
