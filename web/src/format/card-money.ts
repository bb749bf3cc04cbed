/** Owns whether a card can be asked for what is left of a downpayment. */
import type { OwnBooking } from "../../../bff/contract/customer/customer.ts";
import { LEAST_CARD_CENTS, toCents } from "../../../core/booking/money.ts";

/** Whether it is as much as the provider takes of a card; the rest of one that came in at the desk need not be. */
export const isEnoughForCard = ({
  downpaymentDueAmount,
}: Pick<OwnBooking, "downpaymentDueAmount">): boolean =>
  (toCents(downpaymentDueAmount) ?? 0) >= LEAST_CARD_CENTS;
