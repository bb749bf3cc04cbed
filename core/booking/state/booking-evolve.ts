/** Applies each event to the state of a booking. Pure and total. */

import { STAGE_OF_EVENT, stageBefore } from "../rules/statuses.ts";
import type { BookingEvent } from "./booking-events.ts";
import { deskRefundDueCents, higher, lower, paidCents, statusAt } from "./booking-money.ts";
import { type Booking, type BookingState, occupies, type Refund } from "./booking-state.ts";

export function evolve(state: BookingState, event: BookingEvent): BookingState {
  if (event.type === "BookingRequested") {
    const {
      startsAt,
      endsAt,
      holdUntil,
      eventTypeId = null,
      priceReasonId,
      series = null,
      accountId = null,
      waitlistEntryId = null,
      ...requested
    } = event.data;
    return {
      exists: true,
      ...requested,
      series,
      accountId,
      waitlistEntryId,
      owedOnceCancelledCents: 0,
      creditedCents: 0,
      reference: requested.personId,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      firstStartsAt: new Date(startsAt),
      eventTypeId,
      holdUntil: new Date(holdUntil),
      priceAgreed: priceReasonId !== undefined,
      reducedCents: 0,
      status: "pending",
      ...NOT_CANCELLED,
      paymentStatus: "pending",
      paymentIntentId: null,
      intentPurpose: "downpayment",
      asked: {},
      chargeId: null,
      captured: {},
      mistaken: [],
      failedAttempts: [],
      receivedAtVenueCents: 0,
      receivedAtDeskCents: 0,
      returnedAtVenueCents: 0,
      returnedUnaskedCents: 0,
      visit: null,
      hoursFreed: false,
      notes: [],
      refunds: {},
      disputes: {},
    };
  }
  return state.exists ? evolveBooking(state, event) : state;
}

/** Reset when a cancelled booking is active again. */
const NOT_CANCELLED = {
  expired: false,
  cancelledBy: null,
  reasonId: null,
  toldReasonId: null,
  byClosure: false,
} as const;

/** Money that comes in raises the payment status and never lowers it. */
const raised = (booking: Booking): Booking => ({
  ...booking,
  paymentStatus: higher(booking.paymentStatus, statusAt(booking, paidCents(booking))),
});

/** A refund lowers the payment status and never raises it. A cancelled booking keeps the status that it ended with. */
const lowered = (booking: Booking): Booking =>
  occupies(booking)
    ? { ...booking, paymentStatus: lower(booking.paymentStatus, statusAt(booking, paidCents(booking))) }
    : booking;

/** When a cancelled booking is active again, its payment status follows from the money that was not refunded. */
const standingAgain = (booking: Booking): Booking => ({
  ...booking,
  ...NOT_CANCELLED,
  paymentStatus: occupies(booking) ? booking.paymentStatus : statusOnceActive(booking),
});

/** On account the invoices of a cancelled booking had only what it still owed. */
function statusOnceActive(booking: Booking): Booking["paymentStatus"] {
  if (booking.accountId === null) return statusAt(booking, paidCents(booking));
  return booking.owedOnceCancelledCents < booking.totalCents ? "pending" : booking.paymentStatus;
}

