/** Owns the events of a booking and its payment: one stream `booking-N`, so that money and slot have one history. Amounts in cents, instants in UTC. */
import { z } from "zod";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { BOOKING_DURATIONS } from "./pricing.ts";

const instant = z.iso.datetime();
const cents = z.number().int();

const definitions = [
  /** A visitor asked for a room; its hours are held until `holdUntil`. The price is the server's own. */
  defineEvent(
    "BookingRequested",
    z.object({
      roomId: z.number().int(),
      personId: z.uuid(),
      userId: z.number().int().nullable(),
      startsAt: instant,
      endsAt: instant,
      duration: z.enum(BOOKING_DURATIONS),
      hourCount: z.number().int(),
      eventType: z.string(),
      attendees: z.number().int().nullable(),
      engineerRequired: z.boolean(),
      totalCents: cents,
      downpaymentCents: cents,
      holdUntil: instant,
    }),
  ),
  /** The provider opened a payment intent for the downpayment. */
  defineEvent("PaymentIntentOpened", z.object({ paymentIntentId: z.string(), amountCents: cents })),
  /** The provider took the money. */
  defineEvent(
    "DownpaymentReceived",
    z.object({ paymentIntentId: z.string(), chargeId: z.string().nullable(), amountCents: cents }),
  ),
  /** A card was declined; the hold stands and another card may follow. */
  defineEvent(
    "PaymentFailed",
    z.object({ paymentIntentId: z.string(), attemptId: z.string(), declineCode: z.string().nullable() }),
  ),
  /** Staff set the payment status by hand; `amountCents` is the change in the money received at the venue. */
  defineEvent(
    "PaymentMarked",
    z.object({ paymentStatus: z.enum(["downpaid", "paid", "failed"]), amountCents: cents }),
  ),
  defineEvent("BookingConfirmed", z.object({})),
  /** The hold ran out unpaid; the hours are free again. */
  defineEvent("BookingExpired", z.object({})),
  /** Why, where staff said so, is free text about a person: a row of personal data. */
  defineEvent(
    "BookingCancelled",
    z.object({ cancelledBy: z.enum(["venue", "customer"]), reasonId: z.uuid().optional() }),
  ),
  defineEvent("BookingCompleted", z.object({})),
  /** The visit was moved within its room: same length, same price, and what was paid goes along. */
  defineEvent("BookingRescheduled", z.object({ startsAt: instant, endsAt: instant })),
  /** Money is to go back; a job asks the provider with the refund's id as idempotency key. */
  defineEvent(
    "RefundRequested",
    z.object({
      refundId: z.string(),
      paymentIntentId: z.string(),
      amountCents: cents,
      reason: z.enum(["late-payment", "duplicate-payment", "cancelled"]),
    }),
  ),
  /** Money went back: through the provider, or over the venue's counter for money received there. */
  defineEvent(
    "RefundIssued",
    z.object({
      refundId: z.string(),
      amountCents: cents,
      via: z.enum(["stripe", "venue"]),
      stripeRefundId: z.string().nullable(),
    }),
  ),
  /**
   * The provider refused the refund for good, or the bank sent it back: nothing is on its way any more until staff
   * retry. `reversedCents` is what had been written down as issued.
   */
  defineEvent(
    "RefundFailed",
    z.object({
      refundId: z.string(),
      stripeRefundId: z.string().nullable(),
      reasonCode: z.string().nullable(),
      reversedCents: cents,
    }),
  ),
  /** Staff asked for the failed refund once more. */
  defineEvent("RefundRetried", z.object({ refundId: z.string() })),
] as const;

export const bookingEventDefinitions: typeof definitions = definitions;

export type BookingEvent = EventOf<(typeof definitions)[number]>;
