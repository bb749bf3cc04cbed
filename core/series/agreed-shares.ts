/** Shares out a total that staff agreed among the dates of a series: to the smallest coin, in proportion to their prices. Pure; integer cents. */
import type { BookingRequest } from "../booking/new-booking.ts";
import type { QuotedPrice } from "../booking/rules/booking-rules.ts";
import { toAmount } from "../booking/rules/money.ts";
import { downpaymentOf } from "../booking/rules/pricing.ts";
import { type FieldError, type Refused, refuse } from "../log/rejection.ts";
import { smallestCents } from "../venue/currency.ts";
import type { BookingTerms } from "../venue/settings.ts";
import { type PricedPlace, sumOf } from "./series-dates.ts";

/** A total in parts by these weights, which add up to it; what cannot be divided goes to the first parts. Equal parts if all weights are zero. */
export function sharesOf(totalCents: number, weights: readonly number[]): number[] {
  const coin = smallestCents();
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const coins = Math.floor(totalCents / coin);
  const shares = weights.map((weight) =>
    Math.floor(sum === 0 ? coins / weights.length : (coins * weight) / sum),
  );
  let left = coins - shares.reduce((all, share) => all + share, 0);
  const parts = shares.map((share) => {
    const extra = left > 0 ? 1 : 0;
    left -= extra;
    return (share + extra) * coin;
  });
  const [first = 0, ...others] = parts;
  return [first + (totalCents - coins * coin), ...others];
}

/**
 * What is asked for each date, for `staffTerms`: null for a visitor's series, whose sums are compared instead. A total that is the sum by
 * the rules, or none, leaves each date its own price. `InvalidBooking` if another amount than the total does not fit.
 */
export function agreedShares(
  { byStaff, quoted }: Pick<BookingRequest, "byStaff" | "quoted">,
  dates: readonly PricedPlace[],
  terms: Pick<BookingTerms, "downpaymentPercent">,
): { ok: true; quoted: (QuotedPrice | null)[] } | Refused {
  if (!byStaff || !quoted) return { ok: true, quoted: dates.map(() => null) };
  const { totalCents } = sumOf(dates);
  const isAgreed = quoted.totalCents !== null && quoted.totalCents !== totalCents;
  const weights = dates.map(({ price }) => price.totalCents);
  const totals = isAgreed
    ? sharesOf(quoted.totalCents ?? 0, weights)
    : byStaff.payment === "free"
      ? weights.map(() => 0)
      : weights;
  const downpayment = totals.reduce((sum, cents) => sum + downpaymentOf(cents, terms), 0);
  const total = totals.reduce((sum, cents) => sum + cents, 0);
  const errors: FieldError[] = [];
  const compare = (path: string, seen: number | null, own: number): void => {
    if (seen !== null && seen !== own)
      errors.push({ path, message: `For this total it is ${toAmount(own)}` });
  };
  compare("downpaymentAmount", quoted.downpaymentCents, downpayment);
  compare("remainingAmount", quoted.remainingCents, total - downpayment);
  if (errors.length > 0) return refuse("InvalidBooking", { errors });
  return {
    ok: true,
    quoted: totals.map((cents) => ({
      totalCents: isAgreed ? cents : null,
      downpaymentCents: null,
      remainingCents: null,
    })),
  };
}
