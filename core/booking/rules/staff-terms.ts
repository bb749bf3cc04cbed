/**
 * The terms on which staff book for a customer: how it is paid, how long it waits for payment, and at which price (decisions 105, 106).
 * Pure; integer cents, UTC instants.
 */
import { type FieldError, type Refused, refuse } from "../../log/rejection.ts";
import type { BookingTerms } from "../../venue/settings.ts";
import { NOT_QUOTED, type RequestedBooking } from "./booking-rules.ts";
import { toAmount } from "./money.ts";
import { downpaymentOf, type Price } from "./pricing.ts";
import type { StaffPayment } from "./statuses.ts";

export interface StaffBookingTerms {
  payment: StaffPayment;
  /** Until when a link can be paid; null: as long as a visitor's hold lasts. */
  holdUntil: Date | null;
  /** The row of personal data with the reason for a price other than the rules'. */
  priceReasonId?: string | undefined;
}

/** No visit costs more; a higher price is a typing mistake. */
const MAX_TOTAL_CENTS = 100_000_000;

interface Given {
  asked: Pick<RequestedBooking, "quoted">;
  endsAt: Date;
  /** The price by the rules. */
  rules: Price;
  terms: Pick<BookingTerms, "downpaymentPercent">;
  now: Date;
  /** The deadline that a visitor's hold would have. */
  holdUntil: Date;
}

/** The price and the deadline that staff agree, or `InvalidBooking` with every field that does not fit the others. */
export function staffTerms(
  { payment, holdUntil: chosen, priceReasonId }: StaffBookingTerms,
  { asked, endsAt, rules, terms, now, holdUntil: usual }: Given,
): { ok: true; price: Price; holdUntil: Date; waitsForMoney: boolean } | Refused {
  const quoted = asked.quoted ?? NOT_QUOTED;
  const errors: FieldError[] = [];
  const add = (path: string, message: string): void => void errors.push({ path, message });

  const totalCents = quoted.totalCents ?? (payment === "free" ? 0 : rules.totalCents);
  if (totalCents > MAX_TOTAL_CENTS) add("totalAmount", `The total is at most ${toAmount(MAX_TOTAL_CENTS)}`);
  if (payment === "free" && totalCents !== 0) add("totalAmount", "A free booking costs 0.00");
  if (payment !== "free" && totalCents === 0 && rules.totalCents !== 0) {
    add("payment", "Choose free for a booking at 0.00");
  }
  if (priceReasonId === undefined && (payment === "free" || totalCents !== rules.totalCents)) {
    add("priceReason", `Say why the price is not ${toAmount(rules.totalCents)}`);
  }
  const downpaymentCents = downpaymentOf(totalCents, terms);
  const price = { ...rules, totalCents, downpaymentCents, remainingCents: totalCents - downpaymentCents };
  for (const part of ["downpayment", "remaining"] as const) {
    const seen = quoted[`${part}Cents`];
    const own = price[`${part}Cents`];
    if (seen !== null && seen !== own) add(`${part}Amount`, `For this total it is ${toAmount(own)}`);
  }

  // A link cannot be paid after the visit, so the usual deadline is the visit's end at the latest.
  const deadline = chosen ?? (usual < endsAt ? usual : endsAt);
  if (payment !== "link" && chosen) add("holdUntil", "Only a payment link has a deadline");
  if (payment === "link" && endsAt <= now) {
    add("payment", "This visit is over, so it cannot be paid by link");
  } else if (payment === "link" && deadline <= now) add("holdUntil", "Choose a time in the future");
  else if (payment === "link" && deadline > endsAt)
    add("holdUntil", "Choose a time no later than the end of the visit");

  if (errors.length > 0) return refuse("InvalidBooking", { errors });
  return payment === "link"
    ? { ok: true, price, holdUntil: deadline, waitsForMoney: true }
    : { ok: true, price, holdUntil: now, waitsForMoney: false };
}
