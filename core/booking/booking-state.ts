/** Owns a booking as its events tell it: the state and what each event makes of it. Pure and total. Amounts in cents, instants in UTC. */
import type { BookingTerms } from "../venue/house.ts";
import type { RoomRates } from "../venue/room-rates.ts";
import type { BookingEvent } from "./booking-events.ts";
import type { EventType } from "./event-types.ts";
import type { BookingDuration } from "./pricing.ts";
import type { CancelledBy } from "./refund-policy.ts";
import {
  type BookingStatus,
  type PaymentPurpose,
  type PaymentStatus,
  STAGE_NOTED_BY,
  type VisitStage,
} from "./statuses.ts";

export interface Refund {
  /** Null when the money goes back over the counter. */
  paymentIntentId: string | null;
  amountCents: number;
  issued: boolean;
  /** Refused or sent back; stays so until it is retried. */
  failed: boolean;
  /** The provider's id of the last try; null while there is none. */
  stripeRefundId: string | null;
  /** 1, and one more with each retry of a failed one; a try that nobody answered is asked for again under its own number. */
  tries: number;
  /** When it was last asked for; null when nobody here asked, or older code did. */
  askedAt: Date | null;
  /** The provider's, while failed. */
  reasonCode: string | null;
}

/** A payment that the customer's bank has disputed. */
interface Dispute {
  paymentIntentId: string;
  /** 0 while it is an inquiry. */
  amountCents: number;
  reasonCode: string | null;
  /** Null while it is open. */
  outcome: "won" | "lost" | null;
}

/** What was agreed when it was made; `rates` null for what was booked before they were written down. */
export interface AgreedTerms extends BookingTerms {
  rates: RoomRates | null;
}

/** A booking as its events tell it. Amounts in cents; instants in UTC. */
export interface Booking {
  exists: true;
  /** The booking's name outside the house (at the provider, in links and calendars); never repeated, unlike its number. */
  reference: string;
  roomId: number;
  personId: string;
  userId: number | null;
  startsAt: Date;
  endsAt: Date;
  /** The start as it was first booked, last chosen while unpaid, or set by staff, however often its customer has moved the visit since. */
  firstStartsAt: Date;
  duration: BookingDuration;
  hourCount: number;
  eventType: EventType;
  /** The row of personal data with the customer's own words for it; null where it is one of the six. */
  eventTypeId: string | null;
  attendees: number | null;
  engineerRequired: boolean;
  holdUntil: Date;
  totalCents: number;
  downpaymentCents: number;
  terms: AgreedTerms;
  status: BookingStatus;
  /** Cancelled because its hold ran out, not by anybody's decision: late money may still confirm it. */
  expired: boolean;
  /** While cancelled: by whom; null when the hold ran out. */
  cancelledBy: CancelledBy | null;
  /** While cancelled: the row of personal data with staff's words on why. */
  reasonId: string | null;
  paymentStatus: PaymentStatus;
  /** The intent that was opened last. */
  paymentIntentId: string | null;
  /** What that one is for; of the first, when there is none. */
  intentPurpose: PaymentPurpose;
  /** Every intent that was opened for it, in order. */
  openedIntents: readonly string[];
  /** The charge that brought the downpayment. */
  chargeId: string | null;
  /** What the provider took, by payment intent. */
  captured: Readonly<Record<string, number>>;
  /** The intents among them that brought another amount than was due. */
  mistaken: readonly string[];
  failedAttempts: readonly string[];
  /** Money received over the counter: at the desk, and as staff marked it. */
  receivedAtVenueCents: number;
  /** Money that was handed back at the desk. */
  returnedAtVenueCents: number;
  /** The part of it that no refund had asked for. */
  returnedUnaskedCents: number;
  /** Null before anybody has noted anything. */
  visit: VisitStage | null;
  /** Staff's notes that stand, as rows of personal data, oldest first. */
  notes: readonly string[];
  refunds: Readonly<Record<string, Refund>>;
  disputes: Readonly<Record<string, Dispute>>;
}
export type BookingState = { exists: false } | Booking;

