/** The events of a booking and its payment, in one stream `booking-N`, so that money and hours share a history. Cents; UTC instants. */
import { z } from "zod";
import { defineEvent, type EventOf } from "../../log/event-definition.ts";
import { FIRST_TERMS } from "../../venue/settings.ts";
import { EVENT_TYPES, knownEventType } from "../rules/event-types.ts";
import { BOOKING_DURATIONS } from "../rules/pricing.ts";
import {
  DESK_METHODS,
  HELD_BY,
  PAYMENT_PURPOSES,
  PAYMENT_STATUSES,
  VISIT_STAGES,
} from "../rules/statuses.ts";

const instant = z.iso.datetime();
const cents = z.number().int();
/** A room's id, in the range of a database integer. */
const roomId = z.number().int().positive().max(2_147_483_647);

/** Version 1 did not record the instant. It is unknown: the log's own time is only when the event was stored. */
const withoutInstant = (data: Record<string, unknown>): Record<string, unknown> => ({ ...data, at: null });

const span = { startsAt: instant, endsAt: instant };
const length = { duration: z.enum(BOOKING_DURATIONS), hourCount: z.number().int() };
const price = { totalCents: cents, downpaymentCents: cents };

const payment = z.object({
  paymentIntentId: z.string(),
  chargeId: z.string().nullable(),
  amountCents: cents,
});

const deskMoney = z.object({
  method: z.enum(DESK_METHODS),
  amountCents: cents,
  paymentStatus: z.enum(PAYMENT_STATUSES),
  referenceId: z.uuid().optional(),
  /** The row of personal data with staff's reason for a return. */
  reasonId: z.uuid().optional(),
});

const rates = z.object({ hourlyCents: cents, halfDayCents: cents, fullDayCents: cents });

const agreedRates = z
  .object({
    ...rates.shape,
    engineer: rates.optional(),
    rules: z.array(z.string()).readonly().optional(),
    later: z
      .array(z.object({ from: z.iso.date(), ...rates.shape, priceRules: z.array(z.string()).readonly() }))
      .readonly()
      .optional(),
  })
  .nullable();

/** The venue's terms and the room's rates on the day of booking; `rates` is null for bookings made before rates were recorded. */
const terms = z.object({
  downpaymentPercent: z.number(),
  refundTerms: z
    .array(z.object({ hoursBefore: z.number(), refundPercent: z.number(), feePercent: z.number() }))
    .readonly(),
  taxPercent: z.number(),
  rates: agreedRates,
});

/** In version 2 the venue had only one set of terms. */
const underFirstTerms = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  terms: { ...FIRST_TERMS, rates: null },
});

/** Version 3 counted every hold for the mailbox that was named. */
const heldByMailbox = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  heldBy: "mailbox",
});

/** Version 1 had no other purpose. */
const forDownpayment = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  purpose: "downpayment",
});

/** Version 1 stored whatever was typed. The log keeps it, but a reader of the event must not repeat words that cannot be erased. */
const withoutOwnWords = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  eventType: knownEventType(String(data.eventType)) ?? "Other",
});

/** What a holder can change about who comes and what for. */
const DETAIL_FIELDS = [
  "name",
  "email",
  "phone",
  "specialRequirements",
  "eventType",
  "attendees",
  "engineerRequired",
] as const;
export type DetailField = (typeof DETAIL_FIELDS)[number];

