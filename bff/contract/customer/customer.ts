/** The wire shapes of customers' accounts and of what customers do with their own bookings. */

import { z } from "zod";
import { toCents } from "../../../core/booking/rules/money.ts";
import { BookingOutline, BookingSubmission } from "../booking.ts";
import { BookingRecord } from "../booking-record.ts";
import {
  Amount,
  AmountInput,
  Day,
  emailWith,
  Id,
  Instant,
  namedObject,
  optionalPhone,
  requiredText,
} from "../fields.ts";
import { newPassword, typedPassword } from "../password.ts";
import { Receipt } from "../receipt.ts";
import { LaterPrices } from "../room.ts";

const signInEmail = emailWith("Please enter a valid email address");

export const Registration = namedObject("Registration", {
  email: signInEmail,
  password: newPassword,
  firstName: requiredText("First name"),
  lastName: requiredText("Last name"),
  phone: optionalPhone,
});
export type Registration = z.input<typeof Registration>;

/** Name and phone of an account; the email cannot be changed. */
export const ProfileChange = Registration.pick({ firstName: true, lastName: true, phone: true }).meta({
  id: "ProfileChange",
});
export type ProfileChange = z.input<typeof ProfileChange>;

export const CustomerLogin = namedObject("CustomerLogin", {
  email: signInEmail,
  password: typedPassword(1, "Password is required"),
});
export type CustomerLogin = z.infer<typeof CustomerLogin>;

/** The signed-in customer, as they see themself. */
export const CustomerUser = namedObject("CustomerUser", {
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  emailVerified: z.boolean().meta({
    description: "Once true, bookings made as a guest with this email are the customer's too",
  }),
  createdAt: Instant,
  updatedAt: Instant,
  erasureRequestedAt: Instant.nullable().meta({
    description: "When the customer asked for everything to be erased; null unless they wait for it",
  }),
});
export type CustomerUser = z.infer<typeof CustomerUser>;

/** The answer to registering and logging in. The token is a JWT (HS256) with `sub`, `kind: "customer"`, `sid`, `iat` and `exp`. */
export const CustomerSession = namedObject("CustomerSession", { token: z.string(), user: CustomerUser });
export type CustomerSession = z.infer<typeof CustomerSession>;

export const Done = namedObject("Done", { success: z.literal(true), message: z.string() });
export type Done = z.infer<typeof Done>;

export const LinkToken = namedObject("LinkToken", { token: requiredText("Token", 300) });
export type LinkToken = z.infer<typeof LinkToken>;

/** A verification link, and a new password if the link is opened outside the account's own session. */
export const EmailVerification = LinkToken.extend({ password: newPassword.optional() }).meta({
  id: "EmailVerification",
});
export type EmailVerification = z.infer<typeof EmailVerification>;

/** The email that a verification link is for, read without using the link. */
export const EmailToVerify = namedObject("EmailToVerify", {
  email: z.string(),
  emailVerified: z.boolean(),
  passwordNeeded: z.boolean().meta({
    description: "The caller is not signed in to the account: verifying sets a new password for it",
  }),
});
export type EmailToVerify = z.infer<typeof EmailToVerify>;

export const ForgottenPassword = namedObject("ForgottenPassword", { email: signInEmail });
export type ForgottenPassword = z.infer<typeof ForgottenPassword>;

export const PasswordReset = LinkToken.extend({ password: newPassword }).meta({ id: "PasswordReset" });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** The refund for cancelling at this stage, the earliest stage first; after the end of the last stage nothing is refunded (decision 67). */
const CancellationStage = namedObject("CancellationStage", {
  until: Instant.meta({ description: "The refund applies to a cancellation before this instant" }),
  refundAmount: Amount,
  owedAmount: Amount.optional().meta({ description: "Only on account: what is then still owed" }),
});

/** Who or what ended a booking; `expiry`: it was not paid in time. */
const CANCELLATION_CAUSES = ["customer", "venue", "closure", "expiry"] as const;

