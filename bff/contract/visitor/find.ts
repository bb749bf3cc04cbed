/** The wire shape of finding a time: the request, and what fits per room and day (decision 42). */
import { z } from "zod";
import { toCents } from "../../../core/booking/rules/money.ts";
import { BOOKING_DURATIONS, MAX_HOURS } from "../../../core/booking/rules/pricing.ts";
import { Amount, Day, Id, namedObject, queryNumber, span } from "../fields.ts";

const MOST_PEOPLE = 10_000;

export const FindQuery = z.object({
  day: Day.meta({ description: "The first day" }),
  until: Day.optional().meta({
    description: "The last day; the day alone without it. At most 14 days in all",
  }),
  start: z
    .string({ error: "Enter start as a whole hour, such as 18:00" })
    .regex(/^(?:[01]?\d|2[0-3]):00$/, { error: "Enter start as a whole hour, such as 18:00", abort: true })
    .transform((clock) => Number.parseInt(clock, 10))
    .meta({ type: "string", description: "The venue's clock", examples: ["18:00"] }),
  hours: queryNumber("Hours", MAX_HOURS).meta({ description: "The length of the visit" }),
  people: queryNumber("People", MOST_PEOPLE).meta({ description: "Only rooms that hold so many" }),
  maxPrice: z
    .string({ error: "Enter an amount, such as 150.00" })
    .transform(toCents)
    .refine((cents) => cents !== null, { error: "Enter an amount, such as 150.00" })
    .optional()
    .meta({
      type: "string",
      description: "Maximum price of the whole visit",
      examples: ["150"],
    }),
});

const FoundDuration = z.enum(BOOKING_DURATIONS);

export const FoundTime = z.object({
  roomId: Id,
  slug: z.string(),
  name: z.string(),
  capacity: z.number().int().positive(),
  day: Day,
  ...span,
  bookingDuration: FoundDuration.meta({ description: "The cheapest that covers the hours" }),
  totalAmount: Amount,
  downpaymentAmount: Amount,
  exact: z
    .boolean()
    .meta({ description: "False: the requested start is taken, and this is the nearest free one" }),
});
export type FoundTime = z.infer<typeof FoundTime>;

const Hour = z.number().int().min(0).max(23);

/** The starts to choose from in one room on one day; a closed or past day has none. */
export const FoundDay = z.object({
  roomId: Id,
  day: Day,
  freeHours: z
    .array(Hour)
    .meta({ description: "The hours of the venue's clock at which a free hour starts" }),
  starts: z
    .array(z.object({ hour: Hour, bookingDuration: FoundDuration, totalAmount: Amount }))
    .meta({ description: "Each start that fits, with the cheapest duration that does" }),
});
export type FoundDay = z.infer<typeof FoundDay>;

export const Found = namedObject("Found", {
  rooms: z.array(FoundTime).meta({
    description: "One per room and day on which something fits: exact ones first, then by day, then by price",
  }),
  tooSmall: z.array(Id).meta({ description: "The rooms that hold fewer people" }),
  days: z
    .array(FoundDay)
    .meta({ description: "Every room that is large enough, on every open day, in display order" }),
});
export type Found = z.infer<typeof Found>;
