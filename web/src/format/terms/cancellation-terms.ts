/** Writes a booking's own cancellation terms, in its dates and amounts (decision 69). */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { formatMoney, toCents } from "../../../../core/booking/rules/money.ts";
import type { CancellationStage } from "../../../../core/booking/rules/refund-policy.ts";
import { clockTime, shortDay } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { isOnAccount } from "../on-account.ts";

/** The terms of a series, whose dates each have their own notice. */
export const seriesTerms = (booking: Pick<OwnBooking, "accountId">): string =>
  isOnAccount(booking)
    ? "Each date can be cancelled by itself. What is kept of it depends on the notice before that date, and your invoice lists it."
    : "Each date can be cancelled by itself. Its refund depends on the notice before that date.";

type OfOwnBooking = Pick<OwnBooking, "accountId" | "cancellationStages" | "lateOwedAmount" | "timeZone">;

/** The terms of one's own booking, as of now. */
export function ownCancellationText(booking: OfOwnBooking): string {
  const { cancellationStages, lateOwedAmount, timeZone } = booking;
  const stages = cancellationStages.map(({ until, refundAmount, owedAmount }) => ({
    until: new Date(until),
    refundCents: cents(refundAmount),
    keptCents: cents(owedAmount),
  }));
  return isOnAccount(booking)
    ? keptText(stages, cents(lateOwedAmount), { zone: timeZone, now: new Date() })
    : cancellationText(stages, timeZone, new Date());
}

const cents = (amount: string | undefined): number => toCents(amount ?? "0") ?? 0;

/**
 * `"Cancel until Mon, Dec 7, 6:00 PM: $54.00 refund; until Tue, Dec 8, 6:00 AM: $30.00;
 * then no refund."` in the given time zone; stages that are over are left out.
 */
export function cancellationText(stages: readonly CancellationStage[], zone: string, now: Date): string {
  const open = stages.filter(({ until }) => until >= now);
  if (open.length === 0) return "No refund if this booking is cancelled now: it starts too soon.";
  const terms = open.map(({ until, refundCents }, index) => {
    const when = `until ${shortDay(venueDayOf(until, zone))}, ${clockTime(until, zone)}`;
    return index === 0
      ? `Cancel ${when}: ${formatMoney(refundCents)} refund`
      : `${when}: ${formatMoney(refundCents)}`;
  });
  return `${[...terms, "then no refund"].join("; ")}.`;
}

/**
 * On account, where each stage keeps a part of the downpayment, and `lateCents` are kept after the last one: `"Cancel until Mon, Dec 7,
 * 6:00 PM: $6.00 is kept; until Tue, Dec 8, 6:00 AM: $30.00; then $60.00. Your invoice lists it."`
 */
export function keptText(
  stages: readonly { until: Date; keptCents: number }[],
  lateCents: number,
  { zone, now }: { zone: string; now: Date },
): string {
  if (lateCents === 0) return "Nothing is kept if you cancel before it begins.";
  const last = formatMoney(lateCents);
  const open = stages.filter(({ until }) => until >= now);
  if (open.length === 0) {
    return `If this booking is cancelled now, ${last} is kept: it starts too soon. Your invoice lists it.`;
  }
  const terms = open.map(({ until, keptCents }, index) => {
    const kept = keptCents > 0 ? formatMoney(keptCents) : "nothing";
    const when = `until ${shortDay(venueDayOf(until, zone))}, ${clockTime(until, zone)}`;
    return index === 0 ? `Cancel ${when}: ${kept} is kept` : `${when}: ${kept}`;
  });
  return `${[...terms, `then ${last}`].join("; ")}. Your invoice lists it.`;
}
