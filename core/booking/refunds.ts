/** Owns what becomes of a refund once it is asked for: issued, failed, or asked for again; each true once, whoever brings the news. Pure. */
import { refuse } from "../rejection.ts";
import { accept, type BookingDecision } from "./booking-money.ts";
import type { Booking, Refund } from "./booking-state.ts";

export type RefundCommand =
  /** The provider issued it. */
  | { type: "RecordRefund"; refundId: string; stripeRefundId: string }
  /** The provider refused it for good, or, with an id of its own, the bank sent it back. */
  | {
      type: "RecordRefundFailure";
      refundId: string;
      stripeRefundId: string | null;
      reasonCode: string | null;
    }
  | { type: "RetryRefund"; refundId: string };

/** Answers `RefundNotFound` to a retry of what was never asked for; news that is old changes nothing. */
export function decideRefund(command: RefundCommand, booking: Booking): BookingDecision {
  const { refundId } = command;
  const refund = booking.refunds[refundId];
  if (!refund) return command.type === "RetryRefund" ? refuse("RefundNotFound") : accept();
  switch (command.type) {
    case "RecordRefund": {
      const { stripeRefundId } = command;
      // News of a try that has failed since may come late.
      if (refund.issued || (refund.failed && refund.stripeRefundId === stripeRefundId)) return accept();
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
      return refund.failed ? accept({ type: "RefundRetried", data: { refundId } }) : accept();
    default:
      return command satisfies never;
  }
}

/** An issued refund fails only by its own id: a refusal of another try says nothing about it. */
function canFail(refund: Refund, stripeRefundId: string | null): boolean {
  if (refund.failed || refund.paymentIntentId === null) return false;
  if (refund.issued) return refund.stripeRefundId === stripeRefundId;
  // Before the retry is answered, late news of the try before is of no interest.
  return stripeRefundId === null || refund.stripeRefundId !== stripeRefundId;
}
