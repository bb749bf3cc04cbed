/** The wire shapes of bookings as staff see and change them (decisions 38, 39, 108). */
import { z } from "zod";
import { CANCELLED_BY } from "../../../core/booking/rules/refund-policy.ts";
import { VISIT_STAGES } from "../../../core/booking/rules/statuses.ts";
import { InvoiceNumber } from "../billing/invoices.ts";
import { BookingStatus, PaymentStatus } from "../booking.ts";
import { BookingRecord } from "../booking-record.ts";
import { Amount, Day, Id, Instant, namedObject, optionalText, queryNumber, searchText } from "../fields.ts";

export const CancelledBy = z.enum(CANCELLED_BY, { error: "Cancelled by must be venue or customer" });
export type CancelledBy = z.infer<typeof CancelledBy>;

/** Header of a list's answer: how many there are in all, whatever page was asked for. */
export const TOTAL_COUNT_HEADER = "x-total-count";

/** What the API says of a booking that this code cannot read. */
export const UNREADABLE_BOOKING = "This booking cannot be read by this version";

/** Null for a booking that can be read. */
const Unreadable = z.string().nullable().meta({
  description:
    "A message if this version of the product cannot read an event of the booking. The other fields show its state before that event, its hours stay taken, and nothing can be changed",
});

/** A booking's fields, and what staff need in addition. */
export const StaffBooking = BookingRecord.extend({
  expired: z.boolean().meta({ description: "Cancelled because its hold ran out unpaid" }),
  cancelledBy: z.enum(CANCELLED_BY).nullable(),
  cancellationReason: z.string().nullable(),
  receivedAmount: Amount.meta({ description: "Money received, by card and at the desk" }),
  refundedAmount: Amount.meta({ description: "Money refunded" }),
  refundUnderWayAmount: Amount.meta({ description: "Requested, and not issued yet" }),
  refundFailed: z.boolean().meta({ description: "A refund was refused and waits to be retried" }),
  dueAmount: Amount.meta({ description: "Still to be paid; 0 once cancelled" }),
  toReturnAmount: Amount.meta({ description: "Still to be returned at the desk" }),
  visit: z.enum(VISIT_STAGES).nullable().meta({ description: "As marked at the desk" }),
  freed: z.boolean().meta({ description: "A no-show has left the hours to others" }),
  holdUntil: Instant,
  updatedAt: Instant,
  accountName: z.string().nullable().optional().meta({
    description: "Of the billing account, with `accountId`; null once erased",
  }),
  invoiceNumbers: z.array(InvoiceNumber).optional().meta({
    description: "The invoices that it is on, the latest last; only of one booking that is on account",
  }),
  guestId: z.uuid().meta({ description: "Identifies the guest's page" }),
  unreadable: Unreadable,
}).meta({ id: "StaffBooking" });
export type StaffBooking = z.infer<typeof StaffBooking>;

const BOOKING_SORTS = ["createdAt", "startTime", "totalAmount"] as const;
const MAX_PAGE_SIZE = 200;
export const DEFAULT_PAGE_SIZE = 20;

export const PageQuery = z.object({
  page: queryNumber("Page", 1_000_000).optional().meta({ description: "Counted from 1" }),
  limit: queryNumber("Limit", MAX_PAGE_SIZE)
    .optional()
    .meta({ description: `How many on a page; ${DEFAULT_PAGE_SIZE} when left out` }),
});

/** The dashboard's filters send "all" for no filter. */
const choice = <const Values extends readonly string[]>(label: string, values: Values) =>
  z.enum(["all", ...values], { error: `${label} must be all, ${values.join(", ")}` }).default("all");

export const StaffBookingFilter = z.object({
  search: searchText(
    "Each word is part of the name, the email, the phone or the room, or is the booking's number",
  ),
  status: choice("Status", BookingStatus.options),
  paymentStatus: choice("Payment status", PaymentStatus.options),
  accountId: queryNumber("Account").optional().meta({ description: "Bookings on this billing account" }),
  from: Day.optional().meta({ description: "Visits that begin on this venue day or later" }),
  to: Day.optional().meta({ description: "Visits that begin on this venue day or earlier" }),
});
export type StaffBookingFilter = z.infer<typeof StaffBookingFilter>;

export const StaffBookingsQuery = StaffBookingFilter.extend({
  sort: z
    .enum(BOOKING_SORTS, { error: `Sort must be one of ${BOOKING_SORTS.join(", ")}` })
    .default("createdAt"),
  order: z.enum(["asc", "desc"], { error: "Order must be asc or desc" }).default("desc"),
  ...PageQuery.shape,
});
export type StaffBookingsQuery = z.input<typeof StaffBookingsQuery>;

/** The six stat cards over all bookings, and how many the filter matches. */
export const StaffBookingSummary = namedObject("StaffBookingSummary", {
  total: z.number().int(),
  pending: z.number().int(),
  confirmed: z.number().int(),
  completed: z.number().int(),
  cancelled: z.number().int(),
  totalRevenue: Amount.nullable().meta({
    description: "Money received less refunds; null for a role that does not see revenue",
  }),
  downpayments: Amount.nullable().meta({
    description: "Downpayments received on bookings that are not cancelled; null as above",
  }),
  filtered: z.number().int(),
  lastUpdated: Instant,
});
export type StaffBookingSummary = z.infer<typeof StaffBookingSummary>;

