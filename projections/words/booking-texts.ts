/** Describes a booking's events and states in plain words: the same text in its history, for staff, and on the audit pages. */

import { formatMoney } from "../../core/booking/rules/money.ts";
import type { BookingEvent, DetailField } from "../../core/booking/state/booking-events.ts";
import { dueCents } from "../../core/booking/state/booking-money.ts";
import { type Booking, heldUntil } from "../../core/booking/state/booking-state.ts";
import { shortDateAndTime, shortDayAndTime } from "../../core/venue/time/time-format.ts";

/** The text of an entry, with the amount if the event moves money. */
interface Description {
  text: string;
  amountCents?: number;
  stripeId?: string | null;
}

const MARKED = { downpaid: "downpaid", paid: "fully paid", failed: "failed" } as const;

const REFUND_REASONS = {
  "late-payment": "the payment came after the hold had ended",
  "duplicate-payment": "the booking was paid twice",
  cancelled: "the booking was cancelled",
  "wrong-amount": "the amount was not the requested one",
  "by-staff": "staff decided to refund it",
  moved: "the visit was moved and costs less",
  reduced: "the price was reduced",
} as const;

const DETAILS: Record<DetailField, string> = {
  name: "name",
  email: "email",
  phone: "phone",
  specialRequirements: "requirements",
  eventType: "event type",
  attendees: "people",
  engineerRequired: "engineer",
};

const STAGE_WORDS = {
  late: "comes later",
  arrived: "arrived",
  left: "left",
  "no-show": "marked as a no-show",
} as const;

const METHODS = { cash: "in cash", terminal: "by card terminal", transfer: "by transfer" } as const;

/** Facts that the event itself does not contain. */
export interface BookingDescriptionContext {
  /** Times in texts are the venue's. */
  timeZone: string;
  roomName(id: number): string;
  /** The amount that a dispute was opened over, in integer cents; 0 for an inquiry, null if it is not known. */
  disputedCents(disputeId: string): number | null;
  /** What staff wrote about a cancellation, refund, price or money at the desk, or as a note, if they did and the reader may know it. */
  reason: string | null;
}

const spanOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }, timeZone: string): string =>
  shortDayAndTime(new Date(startsAt), new Date(endsAt), timeZone);

