/** Owns the events of a booking and its payment: one stream `booking-N`, so that money and slot have one history. Amounts in cents, instants in UTC. */
import { z } from "zod";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { FIRST_TERMS } from "../venue/house.ts";
import { EVENT_TYPES, knownEventType } from "./event-types.ts";
import { BOOKING_DURATIONS } from "./pricing.ts";
import { DESK_METHODS, HELD_BY, PAYMENT_PURPOSES, PAYMENT_STATUSES } from "./statuses.ts";

const instant = z.iso.datetime();
const cents = z.number().int();
/** As the guard can hold it. */
const roomId = z.number().int().positive().max(2_147_483_647);

/** Version 1 did not say when: the instant is unknown, not the log's own, which is when it was written down. */
const withoutInstant = (data: Record<string, unknown>): Record<string, unknown> => ({ ...data, at: null });

const rates = z.object({ hourlyCents: cents, halfDayCents: cents, fullDayCents: cents });

const agreedRates = z.object({ ...rates.shape, engineer: rates.optional() }).nullable();

/** The house's terms and the room's rates on the day of booking; `rates` null where nobody wrote them down. */
const terms = z.object({
  downpaymentPercent: z.number(),
  refundTerms: z
    .array(z.object({ hoursBefore: z.number(), refundPercent: z.number(), feePercent: z.number() }))
    .readonly(),
  taxPercent: z.number(),
  rates: agreedRates,
});

/** Version 2 had one house with one set of terms. */
const underFirstTerms = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  terms: { ...FIRST_TERMS, rates: null },
});

/** Version 3 counted every hold for the mailbox that was named. */
const heldByMailbox = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  heldBy: "mailbox",
});

/** Version 1 knew of no other purpose. */
const forDownpayment = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  purpose: "downpayment",
});

/**
 * Version 1 kept whatever was typed. What is in the log stays there; nothing that is read from it repeats words that
 * nobody could erase.
 */
const withoutOwnWords = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  eventType: knownEventType(String(data.eventType)) ?? "Other",
});