function evolveBooking(
  booking: Booking,
  event: Exclude<BookingEvent, { type: "BookingRequested" }>,
): Booking {
  switch (event.type) {
    case "PaymentIntentOpened": {
      const { paymentIntentId, purpose: intentPurpose, amountCents } = event.data;
      const asked = { ...booking.asked, [paymentIntentId]: amountCents };
      return { ...booking, paymentIntentId, intentPurpose, asked };
    }
    case "DownpaymentReceived": {
      const paid = { ...withCaptured(booking, event.data), chargeId: event.data.chargeId };
      // Money for a cancelled booking is refunded, or an event of the same append confirms the booking.
      return occupies(booking) ? raised(paid) : paid;
    }
    case "BalanceReceived": {
      const paymentStatus = event.data.settles ? "paid" : booking.paymentStatus;
      return { ...withCaptured(booking, event.data), paymentStatus };
    }
    case "UnexpectedPaymentReceived": {
      const mistaken = [...booking.mistaken, event.data.paymentIntentId];
      return { ...withCaptured(booking, event.data), mistaken };
    }
    case "PaymentFailed": {
      const failedAttempts = [...booking.failedAttempts, event.data.attemptId];
      return { ...booking, paymentStatus: "failed", failedAttempts };
    }
    case "PaymentMarked": {
      const { amountCents, paymentStatus } = event.data;
      const receivedAtVenueCents = booking.receivedAtVenueCents + amountCents;
      return { ...booking, paymentStatus, receivedAtVenueCents };
    }
    case "EarlierPaymentRecorded":
    case "DeskMoneyReceived": {
      const { amountCents, paymentStatus } = event.data;
      return {
        ...booking,
        paymentStatus,
        receivedAtVenueCents: booking.receivedAtVenueCents + amountCents,
        receivedAtDeskCents: booking.receivedAtDeskCents + amountCents,
      };
    }
    case "DeskMoneyReturned": {
      const { amountCents, paymentStatus } = event.data;
      const unaskedCents = Math.max(0, amountCents - deskRefundDueCents(booking));
      return {
        ...booking,
        paymentStatus,
        returnedAtVenueCents: booking.returnedAtVenueCents + amountCents,
        returnedUnaskedCents: booking.returnedUnaskedCents + unaskedCents,
      };
    }
    case "VisitDelayed":
    case "VisitBegun":
    case "VisitEnded":
      return { ...booking, visit: STAGE_OF_EVENT[event.type], hoursFreed: false };
    case "VisitMissed":
      return { ...booking, visit: "no-show", hoursFreed: event.data.freed };
    case "VisitStageUndone":
      return { ...booking, visit: stageBefore(event.data.stage), hoursFreed: false };
    case "AccountPaymentChanged":
      return { ...booking, paymentStatus: event.data.paymentStatus };
    case "AccountCredited":
      return { ...booking, creditedCents: booking.creditedCents + event.data.cents };
    case "ReceiptRequested":
      return booking;
    case "NoteTaken":
      return { ...booking, notes: [...booking.notes, event.data.noteId] };
    case "NoteRemoved":
      return { ...booking, notes: booking.notes.filter((id) => id !== event.data.noteId) };
    case "BookingConfirmed":
      return { ...standingAgain(booking), status: "confirmed" };
    case "BookingExpired":
      return { ...booking, status: "cancelled", ...NOT_CANCELLED, expired: true };
    case "BookingCancelled": {
      const {
        cancelledBy,
        reasonId = null,
        reasonTold = false,
        byClosure = false,
        owedCents = 0,
      } = event.data;
      const toldReasonId = reasonTold ? reasonId : null;
      return {
        ...booking,
        status: "cancelled",
        expired: false,
        cancelledBy,
        reasonId,
        toldReasonId,
        byClosure,
        owedOnceCancelledCents: owedCents,
      };
    }
    case "HoldReleased":
      return { ...booking, status: "cancelled", ...NOT_CANCELLED, cancelledBy: "customer" };
    case "HoldChanged": {
      const { startsAt, endsAt, ...priced } = event.data;
      const start = new Date(startsAt);
      return { ...booking, ...priced, startsAt: start, endsAt: new Date(endsAt), firstStartsAt: start };
    }
    case "DetailsChanged": {
      const { changed: _, eventTypeId = null, ...details } = event.data;
      return { ...booking, ...details, eventTypeId };
    }
    case "BookingCompleted":
      return { ...standingAgain(booking), status: "completed" };
    case "BookingMoved": {
      const { startsAt, endsAt, rates, reducedCents, priceKept = false, ...moved } = event.data;
      const start = new Date(startsAt);
      return {
        ...booking,
        ...moved,
        reducedCents: reducedCents ?? booking.reducedCents,
        hoursFreed: false,
        startsAt: start,
        endsAt: new Date(endsAt),
        firstStartsAt: start,
        priceAgreed: priceKept || (booking.priceAgreed && moved.totalCents === booking.totalCents),
        terms: { ...booking.terms, rates },
      };
    }
    case "PriceReduced": {
      const { byCents, reasonId: _reason, ...priced } = event.data;
      return { ...booking, ...priced, priceAgreed: true, reducedCents: booking.reducedCents + byCents };
    }
    case "BookingRescheduled":
      return { ...booking, startsAt: new Date(event.data.startsAt), endsAt: new Date(event.data.endsAt) };
    case "RefundRequested": {
      const { refundId, paymentIntentId, amountCents, at } = event.data;
      return lowered(withRefund(booking, refundId, { paymentIntentId, amountCents, askedAt: instantOf(at) }));
    }
    case "RefundIssued": {
      const { refundId, amountCents, stripeRefundId } = event.data;
      const issued = { issued: true, failed: false, reasonCode: null };
      return lowered(withRefund(booking, refundId, { amountCents, stripeRefundId, ...issued }));
    }
    case "RefundFailed": {
      const { refundId, stripeRefundId, reasonCode } = event.data;
      const before = (booking.refunds[refundId] ?? newRefund).failedTries;
      const failedTries = stripeRefundId === null ? before : [...before, stripeRefundId];
      const failed = { issued: false, failed: true, failedTries };
      return withRefund(booking, refundId, { ...failed, stripeRefundId, reasonCode });
    }
    case "RefundRetried": {
      const { refundId, at } = event.data;
      const before = booking.refunds[refundId] ?? newRefund;
      const tries = before.failed ? before.tries + 1 : before.tries;
      return withRefund(booking, refundId, {
        failed: false,
        reasonCode: null,
        tries,
        askedAt: instantOf(at),
      });
    }
    case "RefundRecorded": {
      const { refundId, ...recorded } = event.data;
      return lowered(withRefund(booking, refundId, { ...recorded, issued: true }));
    }
    case "DisputeOpened": {
      const { disputeId, paymentIntentId, amountCents, reasonCode } = event.data;
      const dispute = { paymentIntentId, amountCents, reasonCode, outcome: null };
      return { ...booking, disputes: { ...booking.disputes, [disputeId]: dispute } };
    }
    case "DisputeClosed": {
      const { disputeId, outcome } = event.data;
      const dispute = booking.disputes[disputeId];
      if (!dispute) return booking;
      return { ...booking, disputes: { ...booking.disputes, [disputeId]: { ...dispute, outcome } } };
    }
    default:
      return event satisfies never;
  }
}

const newRefund: Refund = {
  paymentIntentId: null,
  amountCents: 0,
  issued: false,
  failed: false,
  stripeRefundId: null,
  failedTries: [],
  tries: 1,
  askedAt: null,
  reasonCode: null,
};

const instantOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

function withCaptured(booking: Booking, payment: { paymentIntentId: string; amountCents: number }): Booking {
  return { ...booking, captured: { ...booking.captured, [payment.paymentIntentId]: payment.amountCents } };
}

function withRefund(booking: Booking, refundId: string, changes: Partial<Refund>): Booking {
  const refund = { ...(booking.refunds[refundId] ?? newRefund), ...changes };
  return { ...booking, refunds: { ...booking.refunds, [refundId]: refund } };
}
