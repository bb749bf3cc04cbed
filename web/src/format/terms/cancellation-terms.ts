/** Writes a booking's own cancellation terms, in its dates and amounts (decision 69). */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { formatMoney, toCents } from "../../../../core/booking/rules/money.ts";
import type { CancellationStage } from "../../../../core/booking/rules/refund-policy.ts";
import { clockTime, shortDay } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";

/** The terms of a series, whose dates each have their own notice. */
export const SERIES_TERMS =
  "Each date can be cancelled by itself. Its refund depends on the notice before that date.";

/** The terms of one's own booking, as of now. */
export const ownCancellationText = ({
  cancellationStages,
  timeZone,
}: Pick<OwnBooking, "cancellationStages" | "timeZone">): string =>
  cancellationText(
    cancellationStages.map(({ until, refundAmount }) => ({
      until: new Date(until),
      refundCents: toCents(refundAmount) ?? 0,
    })),
    timeZone,
    new Date(),
  );

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
