/** Says what becomes of a series' bookings when the one charge that paid them is refunded outside of the product, or disputed. */
import type { BookingChange } from "../booking/booking.ts";
import { seriesStream } from "../booking/series/series.ts";
import { intentMoneyLeftCents } from "../booking/state/booking-money.ts";
import type { BookingState } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import { load } from "../log/transact.ts";
import type { IntentReport } from "./gateway.ts";

/** The command for what happened to a payment; the amount is all of it, or a booking's part. Integer cents. */
export type FollowUp = (
  paymentIntentId: string,
  amountCents?: number,
) => Extract<BookingChange, { type: "RecordOutsideRefund" | "RecordDispute" }>;

/** The numbers of the bookings of the series that the intent was opened for; null if it is another one with the same number. */
export async function seriesPaidBy(
  core: Core,
  { seriesId, reference }: Pick<IntentReport, "seriesId" | "reference">,
): Promise<number[] | null> {
  if (seriesId === null) return null;
  const { state } = await load(core.sql, seriesStream, seriesId);
  if (!state.exists || state.reference !== reference) return null;
  return state.dates.map(({ bookingId }) => bookingId);
}

/**
 * The command for each booking that is concerned. News of what some of them know already is for those. Otherwise the amount is shared out
 * in the order of the dates, to each as far as it has money of the charge left; what exceeds all of it is the last one's.
 */
export function followUpsOf(
  loaded: readonly { id: number; state: BookingState }[],
  paymentIntentId: string,
  commandOf: FollowUp,
): Map<number, BookingChange> {
  const whole = commandOf(paymentIntentId);
  const paid = loaded.flatMap(({ id, state }) =>
    state.exists && state.captured[paymentIntentId] !== undefined ? [{ id, booking: state }] : [],
  );
  const knowing = paid.filter(({ booking }) =>
    whole.type === "RecordDispute"
      ? (booking.disputes[whole.disputeId]?.amountCents ?? 0) > 0
      : Object.entries(booking.refunds).some(
          ([refundId, refund]) =>
            refundId === whole.stripeRefundId || refund.stripeRefundId === whole.stripeRefundId,
        ),
  );
  if (knowing.length > 0) {
    return new Map(
      knowing.map(({ id, booking }) => {
        const known =
          whole.type === "RecordDispute" ? booking.disputes[whole.disputeId]?.amountCents : undefined;
        return [id, commandOf(paymentIntentId, known)];
      }),
    );
  }
  // An inquiry moves no money: every booking knows of it.
  if (whole.type === "RecordDispute" && whole.stage.startsWith("inquiry")) {
    return new Map(paid.map(({ id }) => [id, whole]));
  }
  let left = whole.amountCents;
  const parts = new Map<number, BookingChange>();
  for (const [at, { id, booking }] of paid.entries()) {
    const isLast = at === paid.length - 1;
    const part = isLast ? left : Math.min(left, intentMoneyLeftCents(booking, paymentIntentId));
    left -= part;
    if (part > 0) parts.set(id, commandOf(paymentIntentId, part));
  }
  return parts;
}
