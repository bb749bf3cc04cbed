/** The wire shapes of making a booking and paying for it (decisions 2, 27, 53). */
import { z } from "zod";
import { EVENT_TYPES } from "../../core/booking/rules/event-types.ts";
import { BOOKING_DURATIONS } from "../../core/booking/rules/pricing.ts";
import { BOOKING_STATUSES, PAYMENT_PURPOSES, PAYMENT_STATUSES } from "../../core/booking/rules/statuses.ts";
import {
  Amount,
  AmountInput,
  Day,
  emailAddress,
  Id,
  Instant,
  integer,
  namedObject,
  numberOf,
  optionalText,
  phoneNumber,
  printableText,
  requiredText,
  roomNumber,
  span,
} from "./fields.ts";

export const TERMS_MESSAGE = "You must accept the terms and conditions";

export const BookingSubmission = namedObject("BookingSubmission", {
  roomId: roomNumber,
  firstName: requiredText("First name"),
  lastName: requiredText("Last name"),
  email: emailAddress(),
  phone: phoneNumber,
  startDate: z.string({ error: "Start date is required" }).trim().min(1, "Start date is required").pipe(Day),
  startTime: requiredText("Start time", 40).meta({
    description: "ISO 8601 date-time, or venue-local HH:mm or h:mm AM",
    examples: ["14:00"],
  }),
  endTime: requiredText("End time", 40).meta({ examples: ["16:00"] }),
  eventType: requiredText("Event type", 60).meta({
    description: "One of the form's six, or other words, which are personal data and can be erased",
    examples: [...EVENT_TYPES],
  }),
  attendees: integer("Attendees", 1).nullish(),
  specialRequirements: optionalText("Special requirements", 2_000),
  engineerRequired: z.boolean({ error: "Engineer required must be true or false" }).default(false),
  bookingDuration: z
    .enum(BOOKING_DURATIONS, { error: "Duration must be hourly, half-day or full-day" })
    .default("hourly"),
  hourCount: integer("Hour count").nullish(),
  totalAmount: AmountInput,
  downpaymentAmount: AmountInput,
  remainingAmount: AmountInput,
  payment: z.literal("account", { error: "Payment must be account" }).optional().meta({
    description:
      "From a signed-in customer whose billing account allows it: no downpayment, an invoice later",
  }),
  terms: z.literal(true, { error: TERMS_MESSAGE }),
});
export type BookingSubmission = z.input<typeof BookingSubmission>;

export const BookingStatus = z.enum(BOOKING_STATUSES);
export type BookingStatus = z.infer<typeof BookingStatus>;

export const PaymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** Of a booking that belongs to a series; absent for any other (decision 250). */
const inSeries = {
  seriesId: Id.optional().meta({ description: "Only of a date of a series" }),
  seriesNumber: z.number().int().optional().meta({ description: "Its place in the series, from 1" }),
};

/** The same where the whole series is known. */
export const inKnownSeries = {
  ...inSeries,
  seriesSize: z.number().int().optional().meta({
    description: "How many dates the series has, with those that are cancelled",
  }),
};

/** Of a booking that an invoice pays; absent for any other (decision 260). */
export const onAccount = {
  accountId: Id.optional().meta({ description: "The billing account whose invoices pay it; only then" }),
};

/** The fields of a booking in the answers to making, paying and changing it. */
export const BookingOutline = z.object({
  id: Id,
  roomId: Id,
  roomName: z.string(),
  ...span,
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  totalAmount: Amount,
  downpaymentAmount: Amount,
  remainingAmount: Amount.meta({
    description: "What is due; before any payment, the price less the downpayment",
  }),
  downpaymentDueAmount: Amount.meta({
    description: "Still due of the downpayment; money received at the desk counts toward it",
  }),
  dueAmount: Amount.meta({ description: "Still to be paid; 0 once cancelled" }),
  ...inSeries,
  ...onAccount,
});
export type BookingOutline = z.infer<typeof BookingOutline>;