const definitions = [
  /**
   * A visitor asked for a room; its hours are held until `holdUntil`. The price is the server's own. `terms` go with the booking,
   * whatever house and room ask for later.
   */
  defineEvent(
    "BookingRequested",
    z.object({
      roomId,
      personId: z.uuid(),
      userId: z.number().int().nullable(),
      /** For whom its hours count while they are unpaid. */
      heldBy: z.enum(HELD_BY),
      startsAt: instant,
      endsAt: instant,
      duration: z.enum(BOOKING_DURATIONS),
      hourCount: z.number().int(),
      eventType: z.enum(EVENT_TYPES),
      /** The row of personal data with the customer's own words for it, where they were none of the six. */
      eventTypeId: z.uuid().optional(),
      attendees: z.number().int().nullable(),
      engineerRequired: z.boolean(),
      totalCents: cents,
      downpaymentCents: cents,
      holdUntil: instant,
      terms,
      /** Of a booking that staff made at another price than the rules': the row of personal data with their words on why. */
      priceReasonId: z.uuid().optional(),
    }),
    [withoutOwnWords, underFirstTerms, heldByMailbox],
  ),
  /** The provider opened a payment intent. */
  defineEvent(
    "PaymentIntentOpened",
    z.object({ paymentIntentId: z.string(), amountCents: cents, purpose: z.enum(PAYMENT_PURPOSES) }),
    [forDownpayment],
  ),
  /** The provider took the money. */
  defineEvent(
    "DownpaymentReceived",
    z.object({ paymentIntentId: z.string(), chargeId: z.string().nullable(), amountCents: cents }),
  ),
  /** The provider took the balance: with it all is paid, unless it was not due any more (`settles` false) and goes back. */
  defineEvent(
    "BalanceReceived",
    z.object({
      paymentIntentId: z.string(),
      chargeId: z.string().nullable(),
      amountCents: cents,
      settles: z.boolean(),
    }),
  ),
  /** The provider took another amount than was due, for an intent of ours: it pays for nothing and goes back in full. */
  defineEvent(
    "UnexpectedPaymentReceived",
    z.object({
      paymentIntentId: z.string(),
      chargeId: z.string().nullable(),
      amountCents: cents,
      expectedCents: cents,
    }),
  ),
  /** A card was declined; the hold stands and another card may follow. */
  defineEvent(
    "PaymentFailed",
    z.object({ paymentIntentId: z.string(), attemptId: z.string(), declineCode: z.string().nullable() }),
  ),
  /** Staff set the payment status by hand; `amountCents` is the change in the money received at the venue. */
  defineEvent(
    "PaymentMarked",
    z.object({ paymentStatus: z.enum(PAYMENT_STATUSES).exclude(["pending"]), amountCents: cents }),
  ),
  /**
   * Money came in at the desk; `paymentStatus` is what it makes of the booking's. The reference (a slip's number, say) is what
   * somebody typed: a row of personal data.
   */
  defineEvent(
    "DeskMoneyReceived",
    z.object({
      method: z.enum(DESK_METHODS),
      amountCents: cents,
      paymentStatus: z.enum(PAYMENT_STATUSES),
      referenceId: z.uuid().optional(),
    }),
  ),
  /** Money was handed back at the desk: first what is to be returned there, then what came in beyond. */
  defineEvent(
    "DeskMoneyReturned",
    z.object({
      method: z.enum(DESK_METHODS),
      amountCents: cents,
      paymentStatus: z.enum(PAYMENT_STATUSES),
      referenceId: z.uuid().optional(),
    }),
  ),
  /** The customer came. */
  defineEvent("VisitBegun", z.object({})),
  /** The customer left. */
  defineEvent("VisitEnded", z.object({})),
  /** A no-show: nothing goes back but what was overpaid (decision 74). */
  defineEvent("VisitMissed", z.object({})),
  /** Staff asked for the receipt to be mailed to the customer. */
  defineEvent("ReceiptRequested", z.object({})),
  /** Staff wrote something about it: a row of personal data. */
  defineEvent("NoteTaken", z.object({ noteId: z.uuid() })),
  /** What it said is erased with it. */
  defineEvent("NoteRemoved", z.object({ noteId: z.uuid() })),
  defineEvent("BookingConfirmed", z.object({})),
  /** The hold ran out unpaid; the hours are free again. */
  defineEvent("BookingExpired", z.object({})),
  /** Its holder let an unpaid hold go; the hours are free again. Money that still comes goes back in full. */
  defineEvent("HoldReleased", z.object({})),
  /** Its holder took other hours, or another length, of an unpaid hold; the price is the server's own. Its deadline stays. */
  defineEvent(
    "HoldChanged",
    z.object({
      startsAt: instant,
      endsAt: instant,
      duration: z.enum(BOOKING_DURATIONS),
      hourCount: z.number().int(),
      totalCents: cents,
      downpaymentCents: cents,
    }),
  ),
  /** Why, where staff said so, is free text about a person: a row of personal data. */
  defineEvent(
    "BookingCancelled",
    z.object({ cancelledBy: z.enum(["venue", "customer"]), reasonId: z.uuid().optional() }),
  ),
  defineEvent("BookingCompleted", z.object({})),
  /** The visit was moved within its room: same length, same price, and what was paid goes along. */
  defineEvent("BookingRescheduled", z.object({ startsAt: instant, endsAt: instant })),
  /**
   * Staff moved the visit: to other hours, another length or room. `paymentStatus` is what the money paid so far makes of
   * the new total; `rates` are those agreed from here on (null where none were before).
   */
  defineEvent(
    "BookingMoved",
    z.object({
      roomId,
      startsAt: instant,
      endsAt: instant,
      duration: z.enum(BOOKING_DURATIONS),
      hourCount: z.number().int(),
      totalCents: cents,
      downpaymentCents: cents,
      paymentStatus: z.enum(PAYMENT_STATUSES),
      rates: agreedRates,
    }),
  ),
  /** Money is to go back; a job asks the provider with the refund's id as idempotency key. */
  defineEvent(
    "RefundRequested",
    z.object({
      refundId: z.string(),
      paymentIntentId: z.string(),
      amountCents: cents,
      reason: z.enum(["late-payment", "duplicate-payment", "cancelled", "wrong-amount", "by-staff", "moved"]),
      /** The row of personal data with staff's words on why, where they decided it. */
      reasonId: z.uuid().optional(),
      at: instant.nullable(),
    }),
    [withoutInstant],
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
  /** The refund was asked for once more: it had failed, or nobody had answered for long. */
  defineEvent("RefundRetried", z.object({ refundId: z.string(), at: instant.nullable() }), [withoutInstant]),
  /** Money went back that nobody asked for here: a refund made in the provider's own dashboard, named by its id there. */
  defineEvent(
    "RefundRecorded",
    z.object({
      refundId: z.string(),
      paymentIntentId: z.string(),
      amountCents: cents,
      stripeRefundId: z.string(),
    }),
  ),
  /**
   * The customer's bank disputes the payment; the money is away until the dispute is won. An inquiry moves none (amount 0)
   * and is opened again with its amount if it becomes a dispute.
   */
  defineEvent(
    "DisputeOpened",
    z.object({
      disputeId: z.string(),
      paymentIntentId: z.string(),
      chargeId: z.string().nullable(),
      amountCents: cents,
      reasonCode: z.string().nullable(),
    }),
  ),
  /** Won: the money is the venue's again. Lost: it stays away. */
  defineEvent("DisputeClosed", z.object({ disputeId: z.string(), outcome: z.enum(["won", "lost"]) })),
] as const;

export const bookingEventDefinitions: typeof definitions = definitions;

export type BookingEvent = EventOf<(typeof definitions)[number]>;
