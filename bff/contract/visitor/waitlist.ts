/** The wire shapes of the waitlist: joining it, an entry as its holder sees it, staff's list, and the proof of the order (decisions 273 to 279). */
import { z } from "zod";
import { EVENT_TYPES } from "../../../core/booking/rules/event-types.ts";
import { BOOKING_DURATIONS, MAX_HOURS } from "../../../core/booking/rules/pricing.ts";
import { LEFT_REASONS, WAITLIST_STATES } from "../../../core/booking/waitlist/waitlist-words.ts";
import { addDays, type VenueDay } from "../../../core/venue/time/venue-time.ts";
import { TERMS_MESSAGE } from "../booking.ts";
import {
  Amount,
  Day,
  emailAddress,
  Id,
  Instant,
  integer,
  namedObject,
  optionalPhone,
  optionalText,
  queryNumber,
  requiredText,
  roomNumber,
  span,
} from "../fields.ts";

const MAX_ROOMS = 20;

/** Staff look at a week at most. */
const MOST_DAYS = 7;

/** A whole hour of the venue's clock, `"18:00"`; a window may end at `"24:00"`. */
const wholeHour = (label: string, last: RegExp) =>
  z
    .string({ error: `${label} is required, such as 18:00` })
    .regex(last, { error: `${label} must be a whole hour, such as 18:00` })
    .meta({ examples: ["18:00"] });
const clock = z.string().meta({ examples: ["18:00"] });

/** `POST /api/waitlist` */
export const WaitlistJoin = namedObject("WaitlistJoin", {
  roomIds: z
    .array(roomNumber, { error: "Choose one or more rooms" })
    .min(1, "Choose one or more rooms")
    .max(MAX_ROOMS, `Choose at most ${MAX_ROOMS} rooms`)
    .meta({ description: "Any of them will do; they are tried in this order" }),
  day: Day,
  until: Day.nullish().meta({ description: "The last day; the day alone without it" }),
  from: wholeHour("From", /^(?:[01]\d|2[0-3]):00$/),
  to: wholeHour("To", /^(?:[01]\d|2[0-4]):00$/),
  hours: integer("Hours", 1, MAX_HOURS),
  attendees: integer("Attendees", 1).nullish(),
  bookingDuration: z
    .enum(BOOKING_DURATIONS, { error: "Duration must be hourly, half-day or full-day" })
    .default("hourly"),
  firstName: requiredText("First name"),
  lastName: optionalText("Last name", 200),
  email: emailAddress(),
  phone: optionalPhone,
  eventType: z
    .enum(EVENT_TYPES, { error: `Event type must be one of ${EVENT_TYPES.join(", ")}` })
    .default("Other"),
  specialRequirements: optionalText("Special requirements", 2_000),
  engineerRequired: z.boolean({ error: "Engineer required must be true or false" }).default(false),
  terms: z.literal(true, { error: TERMS_MESSAGE }),
});
export type WaitlistJoin = z.input<typeof WaitlistJoin>;

const ahead = z.number().int().nonnegative().meta({
  description: "Entries before this one that wait for an hour of a room that this one waits for too",
});

/** The answer to `POST /api/waitlist` (201). */
export const WaitlistJoined = namedObject("WaitlistJoined", {
  id: Id,
  token: z.string().meta({ description: "Opens `/waitlist/{token}`; it is mailed too" }),
  ahead,
});
export type WaitlistJoined = z.infer<typeof WaitlistJoined>;

/** Hours that can be booked now, in the problem of `POST /api/waitlist` (409). */
export const FreeHours = z.object({ roomId: Id, ...span });
export type FreeHours = z.infer<typeof FreeHours>;

const Wish = z.object({
  roomIds: z.array(Id),
  roomNames: z.array(z.string()).meta({ description: "In the order of the numbers" }),
  day: Day,
  until: Day,
  from: clock,
  to: clock,
  hours: z.number().int().positive(),
  attendees: z.number().int().nullable(),
  bookingDuration: z.enum(BOOKING_DURATIONS),
});

const WaitlistOffer = z.object({
  bookingId: Id,
  roomId: Id,
  roomName: z.string(),
  ...span,
  totalAmount: Amount,
  downpaymentAmount: Amount.meta({ description: "Paying it takes the offer; 0.00: nothing is due" }),
  until: Instant.meta({ description: "Until when it can be taken" }),
  bookingToken: z
    .string()
    .meta({ description: "Opens the booking's own page, `/guest/{token}`, where it is paid" }),
});