/** The answer to `POST /api/bookings` (201). */
export const BookingCreated = BookingOutline.extend({
  paymentRequired: z.boolean(),
  holdUntil: Instant.meta({
    description: "Unpaid by then, the booking expires and its hours are free again",
  }),
}).meta({ id: "BookingCreated" });
export type BookingCreated = z.infer<typeof BookingCreated>;

/** For `refine`: said beside the errors of other fields, as for every field that is missing. */
const isAnObject = ({ value }: { value: unknown }): boolean => typeof value === "object" && value !== null;

export const PaymentIntentRequest = z
  .object({
    bookingId: numberOf("Booking").optional(),
    seriesId: numberOf("Series").optional().meta({
      description: "In place of a booking: all downpayments of the series that are unpaid",
    }),
    purpose: z
      .enum(PAYMENT_PURPOSES, { error: "Purpose must be downpayment or balance" })
      .default("downpayment")
      .meta({ description: "The downpayment at booking, or the balance by the visit" }),
    amount: AmountInput.optional(),
    invoiceToken: requiredText("Invoice token", 300).optional().meta({
      description: "In place of a booking: what is due of the invoice whose mailed link has this token",
    }),
    customerEmail: emailAddress("Customer email").optional().meta({
      description: "Of who booked; required unless an invoice is paid",
    }),
    customerName: optionalText("Customer name", 400),
    token: requiredText("Token", 300).optional().meta({
      description: "From the link in the booking's mail. With it the answer says why nothing can be paid",
    }),
  })
  .refine(
    ({ bookingId, seriesId, invoiceToken }) =>
      bookingId !== undefined || seriesId !== undefined || invoiceToken !== undefined,
    { path: ["bookingId"], error: "Booking is required", when: isAnObject },
  )
  .refine(({ customerEmail, invoiceToken }) => customerEmail !== undefined || invoiceToken !== undefined, {
    path: ["customerEmail"],
    error: "Customer email is required",
    when: isAnObject,
  })
  .refine(
    ({ bookingId, seriesId, invoiceToken }) =>
      [bookingId, seriesId, invoiceToken].filter((given) => given !== undefined).length <= 1,
    { path: ["seriesId"], error: "Give a booking, a series or an invoice" },
  )
  .refine(({ seriesId, purpose }) => seriesId === undefined || purpose !== "balance", {
    path: ["purpose"],
    error: "The balances of a series are paid booking by booking",
  })
  .meta({ id: "PaymentIntentRequest" });
export type PaymentIntentRequest = z.input<typeof PaymentIntentRequest>;

/** The answer to `POST /api/create-payment-intent`. The amount is always what the booking itself owes. */
export const PaymentIntentOpened = namedObject("PaymentIntentOpened", {
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  amount: Amount,
  publishableKey: z.string(),
  simulated: z
    .boolean()
    .meta({ description: "True when no card is charged: the simulated provider answers" }),
  holdUntil: Instant.nullable().meta({ description: "The deadline of the hold; null for an invoice" }),
});
export type PaymentIntentOpened = z.infer<typeof PaymentIntentOpened>;

const reference = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .min(1, `${label} is required`)
    .max(255)
    .refine(...printableText(label))
    .optional();

/** How a client paid: the intent that its card confirmed, or (test keys only) a card token that is charged now. */
export const PaymentConfirmation = z
  .object({
    paymentIntentId: reference("Payment intent"),
    stripeToken: reference("Token").meta({ description: "Payment test page only; refused with live keys" }),
  })
  .refine(({ paymentIntentId, stripeToken }) => (paymentIntentId ?? stripeToken) !== undefined, {
    path: ["paymentIntentId"],
    error: "Payment intent is required",
  })
  .meta({ id: "PaymentConfirmation" });
export type PaymentConfirmation = z.infer<typeof PaymentConfirmation>;

/** The answer to `POST /api/bookings/{id}/payment` once the money is recorded. */
export const PaymentRecorded = namedObject("PaymentRecorded", {
  success: z.literal(true),
  message: z.string(),
  booking: BookingOutline,
});
export type PaymentRecorded = z.infer<typeof PaymentRecorded>;