/** A booking as its own customer, or the holder of its guest link, sees it. */
export const OwnBooking = BookingRecord.extend({
  roomSlug: z.string(),
  shareUrl: z.string().nullable().meta({
    description:
      "The page to share with those who come along, a path: when and where, and nothing else. Null once cancelled",
  }),
  paidAmount: Amount.meta({ description: "Money received, less refunds" }),
  refundedAmount: Amount,
  refundUnderWayAmount: Amount.meta({ description: "Requested, and not issued yet" }),
  disputedAmount: Amount.meta({ description: "The part of `refundedAmount` that a dispute withholds" }),
  dueAmount: Amount.meta({ description: "Still to be paid; 0 once cancelled" }),
  downpaymentDueAmount: Amount.meta({
    description: "Still due of the downpayment; money received at the desk counts toward it",
  }),
  priceAgreed: z
    .boolean()
    .meta({ description: "The venue agreed the price: it stays while the length stays" }),
  balancePayable: z.boolean().meta({
    description:
      "Whether `dueAmount` can be paid by card now: `POST /api/create-payment-intent` with purpose balance",
  }),
  timeZone: z.string().meta({ description: "The venue's IANA time zone; the visit's times are in it" }),
  holdUntil: Instant.nullable().meta({
    description: "Set while the downpayment is awaited: unpaid by then, it expires",
  }),
  cancellable: z.boolean(),
  cancellation: z
    .object({
      cause: z.enum(CANCELLATION_CAUSES),
      reason: z.string().nullable().meta({ description: "The venue's, if it is told" }),
    })
    .nullable()
    .meta({ description: "While cancelled: the cause" }),
  agreed: z
    .object({
      downpaymentPercent: z.number(),
      hourlyRate: Amount,
      halfDayRate: Amount,
      fullDayRate: Amount,
      engineerHourlyRate: Amount,
      engineerHalfDayRate: Amount,
      engineerFullDayRate: Amount,
      priceRules: z.array(z.string()).optional().meta({ description: "As a room has them; none if absent" }),
      laterPrices: z.array(LaterPrices).optional(),
    })
    .nullable()
    .meta({
      description: "The terms that the booking keeps; null where only the total was recorded",
    }),
  cancellationStages: z.array(CancellationStage).meta({
    description:
      "The coming stages, the earliest first; refunds of what is paid, or of the downpayment before any payment. On account with what is then owed",
  }),
  lateOwedAmount: Amount.optional().meta({
    description: "Only on account: what is owed by a cancellation after the last stage",
  }),
  reschedulable: z.boolean(),
  rescheduleUntil: Day.meta({ description: "The last day that the booking can be moved to" }),
  receipt: Receipt.pick({
    lines: true,
    number: true,
    taxNumber: true,
    payments: true,
    onAccount: true,
    tax: true,
    total: true,
  }).meta({
    description: "The price; for a cancelled booking, what the venue keeps; on account, what it owes",
  }),
  reviewPublished: z.boolean().meta({
    description: "Whether the room's page shows the feedback, as its author allowed",
  }),
  feedback: z
    .enum(["none", "open", "left"])
    .meta({ description: "Whether feedback can be left, or has been" }),
}).meta({ id: "OwnBooking" });
export type OwnBooking = z.infer<typeof OwnBooking>;

/** The refund for cancelling now, shown before the customer confirms (decision 70). */
export const CancellationTerms = namedObject("CancellationTerms", {
  owedAmount: Amount.optional().meta({ description: "Only on account: what is still owed once cancelled" }),
  paidAmount: Amount,
  refundAmount: Amount,
  refundHoldsUntil: Instant.nullable().meta({
    description: "After this instant the refund is smaller; on account, more is owed",
  }),
  cancellable: z.boolean(),
});
export type CancellationTerms = z.infer<typeof CancellationTerms>;

/** An amount that was shown before the customer confirmed. */
const shownAmount = AmountInput.refine((amount) => toCents(amount) !== null, {
  error: "Enter an amount, such as 150.00",
}).optional();

export const OwnCancellation = namedObject("OwnCancellation", {
  refundAmount: shownAmount.meta({
    description: "The refund that was shown: if it has changed, nothing is cancelled (409)",
  }),
  owedAmount: shownAmount.meta({
    description: "On account, what was shown to be owed then: if it has changed, nothing is cancelled (409)",
  }),
});
export type OwnCancellation = z.input<typeof OwnCancellation>;

/** The amounts that were shown, in cents; null for one that was not sent. */
export function statedCents({ refundAmount, owedAmount }: OwnCancellation) {
  const centsOf = (amount: typeof refundAmount) => (amount === undefined ? null : toCents(amount));
  return { statedRefundCents: centsOf(refundAmount), statedOwedCents: centsOf(owedAmount) };
}

/** The new hours of a move; the room, the length and the price stay. */
export const Reschedule = BookingSubmission.pick({ startDate: true, startTime: true }).meta({
  id: "Reschedule",
});
export type Reschedule = z.infer<typeof Reschedule>;

/** A booking after its customer has changed it. */
export const OwnBookingChanged = Done.extend({
  refundAmount: Amount.meta({ description: "Total refund of this booking" }),
  booking: BookingOutline,
}).meta({ id: "OwnBookingChanged" });
export type OwnBookingChanged = z.infer<typeof OwnBookingChanged>;