/** One event of a booking in plain words. */
export function describeBookingEvent(
  event: BookingEvent,
  surroundings: BookingDescriptionContext,
): Description {
  const { timeZone, roomName, reason } = surroundings;
  switch (event.type) {
    case "BookingRequested": {
      const { totalCents, downpaymentCents, waitlistEntryId } = event.data;
      const span = spanOf(event.data, timeZone);
      const how =
        waitlistEntryId === undefined ? "Requested" : `Offered to entry ${waitlistEntryId} of the waitlist`;
      return {
        text: `${how} for ${span}: ${formatMoney(totalCents)}, of which ${formatMoney(downpaymentCents)} is the downpayment${priceWords(event.data, reason)}`,
      };
    }
    case "PaymentIntentOpened": {
      const { amountCents, purpose, paymentIntentId } = event.data;
      const amount = formatMoney(amountCents);
      const text = purpose === "balance" ? `Payment of the balance of ${amount}` : `Payment of ${amount}`;
      return { text: `${text} opened`, stripeId: paymentIntentId };
    }
    case "DownpaymentReceived": {
      const { amountCents, chargeId, paymentIntentId } = event.data;
      return {
        text: `Downpayment of ${formatMoney(amountCents)} received by card`,
        amountCents,
        stripeId: chargeId ?? paymentIntentId,
      };
    }
    case "BalanceReceived": {
      const { amountCents, settles, chargeId, paymentIntentId } = event.data;
      return {
        text: `Balance of ${formatMoney(amountCents)} received by card${settles ? "" : ", although it was no longer due"}`,
        amountCents,
        stripeId: chargeId ?? paymentIntentId,
      };
    }
    case "UnexpectedPaymentReceived": {
      const { amountCents, expectedCents, chargeId, paymentIntentId } = event.data;
      return {
        text: `${formatMoney(amountCents)} received by card instead of ${formatMoney(expectedCents)}: a wrong amount, so nothing counts as paid`,
        amountCents,
        stripeId: chargeId ?? paymentIntentId,
      };
    }
    case "PaymentFailed": {
      const { declineCode, attemptId } = event.data;
      return { text: `Card declined${declineCode ? ` (${declineCode})` : ""}`, stripeId: attemptId };
    }
    case "PaymentMarked": {
      const { paymentStatus, amountCents } = event.data;
      const taken = amountCents > 0 ? `, ${formatMoney(amountCents)} received at the venue` : "";
      const undone = amountCents < 0 ? `, ${formatMoney(-amountCents)} no longer recorded as received` : "";
      return { text: `Payment marked as ${MARKED[paymentStatus]}${taken}${undone}`, amountCents };
    }
    case "DeskMoneyReceived": {
      const { amountCents, method } = event.data;
      const text = `${formatMoney(amountCents)} received at the desk ${METHODS[method]}${reason ? ` (${reason})` : ""}`;
      return { text, amountCents };
    }
    case "DeskMoneyReturned": {
      const { amountCents, method } = event.data;
      const text = `${formatMoney(amountCents)} returned at the desk ${METHODS[method]}${reason ? ` (${reason})` : ""}`;
      return { text, amountCents: -amountCents };
    }
    case "EarlierPaymentRecorded": {
      const { amountCents } = event.data;
      const sum = formatMoney(Math.abs(amountCents));
      const text =
        amountCents < 0
          ? `${sum} no longer recorded as paid before the import`
          : `${sum} paid before the import`;
      return { text, amountCents };
    }
    case "VisitBegun":
      return { text: "Arrived" };
    case "VisitEnded":
      return { text: "Left" };
    case "VisitDelayed":
      return { text: "Comes later" };
    case "VisitMissed":
      return {
        text: event.data.freed ? "Marked as a no-show; the hours are free again" : "Marked as a no-show",
      };
    case "VisitStageUndone":
      return { text: `Undone: ${STAGE_WORDS[event.data.stage]}` };
    case "AccountPaymentChanged":
      return {
        text:
          event.data.paymentStatus === "paid"
            ? "Paid: the invoices that it is on are paid"
            : "Not paid any more: an invoice that it is on is open again",
      };
    case "AccountCredited":
      return { text: `${formatMoney(event.data.cents)} let off by a credit note` };
    case "ReceiptRequested":
      return { text: "Receipt requested by mail" };
    case "NoteTaken":
      return { text: `Note by staff${reason ? `: ${reason}` : ""}` };
    case "NoteRemoved":
      return { text: "Note by staff removed" };
    case "BookingConfirmed":
      return { text: "Confirmed" };
    case "BookingExpired":
      return { text: "Hold expired unpaid; the hours are free again" };
    case "BookingCancelled": {
      const by = event.data.cancelledBy === "venue" ? "by the venue" : "for the customer";
      return { text: `Cancelled ${by}${reason ? `: ${reason}` : ""}` };
    }
    case "HoldReleased":
      return { text: "Hold released unpaid; the hours are free again" };
    case "HoldChanged": {
      const { totalCents, downpaymentCents } = event.data;
      const span = spanOf(event.data, timeZone);
      return {
        text: `Changed to ${span} while unpaid: ${formatMoney(totalCents)}, of which ${formatMoney(downpaymentCents)} is the downpayment`,
      };
    }
    case "DetailsChanged":
      return { text: `Details changed: ${event.data.changed.map((field) => DETAILS[field]).join(", ")}` };
    case "BookingMoved": {
      const { roomId, totalCents, priceKept } = event.data;
      const span = spanOf(event.data, timeZone);
      const cause = priceKept ? ", not more, because the venue is the cause" : "";
      return { text: `Moved to ${roomName(roomId)}, ${span}: ${formatMoney(totalCents)} in total${cause}` };
    }
    case "PriceReduced": {
      const { byCents, totalCents } = event.data;
      return {
        text: `Price reduced by ${formatMoney(byCents)}, from ${formatMoney(totalCents + byCents)} to ${formatMoney(totalCents)}${reason ? `: ${reason}` : ""}`,
      };
    }
    case "BookingCompleted":
      return { text: "Completed" };
    case "BookingRescheduled":
      return { text: `Moved to ${spanOf(event.data, timeZone)}` };
    case "RefundRequested": {
      const { amountCents, paymentIntentId, reason: cause } = event.data;
      return {
        text: `Refund of ${formatMoney(amountCents)} requested because ${REFUND_REASONS[cause]}${reason ? `: ${reason}` : ""}`,
        stripeId: paymentIntentId,
      };
    }
    case "RefundIssued": {
      const { amountCents, via, stripeRefundId } = event.data;
      const how = via === "stripe" ? "issued to the card" : "to be returned at the venue";
      const text = `Refund of ${formatMoney(amountCents)} ${how}`;
      // A refund at the desk moves money only when the money is returned.
      return via === "stripe" ? { text, amountCents: -amountCents, stripeId: stripeRefundId } : { text };
    }
    case "RefundFailed": {
      const { reasonCode, stripeRefundId, reversedCents } = event.data;
      const text = `Refund ${stripeRefundId ? "sent back by the bank" : "refused"}${reasonCode ? ` (${reasonCode})` : ""}`;
      return { text, amountCents: reversedCents, stripeId: stripeRefundId };
    }
    case "RefundRetried":
      return { text: "Refund requested again" };
    case "RefundRecorded": {
      const { amountCents, stripeRefundId } = event.data;
      return {
        text: `Refund of ${formatMoney(amountCents)} made in Stripe's own dashboard`,
        amountCents: -amountCents,
        stripeId: stripeRefundId,
      };
    }
    case "DisputeOpened":
    case "DisputeClosed":
      return describeDispute(event, surroundings);
    default:
      return event satisfies never;
  }
}

