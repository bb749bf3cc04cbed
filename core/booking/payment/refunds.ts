/** Decides what becomes of a refund: issued, failed, requested again, or made elsewhere. Each is recorded once. Pure. */
import { refuse } from "../../log/rejection.ts";
import { accept, type BookingDecision } from "../state/booking-money.ts";
import type { Booking, Refund } from "../state/booking-state.ts";

export type RefundCommand =
  /** The provider issued it. */
  | { type: "RecordRefund"; refundId: string; stripeRefundId: string }
  /** The provider refused it for good, or (if it has an id) the bank sent it back. */
  | {
      type: "RecordRefundFailure";
      refundId: string;
      stripeRefundId: string | null;
      reasonCode: string | null;
    }
  /** A person made it in the provider's dashboard. */
  | {
      type: "RecordOutsideRefund";
      stripeRefundId: string;
      paymentIntentId: string;
      amountCents: number;
      failed: boolean;
      reasonCode: string | null;
    }
  | { type: "RetryRefund"; refundId: string; now: Date };

/** By then the job has stopped trying, so no answer will come. */
export const REFUND_STUCK_AFTER_MS = 10 * 60_000;
/** After this time a refund that is under way raises an alarm: the provider answers within seconds. */
export const REFUND_ALARM_AFTER_MS = 3_600_000;

/** Answers `RefundNotFound` to a retry of a refund that was never requested; old news changes nothing. */
export function decideRefund(command: RefundCommand, booking: Booking): BookingDecision {
  if (command.type === "RecordOutsideRefund") return recordOutsideRefund(command, booking);
  const { refundId } = command;
  // The id comes from the caller, and every object has a `constructor`.
  const refund = Object.hasOwn(booking.refunds, refundId) ? booking.refunds[refundId] : undefined;
  if (!refund) return command.type === "RetryRefund" ? refuse("RefundNotFound") : accept();
  switch (command.type) {
    case "RecordRefund": {
      const { stripeRefundId } = command;
      // News of a try that has failed may come late, even after further tries.
      if (refund.issued || refund.failedTries.includes(stripeRefundId)) return accept();
      const { amountCents } = refund;
      return accept({ type: "RefundIssued", data: { refundId, amountCents, via: "stripe", stripeRefundId } });
    }
    case "RecordRefundFailure": {
      if (!canFail(refund, command.stripeRefundId)) return accept();
      const { stripeRefundId, reasonCode } = command;
      const reversedCents = refund.issued ? refund.amountCents : 0;
      return accept({
        type: "RefundFailed",
        data: { refundId, stripeRefundId, reasonCode, reversedCents },
      });
    }
    case "RetryRefund":
      return refund.failed || isStuck(refund, command.now)
        ? accept({ type: "RefundRetried", data: { refundId, at: command.now.toISOString() } })
        : accept();
    default:
      return command satisfies never;
  }
}

/** News of its failure may come first. Then both are recorded together, so that later news of its creation does not count it again. */
function recordOutsideRefund(
  command: Extract<RefundCommand, { type: "RecordOutsideRefund" }>,
  booking: Booking,
): BookingDecision {
  const { stripeRefundId, paymentIntentId, amountCents, reasonCode } = command;
  const known = Object.entries(booking.refunds).find(
    ([refundId, refund]) => refundId === stripeRefundId || refund.stripeRefundId === stripeRefundId,
  );
  if (known) {
    const [refundId] = known;
    const failure = { type: "RecordRefundFailure", refundId, stripeRefundId, reasonCode } as const;
    return command.failed ? decideRefund(failure, booking) : accept();
  }
  const refundId = stripeRefundId;
  const data = { refundId, paymentIntentId, amountCents, stripeRefundId };
  const recorded = { type: "RefundRecorded", data } as const;
  if (!command.failed) return accept(recorded);
  return accept(recorded, {
    type: "RefundFailed",
    data: { refundId, stripeRefundId, reasonCode, reversedCents: amountCents },
  });
}

/** Requested from the provider, and neither issued nor refused yet. */
export const isUnderWay = (refund: Refund): boolean =>
  !refund.issued && !refund.failed && refund.paymentIntentId !== null;

/** Requested long ago or at an unknown time, and never answered: its job has died. */
const isStuck = (refund: Refund, now: Date): boolean =>
  isUnderWay(refund) &&
  (refund.askedAt === null || now.getTime() - refund.askedAt.getTime() > REFUND_STUCK_AFTER_MS);

/** The ids of the refunds that `RetryRefund` would request again although they were not refused, in the order of their requests. */
export const stuckRefunds = (booking: Booking, now: Date): string[] =>
  Object.entries(booking.refunds)
    .filter(([, refund]) => isStuck(refund, now))
    .map(([refundId]) => refundId);

/** An issued refund can fail only by its own id: a refusal of another try says nothing about it. */
function canFail(refund: Refund, stripeRefundId: string | null): boolean {
  if (refund.failed || refund.paymentIntentId === null) return false;
  if (refund.issued) return refund.stripeRefundId === stripeRefundId;
  // Late news of the previous try does not matter while the retry is unanswered.
  return stripeRefundId === null || !refund.failedTries.includes(stripeRefundId);
}