export const noBooking: BookingState = { exists: false };

/** Until when the hours are an unpaid hold; null once paid, confirmed or over. */
export const heldUntil = (booking: Pick<Booking, "status" | "paymentStatus" | "holdUntil">): Date | null =>
  booking.status === "pending" && (booking.paymentStatus === "pending" || booking.paymentStatus === "failed")
    ? booking.holdUntil
    : null;

/** The intent that was opened last, while it has brought nothing: it may still be paid. */
export const unpaidIntentId = (booking: Booking): string | null =>
  booking.paymentIntentId !== null && booking.captured[booking.paymentIntentId] === undefined
    ? booking.paymentIntentId
    : null;

/** Refunds of money that came over the counter, in cents: handed back already or not. */
export const refundedAtVenueCents = (booking: Pick<Booking, "refunds">): number =>
  Object.values(booking.refunds).reduce(
    (sum, { paymentIntentId, amountCents }) => (paymentIntentId === null ? sum + amountCents : sum),
    0,
  );

/** What refunds have promised over the counter and nobody has handed back yet, in cents. */
export const promisedAtVenueCents = (
  booking: Pick<Booking, "refunds" | "returnedAtVenueCents" | "returnedUnaskedCents">,
): number => refundedAtVenueCents(booking) - (booking.returnedAtVenueCents - booking.returnedUnaskedCents);

/** A cancelled booking occupies nothing; every other one its hours. */
export const occupies = (booking: Booking): boolean => booking.status !== "cancelled";

export function evolve(state: BookingState, event: BookingEvent): BookingState {
  if (event.type === "BookingRequested") {
    const { data } = event;
    return {
      exists: true,
      reference: data.personId,
      roomId: data.roomId,
      personId: data.personId,
      userId: data.userId,
      startsAt: new Date(data.startsAt),
      endsAt: new Date(data.endsAt),
      firstStartsAt: new Date(data.startsAt),
      duration: data.duration,
      hourCount: data.hourCount,
      eventType: data.eventType,
      eventTypeId: data.eventTypeId ?? null,
      attendees: data.attendees,
      engineerRequired: data.engineerRequired,
      holdUntil: new Date(data.holdUntil),
      totalCents: data.totalCents,
      downpaymentCents: data.downpaymentCents,
      terms: data.terms,
      status: "pending",
      ...NOT_CANCELLED,
      paymentStatus: "pending",
      paymentIntentId: null,
      intentPurpose: "downpayment",
      openedIntents: [],
      chargeId: null,
      captured: {},
      mistaken: [],
      failedAttempts: [],
      receivedAtVenueCents: 0,
      returnedAtVenueCents: 0,
      returnedUnaskedCents: 0,
      visit: null,
      notes: [],
      refunds: {},
      disputes: {},
    };
  }
  return state.exists ? evolveBooking(state, event) : state;
}

/** What is over once a booking is active again. */
const NOT_CANCELLED = { expired: false, cancelledBy: null, reasonId: null } as const;