/** Empty if the price is the one by the rules. */
const priceWords = ({ priceReasonId }: { priceReasonId?: string | undefined }, reason: string | null) =>
  priceReasonId === undefined ? "" : `; price set by staff${reason ? `: ${reason}` : ""}`;

function describeDispute(
  event: Extract<BookingEvent, { type: "DisputeOpened" | "DisputeClosed" }>,
  { disputedCents }: BookingDescriptionContext,
): Description {
  const { disputeId } = event.data;
  if (event.type === "DisputeOpened") {
    const { amountCents, reasonCode } = event.data;
    const why = reasonCode ? ` (${reasonCode})` : "";
    return amountCents === 0
      ? { text: `The customer's bank asks about the payment${why}; no money has moved`, stripeId: disputeId }
      : {
          text: `The customer's bank disputes ${formatMoney(amountCents)}${why}; the money is withheld until the dispute is won`,
          amountCents: -amountCents,
          stripeId: disputeId,
        };
  }
  const cents = disputedCents(disputeId);
  if (cents === null) return { text: `Dispute ${event.data.outcome}`, stripeId: disputeId };
  if (cents === 0) return { text: "The bank's inquiry has ended; no money has moved", stripeId: disputeId };
  return event.data.outcome === "won"
    ? {
        text: `Dispute won: ${formatMoney(cents)} returned to the venue`,
        amountCents: cents,
        stripeId: disputeId,
      }
    : { text: `Dispute lost: ${formatMoney(cents)} stays with the customer`, stripeId: disputeId };
}

const ENDED = { venue: "by the venue", customer: "for the customer" } as const;

const PAYMENT = {
  pending: "unpaid",
  failed: "unpaid, the last card was declined",
  downpaid: "downpaid",
  paid: "fully paid",
} as const;

const paymentWords = ({ accountId, paymentStatus }: Booking): string =>
  accountId === null ? PAYMENT[paymentStatus] : paymentStatus === "paid" ? "paid by invoice" : "on account";

/** The state of a booking, in a sentence. Times are the venue's. */
export function describeBooking(booking: Booking, timeZone: string): string {
  const { status, expired, cancelledBy } = booking;
  if (status === "cancelled") {
    if (expired) return "Cancelled: its hold expired unpaid";
    return `Cancelled${cancelledBy ? ` ${ENDED[cancelledBy]}` : ""}`;
  }
  const held = heldUntil(booking);
  const due = dueCents(booking);
  const says = [
    `${status === "pending" ? "Pending" : status === "confirmed" ? "Confirmed" : "Completed"}, ${paymentWords(booking)}`,
    ...(held ? [`its hours are held until ${shortDateAndTime(held, timeZone)}`] : []),
    ...(!held && due > 0 ? [`${formatMoney(due)} due at the venue`] : []),
  ];
  return says.join("; ");
}
