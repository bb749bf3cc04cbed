/** The wire shapes of the board: how the hours of one day, or of several days in a row, are used in each room (decision 115). */
import { z } from "zod";
import { BookingRecord } from "../booking-record.ts";
import { Amount, Day, Id, Instant, namedObject, queryNumber, span } from "../fields.ts";
import { StaffBooking, UNREADABLE_BOOKING } from "./staff-booking.ts";

const MOST_DAYS = 7;

export const BoardQuery = z.object({
  day: Day.meta({ description: "The venue day, or the first of several" }),
  days: queryNumber("Days", MOST_DAYS)
    .optional()
    .meta({ description: "How many days from `day` on; one by default" }),
  roomId: queryNumber("Room", 999_999_999)
    .optional()
    .meta({ description: "Only this room; every room by default" }),
});

const { firstName, lastName, eventType, attendees, status, paymentStatus, totalAmount } = BookingRecord.shape;
const { seriesId, seriesNumber, seriesSize } = BookingRecord.shape;

/** A visit; its names are null once they are erased. */
const BookingEntry = z.object({
  kind: z.literal("booking"),
  id: Id,
  ...span,
  firstName,
  lastName,
  eventType,
  attendees,
  status,
  paymentStatus,
  totalAmount,
  dueAmount: Amount.meta({ description: "Still to be paid of the total" }),
  heldUntil: Instant.nullable().meta({ description: "Deadline of an unpaid hold" }),
  visit: StaffBooking.shape.visit,
  freed: z.boolean().meta({ description: "A no-show has left the hours to others" }),
  hasNotes: z.boolean().meta({
    description: "Whether the guest's wishes or staff's notes should be read before the visit",
  }),
  seriesId,
  seriesNumber,
  seriesSize,
  accountId: StaffBooking.shape.accountId,
  accountName: StaffBooking.shape.accountName,
});
export type BookingEntry = z.infer<typeof BookingEntry>;

const BlockEntry = z.object({
  kind: z.literal("block"),
  id: Id,
  ...span,
  reason: z.string(),
  public: z.boolean().meta({ description: "Whether visitors see the reason" }),
});

const TurnaroundEntry = z.object({
  kind: z.literal("turnaround"),
  id: Id.meta({ description: "The booking beside which these hours stay free" }),
  ...span,
});

/** Hours of a visit that this code cannot read. They are taken; the person is shown as far as earlier events tell. */
const UnreadableEntry = z.object({
  kind: z.literal("unreadable"),
  id: Id.meta({ description: "The booking's" }),
  ...span,
  firstName,
  lastName,
  unreadable: z.string().meta({ examples: [UNREADABLE_BOOKING] }),
});

const BoardEntry = z.discriminatedUnion("kind", [BookingEntry, BlockEntry, TurnaroundEntry, UnreadableEntry]);
export type BoardEntry = z.infer<typeof BoardEntry>;
export type UnreadableEntry = z.infer<typeof UnreadableEntry>;

const BoardRoom = namedObject("BoardRoom", {
  id: Id,
  name: z.string(),
  slug: z.string(),
  entries: z.array(BoardEntry).meta({ description: "By start" }),
});
export type BoardRoom = z.infer<typeof BoardRoom>;

const Hours = z
  .object({ open: z.number().int(), close: z.number().int() })
  .nullable()
  .meta({ description: "Of the venue's clock, from `open` to `close`; null: closed" });

export const Board = namedObject("Board", {
  day: Day,
  hours: Hours.meta({
    description: "The widest opening hours of these days, and those of visits beyond them; null: none at all",
  }),
  days: z.array(z.object({ day: Day, hours: Hours })).meta({ description: "When each day is open" }),
  rooms: z.array(BoardRoom).meta({
    description: "In display order; a retired room only while it has visits on these days",
  }),
});
export type Board = z.infer<typeof Board>;
