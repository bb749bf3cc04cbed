/** The wire shapes of bookings that staff make for a customer, and of visits that they move (decisions 73, 105). */
import { z } from "zod";
import { STAFF_PAYMENTS } from "../../../core/booking/rules/statuses.ts";
import { BookingCreated, BookingSubmission } from "../booking.ts";
import {
  Amount,
  AmountInput,
  emailAddress,
  Id,
  Instant,
  InstantInput,
  namedObject,
  numberOf,
  optionalPhone,
  optionalText,
  printableText,
} from "../fields.ts";

const instant = (label: string) =>
  z.string({ error: `${label} must be an ISO 8601 date-time` }).pipe(InstantInput);

const optionalLine = z
  .string({ error: "Last name must be text" })
  .trim()
  .max(200, "Last name must be at most 200 characters")
  .refine(...printableText("Last name"))
  .nullish();

/** Nothing, or an address that mails can be sent to. */
const optionalEmail = z
  .union([z.literal("").transform(() => null), emailAddress()], { error: "Invalid email" })
  .nullish();

/** The fields of `POST /api/staff/bookings`, each by itself. */
export const StaffBookingFields = BookingSubmission.extend({
  lastName: optionalLine.meta({ description: "Required with a payment link, as are email and phone" }),
  email: optionalEmail,
  phone: optionalPhone,
  payment: z.enum(STAFF_PAYMENTS, { error: "Payment must be link, desk, free or account" }).meta({
    description:
      "By a link that is mailed, at the desk, not at all (total 0.00), or by the invoices of a billing account",
  }),
  accountId: numberOf("Account").optional().meta({ description: "With payment `account`, and only then" }),
  holdUntil: instant("Hold until").nullish().meta({
    description:
      "With a link: the deadline of the payment, at most the visit's end. As for a visitor's hold by default",
  }),
  totalAmount: AmountInput.nullish().meta({
    description: "If it differs from the calculated price; needs `priceReason`",
  }),
  downpaymentAmount: AmountInput.nullish().meta({ description: "Compared with the server's, if sent" }),
  remainingAmount: AmountInput.nullish().meta({ description: "Compared with the server's, if sent" }),
  priceReason: optionalText("Price reason", 2_000),
  terms: z.boolean({ error: "Terms must be true or false" }).nullish().meta({
    description: "Not required from staff",
  }),
});

const REACHED = { lastName: "Last name", email: "Email", phone: "Phone" } as const;

/**
 * A payment link needs a mailbox and a phone; a guest at the desk is booked by the first name alone (decision 235). Only a booking on
 * account names one.
 */
export const withReachableGuest = (
  given: { payment: string; accountId?: number | undefined } & {
    [Field in keyof typeof REACHED]?: string | null | undefined;
  },
  context: z.core.$RefinementCtx,
): void => {
  const isOnAccount = given.payment === "account";
  if (isOnAccount !== (given.accountId !== undefined)) {
    const message = isOnAccount ? "Choose the account" : "Only a booking on account names an account";
    context.addIssue({ code: "custom", path: ["accountId"], message });
  }
  if (given.payment !== "link") return;
  for (const field of ["lastName", "email", "phone"] as const) {
    if (given[field]) continue;
    context.addIssue({ code: "custom", path: [field], message: `${REACHED[field]} is required` });
  }
};

/** `POST /api/staff/bookings`: the visitor's payload, in which staff may leave the amounts to the server. */
export const StaffBookingSubmission = StaffBookingFields.superRefine(withReachableGuest).meta({
  id: "StaffBookingSubmission",
});
export type StaffBookingSubmission = z.input<typeof StaffBookingSubmission>;

/** The answer to `POST /api/staff/bookings` (201). */
export const StaffBookingCreated = BookingCreated.extend({
  payLink: z.string().nullable().meta({
    description:
      "Where the guest pays, as in the mail that was sent; null for a booking that is not paid by link",
  }),
}).meta({ id: "StaffBookingMade" });
export type StaffBookingCreated = z.infer<typeof StaffBookingCreated>;

/** `POST /api/bookings/{id}/move`. Without a room the visit stays in its room; without an end it keeps its length. */
export const BookingMove = namedObject("BookingMove", {
  roomId: BookingSubmission.shape.roomId.nullish(),
  startTime: instant("Start time"),
  endTime: instant("End time").nullish(),
  ourFault: z.boolean({ error: "Our fault must be true or false" }).default(false).meta({
    description: "The venue is the cause: the price does not rise, also in a dearer room or for more hours",
  }),
});
export type BookingMove = z.input<typeof BookingMove>;

/** Two visits exchange their rooms and hours. */
export const BookingSwap = namedObject("BookingSwap", {
  with: numberOf("With"),
  ourFault: BookingMove.shape.ourFault,
  mail: z.boolean({ error: "Mail must be true or false" }).default(true).meta({
    description: "Whether both guests are told by mail; false if nothing changes for them",
  }),
});
export type BookingSwap = z.input<typeof BookingSwap>;

/** The price of a visit at its new time. */
export const BookingMoved = namedObject("BookingMoved", {
  id: Id.optional().meta({ description: "After the move" }),
  totalAmount: Amount,
  difference: Amount.meta({ description: "To the earlier total: negative if it costs less" }),
  refundAmount: Amount.optional().meta({
    description: "After the move: what is refunded to the card automatically",
  }),
  toReturnAmount: Amount.optional().meta({
    description: "After the move: what the desk must return",
  }),
  dueAmount: Amount.optional().meta({ description: "After the move: what is still due" }),
});
export type BookingMoved = z.infer<typeof BookingMoved>;

/** Both visits at their new times. */
export const BookingsSwapped = namedObject("BookingsSwapped", {
  visits: z.array(
    z.object({
      id: Id,
      roomId: Id,
      startTime: Instant,
      endTime: Instant,
      totalAmount: Amount,
      difference: Amount.meta({ description: "To the earlier total: negative if it costs less" }),
    }),
  ),
});
export type BookingsSwapped = z.infer<typeof BookingsSwapped>;
