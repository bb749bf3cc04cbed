/** Owns a booking as its events tell it: the state and what each event makes of it. Pure and total. Amounts in cents, instants in UTC. */
import type { BookingEvent } from "./booking-events.ts";

export type BookingStatus = "pending" | "confirmed" | "completed" | "cancelled";
export type PaymentStatus = "pending" | "downpaid" | "paid" | "failed";

export interface Refund {
  /** Null when the money goes back over the counter. */
  paymentIntentId: string | null;
  amountCents: number;
  issued: boolean;
  /** Refused or sent back; stays so until it is retried. */
  failed: boolean;
  /** The provider's id of the last try; null while there is none. */
  stripeRefundId: string | null;
  /** How often it was asked for: 1, and one more with each retry. */
  tries: number;
}

/** A booking as its events tell it. Amounts in cents; instants in UTC. */
export interface Booking {
  exists: true;
  roomId: number;
  personId: string;
  userId: number | null;
  startsAt: Date;
  endsAt: Date;
  /** The start as it was first booked, however often the visit has been moved since. */
  firstStartsAt: Date;
  holdUntil: Date;
  totalCents: number;
  downpaymentCents: number;
  status: BookingStatus;
  /** Cancelled because its hold ran out, not by anybody's decision: late money may still confirm it. */
  expired: boolean;
  paymentStatus: PaymentStatus;
  paymentIntentId: string | null;
  /** What the provider took, by payment intent. */
  captured: Readonly<Record<string, number>>;
  failedAttempts: readonly string[];
  /** Money received over the counter, as staff marked it. */
  receivedAtVenueCents: number;
  refunds: Readonly<Record<string, Refund>>;
}
export type BookingState = { exists: false } | Booking;

export const noBooking: BookingState = { exists: false };

/** Until when the hours are an unpaid hold; null once paid, confirmed or over. */
export const heldUntil = (booking: Pick<Booking, "status" | "paymentStatus" | "holdUntil">): Date | null =>
  booking.status === "pending" && (booking.paymentStatus === "pending" || booking.paymentStatus === "failed")
    ? booking.holdUntil
    : null;

/** A cancelled booking occupies nothing; every other one its hours. */
export const occupies = (booking: Booking): boolean => booking.status !== "cancelled";

export function evolve(state: BookingState, event: BookingEvent): BookingState {
  if (event.type === "BookingRequested") {
    const { data } = event;
    return {
      exists: true,
      roomId: data.roomId,
      personId: data.personId,
      userId: data.userId,
      startsAt: new Date(data.startsAt),
      endsAt: new Date(data.endsAt),
      firstStartsAt: new Date(data.startsAt),
      holdUntil: new Date(data.holdUntil),
      totalCents: data.totalCents,
      downpaymentCents: data.downpaymentCents,
      status: "pending",
      expired: false,
      paymentStatus: "pending",
      paymentIntentId: null,
      captured: {},
      failedAttempts: [],
      receivedAtVenueCents: 0,
      refunds: {},
    };
  }
  return state.exists ? evolveBooking(state, event) : state;
}

function evolveBooking(
  booking: Booking,
  event: Exclude<BookingEvent, { type: "BookingRequested" }>,
): Booking {
  switch (event.type) {
    case "PaymentIntentOpened":
      return { ...booking, paymentIntentId: event.data.paymentIntentId };
    case "DownpaymentReceived": {
      const captured = { ...booking.captured, [event.data.paymentIntentId]: event.data.amountCents };
      return { ...booking, captured, paymentStatus: booking.paymentStatus === "paid" ? "paid" : "downpaid" };
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
    case "BookingConfirmed":
      return { ...booking, status: "confirmed", expired: false };
    case "BookingExpired":
      return { ...booking, status: "cancelled", expired: true };
    case "BookingCancelled":
      return { ...booking, status: "cancelled", expired: false };
    case "BookingCompleted":
      return { ...booking, status: "completed", expired: false };
    case "BookingRescheduled":
      return { ...booking, startsAt: new Date(event.data.startsAt), endsAt: new Date(event.data.endsAt) };
    case "RefundRequested": {
      const { refundId, paymentIntentId, amountCents } = event.data;
      return withRefund(booking, refundId, { paymentIntentId, amountCents });
    }
    case "RefundIssued": {
      const { refundId, amountCents, stripeRefundId } = event.data;
      return withRefund(booking, refundId, { amountCents, issued: true, failed: false, stripeRefundId });
    }
    case "RefundFailed": {
      const { refundId, stripeRefundId } = event.data;
      return withRefund(booking, refundId, { issued: false, failed: true, stripeRefundId });
    }
    case "RefundRetried": {
      const { refundId } = event.data;
      const tries = (booking.refunds[refundId]?.tries ?? 0) + 1;
      return withRefund(booking, refundId, { failed: false, tries });
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
};

function withRefund(booking: Booking, refundId: string, changes: Partial<Refund>): Booking {
  const refund = { ...(booking.refunds[refundId] ?? newRefund), ...changes };
  return { ...booking, refunds: { ...booking.refunds, [refundId]: refund } };
}
