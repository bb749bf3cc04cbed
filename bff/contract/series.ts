/** The wire shapes of series: the same hours every week or month, booked, paid and changed together (decisions 250 to 254). */
import { z } from "zod";
import { STAFF_PAYMENTS } from "../../core/booking/rules/statuses.ts";
import {
  LEAST_DATES,
  MOST_DATES,
  MOST_DATES_OF_VISITORS,
  SERIES_SCOPES,
  WEEKS_APART,
} from "../../core/booking/series/repeat.ts";
import { BookingStatus, BookingSubmission, onAccount, PaymentStatus } from "./booking.ts";
import { OwnCancellation } from "./customer/customer.ts";
import {
  Amount,
  Day,
  Id,
  Instant,
  integer,
  namedObject,
  numberOf,
  optionalText,
  roomNumber,
  span,
} from "./fields.ts";
import { StaffBookingFields, withReachableGuest } from "./staff/bookings-by-staff.ts";
import { CancelledBy } from "./staff/staff-booking.ts";

const count = integer("Count", 1, MOST_DATES).meta({
  description: `How many dates: ${LEAST_DATES} to ${MOST_DATES}`,
});
const until = Day.meta({ description: "The last venue day that may be a date" });
const END = "Give count or until, not both";

const every = z.union(
  WEEKS_APART.map((weeks) => z.literal(weeks)),
  { error: "Every must be 1, 2 or 4 (weeks)" },
);

const isEndGiven = (given: { count?: unknown; until?: unknown }): boolean =>
  (given.count === undefined) !== (given.until === undefined);

/** How a series repeats, and its end. */
export const RepeatInput = z
  .object(
    {
      every: every.optional().meta({ description: "Weeks between two dates" }),
      monthly: z.literal(true, { error: "Monthly must be true" }).optional().meta({
        description: "The same weekday of each month: first to fourth, or last",
      }),
      count: count.optional(),
      until: until.optional(),
    },
    { error: "Say how it repeats" },
  )
  .refine(({ every: weeks, monthly }) => (weeks === undefined) !== (monthly === undefined), {
    error: "Give every or monthly, not both",
  })
  .refine(isEndGiven, { error: END })
  .meta({ id: "Repeat" });
export type RepeatInput = z.input<typeof RepeatInput>;

const skip = z
  .array(Day, { error: "Skip must be a list of days" })
  .max(MOST_DATES, `At most ${MOST_DATES} days can be skipped`)
  .default([])
  .meta({ description: "Days of the rule that are not booked" });

const Swap = z.object({
  roomId: roomNumber.optional(),
  startTime: BookingSubmission.shape.startTime.optional().meta({
    description: "The start on that day, `HH:mm` at the venue; the length stays",
    examples: ["20:00"],
  }),
});

const swaps = z
  .record(Day, Swap, { error: "Swaps must be an object of days" })
  .refine((given) => Object.keys(given).length <= MOST_DATES, `At most ${MOST_DATES} days can be swapped`)
  .default({})
  .meta({ description: "Days on which it takes place in another room or from another hour" });

const repeated = { repeat: RepeatInput, skip, swaps };

/** `POST /api/series/quote`: a booking's fields without the person and the amounts. */
export const SeriesQuoteRequest = BookingSubmission.pick({
  roomId: true,
  startDate: true,
  startTime: true,
  endTime: true,
  attendees: true,
  engineerRequired: true,
  bookingDuration: true,
  hourCount: true,
})
  .extend({ repeat: RepeatInput })
  .meta({ id: "SeriesQuoteRequest" });
export type SeriesQuoteRequest = z.input<typeof SeriesQuoteRequest>;

const place = { roomId: Id, ...span, totalAmount: Amount };

/** Every date of the series, with what it costs, and where else it could take place. */
export const SeriesQuote = namedObject("SeriesQuote", {
  dates: z.array(
    z.object({
      date: Day,
      ...span,
      state: z.enum(["free", "taken", "closed"]),
      totalAmount: Amount,
      alternatives: z.array(z.object(place)).meta({
        description: "For a date that is not free: up to three other places on the same day, each free now",
      }),
    }),
  ),
  totalAmount: Amount.meta({ description: "The sum over the free dates, as are the two others" }),
  downpaymentAmount: Amount,
  remainingAmount: Amount,
});
export type SeriesQuote = z.infer<typeof SeriesQuote>;

/** `POST /api/series`: a booking's payload, in which the amounts are the sums over the dates. */
export const SeriesSubmission = BookingSubmission.extend(repeated).meta({
  id: "SeriesSubmission",
  description: `${LEAST_DATES} to ${MOST_DATES_OF_VISITORS} dates`,
});
export type SeriesSubmission = z.input<typeof SeriesSubmission>;

/** `POST /api/staff/series`: the payload of staff's bookings, in which the amounts are the sums over the dates. */
export const StaffSeriesSubmission = StaffBookingFields.extend(repeated)
  .superRefine(withReachableGuest)
  .meta({ id: "StaffSeriesSubmission" });
export type StaffSeriesSubmission = z.input<typeof StaffSeriesSubmission>;

/** A date of a series. */
export const SeriesBooking = namedObject("SeriesBooking", {
  id: Id,
  ...span,
  roomId: Id,
  roomName: z.string(),
  seriesNumber: z.number().int(),
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  totalAmount: Amount,
  downpaymentAmount: Amount,
  dueAmount: Amount.meta({ description: "Still to be paid; 0 once cancelled" }),
  ...onAccount,
});
export type SeriesBooking = z.infer<typeof SeriesBooking>;