const definitions = [
  /**
   * A visitor asked for a room. Its hours are held until `holdUntil`. The server computed the price. `terms` stay with the booking,
   * whatever the venue and the room ask for later.
   */
  defineEvent(
    "BookingRequested",
    z.object({
      roomId,
      personId: z.uuid(),
      userId: z.number().int().nullable(),
      /** For which account or mailbox the hours count while they are unpaid. */
      heldBy: z.enum(HELD_BY),
      ...span,
      ...length,
      eventType: z.enum(EVENT_TYPES),
      /** The row of personal data with the customer's own words for the event type, if it is not one of the six. */
      eventTypeId: z.uuid().optional(),
      attendees: z.number().int().nullable(),
      engineerRequired: z.boolean(),
      ...price,
      holdUntil: instant,
      terms,
      /** Only for a booking that staff made at another price than the rules': the row of personal data with their reason. */
      priceReasonId: z.uuid().optional(),
      /** The series that it belongs to, and its number there, from 1. */
      series: z.object({ id: z.number().int(), number: z.number().int() }).optional(),
      /** The billing account that its invoices go to; absent if it is paid otherwise. */
      accountId: z.number().int().optional(),
      /** The entry of the waitlist that these hours are offered to; absent if the person asked for them. */
      waitlistEntryId: z.number().int().optional(),
    }),
    [withoutOwnWords, underFirstTerms, heldByMailbox],
  ),
  /** The provider opened a payment intent. */
  defineEvent(
    "PaymentIntentOpened",
    z.object({ paymentIntentId: z.string(), amountCents: cents, purpose: z.enum(PAYMENT_PURPOSES) }),
    [forDownpayment],
  ),
  /** The provider captured the downpayment. */
  defineEvent("DownpaymentReceived", payment),
  /** The provider captured the balance. The booking is then fully paid; a balance that was no longer due (`settles` false) is refunded. */
  defineEvent("BalanceReceived", payment.extend({ settles: z.boolean() })),
  /** The provider captured another amount than was due, for one of our intents. It pays for nothing and is refunded in full. */
  defineEvent("UnexpectedPaymentReceived", payment.extend({ expectedCents: cents })),
  /** A card was declined. The hold continues, and another card may be tried. */
  defineEvent(
    "PaymentFailed",
    z.object({ paymentIntentId: z.string(), attemptId: z.string(), declineCode: z.string().nullable() }),
  ),
  /** Staff set the payment status manually; `amountCents` is the change in the money received at the venue. */
  defineEvent(
    "PaymentMarked",
    z.object({ paymentStatus: z.enum(PAYMENT_STATUSES).exclude(["pending"]), amountCents: cents }),
  ),
  /**
   * The desk received money; `paymentStatus` is the booking's payment status with it. The reference (a slip's number, for example) is free
   * text, so it is a row of personal data.
   */
  defineEvent("DeskMoneyReceived", deskMoney),
  /** The desk returned money: first what was to be returned there, then what came in beyond that. */
  defineEvent("DeskMoneyReturned", deskMoney),
  /**
   * An import brought in what was paid before, elsewhere: it counts for the price and in no day's takings. Below zero: that import was undone.
   */
  defineEvent(
    "EarlierPaymentRecorded",
    z.object({ amountCents: cents, paymentStatus: z.enum(PAYMENT_STATUSES) }),
  ),
  /** The customer arrived. */
  defineEvent("VisitBegun", z.object({})),
  /** The customer left. */
  defineEvent("VisitEnded", z.object({})),
  /** The customer said that they come later. */
  defineEvent("VisitDelayed", z.object({})),
  /** The customer did not come (a no-show). Only what was overpaid is refunded (decision 74). `freed`: others can have the hours. */
  defineEvent("VisitMissed", z.object({ freed: z.boolean().default(false) })),
  /** The stage was marked by mistake (decision 236). Hours that it had freed are claimed again. */
  defineEvent("VisitStageUndone", z.object({ stage: z.enum(VISIT_STAGES) })),
  /** Only on account: the invoices that it is on are paid, or they are not any more. */
  defineEvent("AccountPaymentChanged", z.object({ paymentStatus: z.enum(["paid", "pending"]) })),
  /** Only on account: by a credit note, staff let off so much of what it owes. The price stays. */
  defineEvent("AccountCredited", z.object({ cents })),
  /** Staff asked for the receipt to be mailed to the customer. */
  defineEvent("ReceiptRequested", z.object({})),
  /** Staff wrote a note about the booking: a row of personal data. */
  defineEvent("NoteTaken", z.object({ noteId: z.uuid() })),
  /** Staff removed a note. Its text is erased with it. */
  defineEvent("NoteRemoved", z.object({ noteId: z.uuid() })),
  defineEvent("BookingConfirmed", z.object({})),
  /** The hold expired unpaid; the hours are free again. */
  defineEvent("BookingExpired", z.object({})),
  /** The holder released an unpaid hold; the hours are free again. Money that still arrives is refunded in full. */
  defineEvent("HoldReleased", z.object({})),
  /** The holder changed the hours or the length of an unpaid hold. The server computed the price. The deadline stays. */
  defineEvent("HoldChanged", z.object({ ...span, ...length, ...price })),
  /**
   * The holder changed who comes or what for: `changed` names the fields, the others have their last values. Name, phone and requirements
   * changed in the row of personal data; a changed email is a new row.
   */
  defineEvent(
    "DetailsChanged",
    z.object({
      changed: z.array(z.enum(DETAIL_FIELDS)).min(1),
      personId: z.uuid(),
      eventType: z.enum(EVENT_TYPES),
      eventTypeId: z.uuid().optional(),
      attendees: z.number().int().nullable(),
      engineerRequired: z.boolean(),
    }),
  ),
  /**
   * The reason, if staff gave one, is free text about a person: a row of personal data. The guest is told the reason only if `reasonTold`.
   * `byClosure`: the hours were closed.
   */
  defineEvent(
    "BookingCancelled",
    z.object({
      cancelledBy: z.enum(["venue", "customer"]),
      reasonId: z.uuid().optional(),
      reasonTold: z.boolean().optional(),
      byClosure: z.boolean().optional(),
      /** Only on account: what it still owes. */
      owedCents: cents.optional(),
    }),
  ),
  defineEvent("BookingCompleted", z.object({})),
  /** The visit was moved within its room. Length, price and what was paid stay the same. */
  defineEvent("BookingRescheduled", z.object(span)),
  /**
   * Staff moved the visit to other hours, another length or another room. `paymentStatus` follows from the money paid so far and the new
   * total; `rates` are those agreed from now on (null if none were recorded before).
   */
  defineEvent(
    "BookingMoved",
    z.object({
      roomId,
      ...span,
      ...length,
      ...price,
      paymentStatus: z.enum(PAYMENT_STATUSES),
      rates: agreedRates,
      /** What staff had taken off the price, as far as the new price allows. It stays if absent. */
      reducedCents: cents.optional(),
      /** The venue is the cause, so the price did not rise. */
      priceKept: z.boolean().optional(),
      /** Staff chose that the guest gets no mail. */
      unmailed: z.literal(true).optional(),
    }),
  ),
  /** Staff reduced the price, for example for a fault of ours. The reason is free text: a row of personal data. */
  defineEvent(
    "PriceReduced",
    z.object({ byCents: cents, reasonId: z.uuid(), ...price, paymentStatus: z.enum(PAYMENT_STATUSES) }),
  ),
  /** Money is to be refunded. A job asks the provider, with the refund's id as the idempotency key. */
  defineEvent(
    "RefundRequested",
    z.object({
      refundId: z.string(),
      paymentIntentId: z.string(),
      amountCents: cents,
      reason: z.enum([
        "late-payment",
        "duplicate-payment",
        "cancelled",
        "wrong-amount",
        "by-staff",
        "moved",
        "reduced",
      ]),
      /** The row of personal data with staff's reason, if staff decided the refund. */
      reasonId: z.uuid().optional(),
      at: instant.nullable(),
    }),
    [withoutInstant],
  ),
  /** A refund was issued by the provider, or by the desk for money received there. */
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
   * The provider refused the refund for good, or the bank sent it back. It is no longer under way until staff retry it. `reversedCents` is
   * the amount that had been recorded as issued.
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
  /** The refund was requested again, because it had failed or had gone unanswered for long. */
  defineEvent("RefundRetried", z.object({ refundId: z.string(), at: instant.nullable() }), [withoutInstant]),
  /** A refund that was not requested here: it was made in the provider's own dashboard, and is named by its id there. */
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
   * The customer's bank disputes the payment. The money is withheld until the dispute is won. An inquiry withholds nothing (amount 0); if
   * it becomes a dispute, it is opened again with the amount.
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
  /** Won: the venue has the money again. Lost: the money stays with the bank. */
  defineEvent("DisputeClosed", z.object({ disputeId: z.string(), outcome: z.enum(["won", "lost"]) })),
] as const;

export const bookingEventDefinitions: typeof definitions = definitions;

export type BookingEvent = EventOf<(typeof definitions)[number]>;

type DetailsChanged = Extract<BookingEvent, { type: "DetailsChanged" }>;

/** Whether the booking belongs to another mailbox from here on. */
export const changesEmail = (event: { type: string; data: unknown }): event is DetailsChanged =>
  event.type === "DetailsChanged" && (event as DetailsChanged).data.changed.includes("email");