const SETTABLE_STATUSES = ["confirmed", "completed", "cancelled"] as const;
const SETTABLE_PAYMENT_STATUSES = ["downpaid", "paid", "failed"] as const;

/** `PATCH /api/bookings/{id}`: exactly one of `status` and `paymentStatus`. */
export const StaffBookingChange = z
  .looseObject({
    status: z
      .enum(SETTABLE_STATUSES, { error: `Status must be one of ${SETTABLE_STATUSES.join(", ")}` })
      .optional(),
    paymentStatus: z
      .enum(SETTABLE_PAYMENT_STATUSES, {
        error: `Payment status must be one of ${SETTABLE_PAYMENT_STATUSES.join(", ")}`,
      })
      .optional(),
    cancelledBy: CancelledBy.optional().meta({ description: "With status cancelled; venue by default" }),
    reason: optionalText("Reason", 2_000).meta({ description: "With status cancelled" }),
    tellReason: z.boolean({ error: "Tell reason must be true or false" }).optional().meta({
      description: "With a reason: whether the guest reads it, on the booking's pages and in the mail",
    }),
  })
  .superRefine((change, context) => {
    const refuse = (path: string, message: string): void =>
      context.addIssue({ code: "custom", path: [path], message });
    const { status, paymentStatus, cancelledBy: _by, reason: _reason, tellReason, ...others } = change;
    for (const field of Object.keys(others)) refuse(field, "This field cannot be changed");
    if (status === undefined && paymentStatus === undefined) refuse("status", "Send status or paymentStatus");
    if (status !== undefined && paymentStatus !== undefined) {
      refuse("paymentStatus", "Send either status or paymentStatus, not both");
    }
    for (const field of ["cancelledBy", "reason", "tellReason"] as const) {
      if (change[field] != null && status !== "cancelled") {
        refuse(field, "Only a cancellation can have this field");
      }
    }
    if (tellReason && !change.reason && status === "cancelled") refuse("reason", "Reason is required");
  })
  .meta({ id: "StaffBookingChange" });
export type StaffBookingChange = z.input<typeof StaffBookingChange>;

export const RefundPreviewQuery = z.object({ cancelledBy: CancelledBy.default("venue") });

/** The refund for cancelling now (decision 67). */
export const RefundPreview = namedObject("RefundPreview", {
  cancelledBy: z.enum(CANCELLED_BY),
  paidAmount: Amount.meta({ description: "Received, less refunds, also requested ones" }),
  refundAmount: Amount,
  keptAmount: Amount,
  owedAmount: Amount.optional().meta({ description: "Only on account: what is still owed once cancelled" }),
  noticeHours: z.number().meta({ description: "From now to the start; negative once it has begun" }),
});
export type RefundPreview = z.infer<typeof RefundPreview>;

/** Who did something. */
const HistoryActor = z.object({
  kind: z.enum(["visitor", "customer", "staff", "token", "provider", "system"]),
  name: z.string(),
});

/** A booking's events in plain words, oldest first, and its money. */
export const BookingHistory = namedObject("BookingHistory", {
  id: Id,
  entries: z.array(
    z.object({
      version: z.number().int(),
      type: z.string().meta({ description: "The event's name in the log" }),
      at: Instant,
      by: HistoryActor,
      text: z.string(),
      amount: Amount.nullable(),
      stripeId: z.string().nullable(),
    }),
  ),
  mails: z
    .array(
      z.object({
        kind: z.string(),
        state: z.enum(["under-way", "sent", "refused", "withheld"]),
        at: Instant,
      }),
    )
    .meta({
      description:
        "The mails about it and their states, the oldest first. `withheld`: its mailbox has neither paid nor been verified, and was sent six within the hour or twenty within the day",
    }),
  money: z.object({
    paidAmount: Amount.meta({ description: "All that was received" }),
    refundedAmount: Amount,
    refundsUnderWayAmount: Amount.meta({ description: "Requested, not answered yet" }),
    disputedAmount: Amount.meta({ description: "Withheld by disputes that are open or lost" }),
    dueAmount: Amount.meta({ description: "Still to be paid at the venue; 0 once cancelled" }),
    toReturnAmount: Amount.meta({ description: "Still to be returned at the desk" }),
    returnableAmount: Amount.meta({ description: "Received at the venue and can be returned there" }),
    refundableAmount: Amount.meta({ description: "Received by card and can be refunded" }),
    refunds: z.array(
      z.object({
        refundId: z.string(),
        amount: Amount,
        state: z.enum(["requested", "issued", "failed"]),
        via: z.enum(["stripe", "venue"]),
        stripeRefundId: z.string().nullable(),
        reasonCode: z.string().nullable().meta({ description: "The provider's, while failed" }),
        canRetry: z.boolean().meta({
          description: "Whether staff can ask for it again: it failed, or has been under way for too long",
        }),
      }),
    ),
  }),
});
export type BookingHistory = z.infer<typeof BookingHistory>;