/** `GET /api/waitlist/{token}`, and the answer to declining, withdrawing and taking. */
export const WaitlistEntry = namedObject("WaitlistEntry", {
  id: Id,
  state: z.enum(WAITLIST_STATES),
  ahead: ahead.meta({ description: "0 unless it waits" }),
  wish: Wish,
  joinedAt: Instant,
  lapses: z
    .number()
    .int()
    .nonnegative()
    .meta({ description: "Offers that ran out; the entry leaves with the second" }),
  left: z
    .enum(LEFT_REASONS)
    .optional()
    .meta({ description: "Why it left without taking or declining an offer" }),
  offer: WaitlistOffer.optional().meta({
    description: "While it is offered; once claimed, the booking that was taken",
  }),
});
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;

/** The days that staff look at, a week at most. */
const lookedAt = {
  day: Day.optional().meta({ description: "Only this day, or the first of several" }),
  until: Day.optional().meta({ description: `The last of several days, ${MOST_DAYS} at most` }),
};

/** Why there are no such days, if there are none. */
function refuseDays({
  value,
  issues,
}: z.core.ParsePayload<{ day?: VenueDay | undefined; until?: VenueDay | undefined }>): void {
  const { day, until } = value;
  const refuse = (path: string, message: string): void =>
    void issues.push({ code: "custom", input: value, path: [path], message });
  // One of them may be no day at all, which is said already.
  if (until === undefined || issues.length > 0) return;
  if (day === undefined) refuse("day", "Enter the first day, too");
  else if (until < day) refuse("until", "The last day must not be before the first");
  else if (until >= addDays(day, MOST_DAYS)) refuse("until", `Choose at most ${MOST_DAYS} days`);
}

/** `GET /api/waitlist?day=`, for staff: who waits for hours of that day, in order; without a day, everyone who waits. */
export const WaitlistQuery = z
  .object({
    ...lookedAt,
    roomId: queryNumber("Room", 2_147_483_647)
      .optional()
      .meta({ description: "Only entries that name this room" }),
  })
  .check(refuseDays);

/** What has the hours that an entry waits for. */
const InTheWay = z.object({
  roomId: Id,
  roomName: z.string(),
  ...span,
  bookingId: Id.nullable().meta({ description: "Null: a closure" }),
  heldUntil: Instant.nullable().meta({
    description: "It is unpaid, and frees the hours by then if it stays so",
  }),
});

export const StaffWaitlistEntry = namedObject("StaffWaitlistEntry", {
  ...WaitlistEntry.omit({ offer: true }).shape,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  offer: WaitlistOffer.omit({ bookingToken: true }).optional(),
  fitsNow: z
    .array(FreeHours)
    .meta({ description: "Free hours that fit: staff can offer the first of them out of turn" }),
  inTheWay: z.array(InTheWay).meta({
    description:
      "Visits and closures whose end would free such hours, on the days and in the room that were asked for",
  }),
});
export type StaffWaitlistEntry = z.infer<typeof StaffWaitlistEntry>;

export const StaffWaitlist = z.array(StaffWaitlistEntry);
export type StaffWaitlist = z.infer<typeof StaffWaitlist>;

/** `POST /api/waitlist/{id}/offer`, for managers. */
export const OfferOutOfTurn = namedObject("OfferOutOfTurn", {
  reason: requiredText("Reason", 300).meta({
    description: "Stays in the log; everyone who waited then can read it. Name no person",
  }),
  ...lookedAt,
}).check(refuseDays);
export type OfferOutOfTurn = z.input<typeof OfferOutOfTurn>;

/** One sealed event of the proof: a leaf of the log, and the hashes that lead from it to the root. */
const ProvenEvent = z.object({
  index: z.number().int().nonnegative().meta({ description: "The leaf's number" }),
  entry: z.record(z.string(), z.unknown()).meta({ description: "The leaf: the event as the log sealed it" }),
  proof: z.array(z.string()).meta({ description: "The inclusion proof's hashes, base64" }),
});

/** `GET /api/waitlist/{token}/proof`: the entry's own events, and every offer that was made while it was open. */
export const WaitlistProof = namedObject("WaitlistProof", {
  checkpoint: z.string().meta({ description: "A signed head of the log (C2SP tlog-checkpoint)" }),
  timeZone: z
    .string()
    .meta({ description: "The venue's IANA time zone; the days and hours of wishes are in it" }),
  events: z.array(ProvenEvent),
  unsealed: z
    .number()
    .int()
    .nonnegative()
    .meta({ description: "How many events the next checkpoint will cover" }),
});
export type WaitlistProof = z.infer<typeof WaitlistProof>;