/** The answer to booking a series, or further dates of one (201). */
export const SeriesCreated = namedObject("SeriesCreated", {
  id: Id,
  bookings: z.array(SeriesBooking),
  totalAmount: Amount,
  downpaymentAmount: Amount,
  remainingAmount: Amount,
  paymentRequired: z.boolean(),
  holdUntil: Instant.meta({ description: "One deadline for all: unpaid by then, all dates are free again" }),
  payLink: z.string().nullable().optional().meta({
    description: "For staff: where the guest pays, as in the mail; null if it is not paid by link",
  }),
});
export type SeriesCreated = z.infer<typeof SeriesCreated>;

/** The dates by which a series would be extended (200): they have no number yet. */
export const SeriesPlanned = namedObject("SeriesPlanned", {
  ...SeriesCreated.shape,
  bookings: z.array(
    SeriesBooking.extend({
      id: z.number().int().meta({ description: "0: it is not booked yet" }),
    }),
  ),
});

/** A series as its holder and staff see it. */
export const Series = namedObject("Series", {
  id: Id,
  repeat: z.object({ every: z.literal(WEEKS_APART).optional(), monthly: z.literal(true).optional() }),
  bookings: z.array(SeriesBooking),
  totalAmount: Amount.meta({ description: "The sum over the dates that are not cancelled" }),
  downpaymentDueAmount: Amount.meta({ description: "What one payment of the series asks for now" }),
  dueAmount: Amount,
  holdUntil: Instant.nullable().meta({ description: "Set while downpayments are awaited" }),
});
export type Series = z.infer<typeof Series>;

const scope = z.enum(SERIES_SCOPES, { error: "Scope must be one, following or all" }).meta({
  description: "This date, this and the following, or all to come. What has begun never changes",
});

const token = z.string().max(300).optional().meta({ description: "Of the link in the mail" });

export const SeriesQuery = z.object({ token });

const changed = { bookingId: numberOf("Booking"), scope, token };

export const SeriesCancellation = namedObject("SeriesCancellation", {
  ...changed,
  ...OwnCancellation.shape,
  cancelledBy: CancelledBy.optional().meta({ description: "From staff; venue by default" }),
  reason: optionalText("Reason", 2_000).meta({ description: "From staff" }),
  tellReason: z.boolean({ error: "Tell reason must be true or false" }).default(false),
});
export type SeriesCancellation = z.input<typeof SeriesCancellation>;

export const SeriesMove = namedObject("SeriesMove", {
  ...changed,
  startTime: z
    .string({ error: "Start time must be text" })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter the start as HH:mm")
    .optional()
    .meta({ description: "The start on each day, at the venue", examples: ["19:00"] }),
  roomId: roomNumber.optional().meta({ description: "From staff" }),
  ourFault: z.boolean({ error: "Our fault must be true or false" }).default(false).meta({
    description: "From staff: the venue is the cause, so that no price rises",
  }),
});
export type SeriesMove = z.input<typeof SeriesMove>;

const ChangedDate = z.object({
  id: Id,
  ...span,
  roomId: Id,
  totalAmount: Amount,
  refundAmount: Amount.meta({ description: "What is refunded by this change" }),
  owedAmount: Amount.optional().meta({
    description: "Only on account: what is owed of the date after this change",
  }),
});

/** The dates that are cancelled, and the money; with `dryRun=1` as it would be. */
export const SeriesCancelled = namedObject("SeriesCancelled", {
  dates: z.array(Day).meta({ description: "Their days" }),
  bookings: z.array(ChangedDate),
  refundAmount: Amount,
  owedAmount: Amount.optional().meta({
    description: "Only on account: what is owed of all of them once cancelled",
  }),
});
export type SeriesCancelled = z.infer<typeof SeriesCancelled>;

/** The dates that are moved, and the sum of the differences of their prices; with `dryRun=1` as it would be. */
export const SeriesMoved = namedObject("SeriesMoved", {
  dates: z.array(Day),
  bookings: z.array(ChangedDate),
  difference: Amount.meta({ description: "To the earlier totals: negative if it costs less" }),
});
export type SeriesMoved = z.infer<typeof SeriesMoved>;

/** `POST /api/series/{id}/extend`: further dates by the same rule. */
export const SeriesExtension = z
  .object({
    count: integer("Count", 1, MOST_DATES).optional().meta({ description: "How many further dates" }),
    until: until.optional(),
    skip,
    token,
    payment: z
      .enum(STAFF_PAYMENTS, { error: "Payment must be link, desk, free or account" })
      .optional()
      .meta({
        description: "From staff; as the series was paid by default",
      }),
  })
  .refine(isEndGiven, { error: END, path: ["count"] })
  .meta({ id: "SeriesExtension" });
export type SeriesExtension = z.input<typeof SeriesExtension>;

/** The answer once the money of a series is recorded. */
export const SeriesPaymentRecorded = namedObject("SeriesPaymentRecorded", {
  success: z.literal(true),
  message: z.string(),
  id: Id,
  bookings: z.array(SeriesBooking),
});
export type SeriesPaymentRecorded = z.infer<typeof SeriesPaymentRecorded>;
