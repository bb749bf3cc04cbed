/** The wire shapes of the audit calls: the log in plain words, and a booking or a room's day as of any instant (decision 188). */
import { z } from "zod";
import { BOOKING_DURATIONS } from "../../../core/booking/rules/pricing.ts";
import { CANCELLED_BY } from "../../../core/booking/rules/refund-policy.ts";
import { BookingStatus, PaymentStatus } from "../booking.ts";
import {
  Amount,
  Day,
  Id,
  Instant,
  InstantInput,
  namedObject,
  printableText,
  queryNumber,
  span,
} from "../fields.ts";

/** Header of an export: the size of the signed head that covers its lines; `GET /log/checkpoint/{size}` is that head. */
export const LOG_SIZE_HEADER = "log-size";

export const DEFAULT_AUDIT_PAGE = 50;
const MAX_AUDIT_PAGE = 200;

/** UTC or with an offset. A day alone is refused, since its zone would be a guess. */
const instant = (label: string) =>
  z
    .string({ error: `${label} must be an instant such as 2026-12-12T15:00:00Z` })
    .pipe(InstantInput)
    .transform((text) => new Date(text))
    .meta({ type: "string", format: "date-time", examples: ["2026-12-12T15:00:00Z"] });

const streamName = z
  .string()
  .regex(/^[a-z][a-z-]{0,30}-[1-9]\d{0,14}$/, { error: "Stream must be a name such as booking-42" })
  .meta({ examples: ["booking-42"] });

/** Kinds of actors; customers, staff and tokens have a number as well. */
export const ACTOR_KINDS = ["visitor", "customer", "staff", "token", "provider", "system"] as const;

/** The filters of the list; an event must match all that are given. */
const filters = {
  stream: streamName.optional(),
  booking: queryNumber("Booking").optional().meta({ description: "The same as its stream" }),
  type: z
    .string()
    .max(60, "Type must be at most 60 characters")
    .refine(...printableText("Type"))
    .optional()
    .meta({
      description: "The event's name in the log, or words of its plain name (`GET /api/audit/kinds`)",
      examples: ["BookingConfirmed", "price"],
    }),
  actor: z
    .string()
    .regex(/^(?:visitor|provider|system|(?:customer|staff|token)(?:-[1-9]\d{0,14})?)$/, {
      error:
        "Actor must be visitor, customer, staff, token, provider or system; or one of them, such as staff-3",
    })
    .optional()
    .meta({ examples: ["staff-3"] }),
  room: queryNumber("Room", 2_147_483_647)
    .optional()
    .meta({ description: "Events of the room's bookings and feedback, and its own" }),
  from: instant("From").optional().meta({ description: "Decided at or after it" }),
  to: instant("To").optional().meta({ description: "Decided at or before it" }),
};

/** Query of `GET /api/audit/events`. */
export const AuditQuery = z.object({
  ...filters,
  cursor: z
    .string()
    .max(60, "Cursor must be one that this call has answered")
    .optional()
    .meta({ description: "`next` of the page before" }),
  limit: queryNumber("Limit", MAX_AUDIT_PAGE).optional(),
});
/** Every value as the address carries it: text. */
export type AuditQuery = z.input<typeof AuditQuery>;

/** Every kind of event with its plain name. */
export const AuditKinds = z
  .array(z.object({ type: z.string(), name: z.string() }))
  .meta({ id: "AuditKinds" });
export type AuditKinds = z.infer<typeof AuditKinds>;

export const AuditActor = namedObject("AuditActor", {
  kind: z.enum(ACTOR_KINDS),
  id: Id.nullable().meta({ description: "Of a customer, of staff or of a token" }),
  name: z.string().meta({
    description: "A colleague's name; `Token 3 (Bookkeeper)`, `Customer 12`, `Visitor`, `Stripe`, `System`",
  }),
});
export type AuditActor = z.infer<typeof AuditActor>;

/** The first signed head that covers the event. */
const AuditSeal = namedObject("AuditSeal", {
  size: z.number().int().positive().meta({ description: "How many events the head has" }),
  signedAt: Instant,
});