function evolveBooking(
  booking: Booking,
  event: Exclude<BookingEvent, { type: "BookingRequested" }>,
): Booking {
  switch (event.type) {
    case "PaymentIntentOpened": {
      const { paymentIntentId, purpose: intentPurpose } = event.data;
      const openedIntents = [...booking.openedIntents, paymentIntentId];
      return { ...booking, paymentIntentId, intentPurpose, openedIntents };
    }
    case "DownpaymentReceived": {
      const paymentStatus = booking.paymentStatus === "paid" ? "paid" : "downpaid";
      return { ...withCaptured(booking, event.data), chargeId: event.data.chargeId, paymentStatus };
    }
    case "BalanceReceived": {
      const paymentStatus = event.data.settles ? "paid" : booking.paymentStatus;
      return { ...withCaptured(booking, event.data), paymentStatus };
    }
    case "UnexpectedPaymentReceived": {
      const mistaken = [...booking.mistaken, event.data.paymentIntentId];
      return { ...withCaptured(booking, event.data), mistaken };
    }
    case "PaymentFailed":
      return {
        ...booking,
        paymentStatus: "failed",
        failedAttempts: [...booking.failedAttempts, event.data.attemptId],
      };
    case "PaymentMarked":
      return {
        ...booking,
        paymentStatus: event.data.paymentStatus,
        receivedAtVenueCents: booking.receivedAtVenueCents + event.data.amountCents,
      };
    case "DeskMoneyReceived": {
      const { amountCents, paymentStatus } = event.data;
      return {
        ...booking,
        paymentStatus,
        receivedAtVenueCents: booking.receivedAtVenueCents + amountCents,
      };
    }
    case "DeskMoneyReturned": {
      const { amountCents, paymentStatus } = event.data;
      const unaskedCents = Math.max(0, amountCents - promisedAtVenueCents(booking));
      return {
        ...booking,
        paymentStatus,
        returnedAtVenueCents: booking.returnedAtVenueCents + amountCents,
        returnedUnaskedCents: booking.returnedUnaskedCents + unaskedCents,
      };
    }
    case "VisitBegun":
    case "VisitEnded":
    case "VisitMissed":
      return { ...booking, visit: STAGE_NOTED_BY[event.type] };
    case "ReceiptRequested":
      return booking;
    case "NoteTaken":
      return { ...booking, notes: [...booking.notes, event.data.noteId] };
    case "NoteRemoved":
      return { ...booking, notes: booking.notes.filter((id) => id !== event.data.noteId) };
    case "BookingConfirmed":
      return { ...booking, status: "confirmed", ...NOT_CANCELLED };
    case "BookingExpired":
      return { ...booking, status: "cancelled", ...NOT_CANCELLED, expired: true };
    case "BookingCancelled": {
      const { cancelledBy, reasonId = null } = event.data;
      return { ...booking, status: "cancelled", expired: false, cancelledBy, reasonId };
    }
    case "HoldReleased":
      return { ...booking, status: "cancelled", ...NOT_CANCELLED, cancelledBy: "customer" };
    case "HoldChanged": {
      const { startsAt, endsAt, ...priced } = event.data;
      const start = new Date(startsAt);
      return { ...booking, ...priced, startsAt: start, endsAt: new Date(endsAt), firstStartsAt: start };
    }
    case "BookingCompleted":
      return { ...booking, status: "completed", ...NOT_CANCELLED };
    case "BookingMoved": {
      const { startsAt, endsAt, rates, ...moved } = event.data;
      const start = new Date(startsAt);
      return {
        ...booking,
        ...moved,
        startsAt: start,
        endsAt: new Date(endsAt),
        firstStartsAt: start,
        terms: { ...booking.terms, rates },
      };
    }
    case "BookingRescheduled":
      return { ...booking, startsAt: new Date(event.data.startsAt), endsAt: new Date(event.data.endsAt) };
    case "RefundRequested": {
      const { refundId, paymentIntentId, amountCents, at } = event.data;
      return withRefund(booking, refundId, { paymentIntentId, amountCents, askedAt: instantOf(at) });
    }
    case "RefundIssued": {
      const { refundId, amountCents, stripeRefundId } = event.data;
      const issued = { issued: true, failed: false, reasonCode: null };
      return withRefund(booking, refundId, { amountCents, stripeRefundId, ...issued });
    }
    case "RefundFailed": {
      const { refundId, stripeRefundId, reasonCode } = event.data;
      return withRefund(booking, refundId, { issued: false, failed: true, stripeRefundId, reasonCode });
    }
    case "RefundRetried": {
      const { refundId, at } = event.data;
      const { failed, tries } = booking.refunds[refundId] ?? newRefund;
      return withRefund(booking, refundId, {
        failed: false,
        reasonCode: null,
        tries: failed ? tries + 1 : tries,
        askedAt: instantOf(at),
      });
    }
    case "RefundRecorded": {
      const { refundId, paymentIntentId, amountCents, stripeRefundId } = event.data;
      return withRefund(booking, refundId, { paymentIntentId, amountCents, stripeRefundId, issued: true });
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
