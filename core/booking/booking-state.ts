/** Owns a booking as its events tell it: the state and what each event makes of it. Pure and total. Amounts in cents, instants in UTC. */
import type { BookingEvent } from "./booking-events.ts";

export type BookingStatus = "pending" | "confirmed" | "completed" | "cancelled";
export type PaymentStatus = "pending" | "downpaid" | "paid" | "failed";

/** A booking as its events tell it. Amounts in cents; instants in UTC. */
export interface Booking {
  exists: true;
  roomId: number;
  personId: string;
  userId: number | null;
  startsAt: Date;
  endsAt: Date;
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
  refunds: Readonly<Record<string, { paymentIntentId: string | null; amountCents: number; issued: boolean }>>;
}
export type BookingState = { exists: false } | Booking;

export const noBooking: BookingState = { exists: false };

/** Until when the hours are an unpaid hold; null once paid, confirmed or over. */
export const heldUntil = (booking: Booking): Date | null =>
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
    case "RefundRequested": {
      const { refundId, paymentIntentId, amountCents } = event.data;
      const refund = { paymentIntentId, amountCents, issued: false };
      return { ...booking, refunds: { ...booking.refunds, [refundId]: refund } };
    }
    case "RefundIssued": {
      const { refundId, amountCents } = event.data;
      const known = booking.refunds[refundId] ?? { paymentIntentId: null, amountCents, issued: false };
      return { ...booking, refunds: { ...booking.refunds, [refundId]: { ...known, issued: true } } };
    }
    default:
      return event satisfies never;
  }
}