export const AuditEvent = namedObject("AuditEvent", {
  index: z
    .number()
    .int()
    .nonnegative()
    .nullable()
    .meta({ description: "Its place in the log's tree, from 0; null until it is sealed" }),
  stream: z.string(),
  version: z.number().int().positive(),
  type: z.string().meta({ description: "The event's name in the log" }),
  schemaVersion: z.number().int().positive(),
  occurredAt: Instant.meta({ description: "When its command was decided" }),
  actor: AuditActor,
  text: z.string().meta({ description: "What happened, in a sentence" }),
  changes: z
    .array(z.object({ what: z.string(), before: z.string(), after: z.string() }))
    .meta({ description: "The values that it changed, in words" }),
  roomId: Id.nullable().meta({ description: "The room that it is about" }),
  roomName: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).meta({ description: "As stored in the log" }),
  meta: z.record(z.string(), z.unknown()).meta({ description: "As stored in the log" }),
  commandId: z.string(),
  sealed: AuditSeal.nullable(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const AuditPage = namedObject("AuditPage", {
  events: z.array(AuditEvent).meta({ description: "The newest first" }),
  next: z.string().nullable().meta({ description: "Cursor of the page after; null on the last one" }),
});
export type AuditPage = z.infer<typeof AuditPage>;

/** `?at=`: now if it is left out. */
export const AsOfQuery = z.object({ at: instant("At").optional() });

/** A booking as its events up to the instant make it, without the person. */
export const BookingAsOf = namedObject("BookingAsOf", {
  text: z.string().meta({ description: "Its state, in a sentence" }),
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  expired: z.boolean().meta({ description: "Cancelled because its hold ran out unpaid" }),
  cancelledBy: z.enum(CANCELLED_BY).nullable(),
  heldUntil: Instant.nullable().meta({ description: "While its hours are an unpaid hold" }),
  roomId: Id,
  roomName: z.string(),
  ...span,
  bookingDuration: z.enum(BOOKING_DURATIONS),
  hourCount: z.number().int(),
  attendees: z.number().int().nullable(),
  engineerRequired: z.boolean(),
  totalAmount: Amount,
  downpaymentAmount: Amount,
  receivedAmount: Amount.meta({ description: "By card and at the desk" }),
  refundedAmount: Amount.meta({ description: "Refunded" }),
  refundUnderWayAmount: Amount.meta({ description: "Requested, and not issued yet" }),
  disputedAmount: Amount.meta({ description: "Withheld by disputes that are open or lost" }),
  dueAmount: Amount.meta({ description: "Still to be paid; 0 once cancelled" }),
});
export type BookingAsOf = z.infer<typeof BookingAsOf>;

/** Answer of `GET /api/audit/bookings/{id}?at=`. */
export const AuditBooking = namedObject("AuditBooking", {
  id: Id,
  stream: z.string(),
  at: Instant.meta({ description: "The instant: all events decided up to it count" }),
  booking: BookingAsOf.nullable().meta({ description: "Null before it was made" }),
  events: z
    .array(AuditEvent.extend({ counted: z.boolean().meta({ description: "Decided up to then" }) }))
    .meta({ description: "All events, the oldest first, for any `at`: a slider has a stop for each" }),
});
export type AuditBooking = z.infer<typeof AuditBooking>;

/** Answer of `GET /api/audit/rooms/{id}?day=&at=`. */
export const RoomDayQuery = AsOfQuery.extend({ day: Day });

/** A booking that had hours of the day. */
const TakenHours = z.object({
  bookingId: Id,
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  ...span,
  heldUntil: Instant.nullable().meta({ description: "While it is an unpaid hold" }),
});

export const AuditRoomDay = namedObject("AuditRoomDay", {
  roomId: Id,
  roomName: z.string(),
  day: Day,
  at: Instant,
  hours: z
    .array(
      z.object({
        ...span,
        bookingId: Id.nullable(),
        blockId: Id.nullable(),
      }),
    )
    .meta({
      description:
        "Every bookable hour of the day, with the booking or closure that had it; none on a closed day",
    }),
  bookings: z
    .array(TakenHours)
    .meta({ description: "Those with hours of the day at that instant, by start" }),
  blocks: z
    .array(z.object({ blockId: Id, ...span, reason: z.string() }))
    .meta({ description: "Closures with hours of the day at that instant, by start" }),
  changes: z
    .array(
      z.object({
        at: Instant,
        bookingId: Id.nullable(),
        blockId: Id.nullable(),
        type: z.string(),
        text: z.string(),
      }),
    )
    .meta({
      description: "Every change of the day's hours, the oldest first: a slider has a stop for each",
    }),
});
export type AuditRoomDay = z.infer<typeof AuditRoomDay>;

/** Answer of `GET /api/audit/proofs?stream=booking-42`: the proof file of every sealed event (C2SP tlog-proof). */
export const ProofsQuery = z.object({ stream: streamName });

export const AuditProofs = namedObject("AuditProofs", {
  stream: z.string(),
  proofs: z.array(
    z.object({
      name: z.string().meta({ examples: ["booking-42-1.tlog-proof"] }),
      index: z.number().int().nonnegative(),
      version: z.number().int().positive(),
      text: z.string().meta({ description: "The file" }),
    }),
  ),
  unsealed: z
    .array(z.number().int().positive())
    .meta({ description: "Versions of events that are not under a signed head yet" }),
});
export type AuditProofs = z.infer<typeof AuditProofs>;

/** Answer of `GET /log/export`: lines of NDJSON, as `make export` writes them. */
export const LogExportQuery = z.object({
  stream: filters.stream,
  from: filters.from,
  to: filters.to,
  size: queryNumber("Size")
    .optional()
    .meta({ description: "Under the head of this size; the newest one without it" }),
});
