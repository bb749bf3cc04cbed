/** The draft of a booking of a room (what was typed, chosen and sent), which survives reload, Back and visits to other pages. */
import { z } from "zod/mini";
import { BOOKING_DURATIONS } from "../../../core/booking/rules/pricing.ts";
import { loadDraft, storeDraft } from "./draft-storage.ts";

const TypedFields = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  eventType: z.string(),
  engineerRequired: z.boolean(),
  attendees: z.string(),
  specialRequirements: z.string(),
  terms: z.boolean(),
});

const Choice = z.object({
  day: z.nullable(z.string()),
  startHour: z.nullable(z.number()),
  duration: z.enum(BOOKING_DURATIONS),
  hourCount: z.number(),
});

const Place = z.object({
  roomId: z.number(),
  startTime: z.string(),
  endTime: z.string(),
  totalAmount: z.string(),
});

/** How the visit repeats, and where its dates differ from the rule. Instants are ISO 8601, UTC. */
const Repeated = z.object({
  /** Weeks between two dates, or the same weekday of each month. */
  every: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal("month")]),
  /** How many dates; null: until the day `until`. */
  count: z.nullable(z.number()),
  until: z.string(),
  skip: z.array(z.string()),
  /** Days on which it takes place elsewhere. */
  swaps: z.record(z.string(), Place),
  /** The hours that the swaps were chosen instead of, `18-20`: for other hours they are void. */
  hours: z.string(),
});
export type SeriesDraft = z.infer<typeof Repeated>;

/** The last body that was sent, and its idempotency key: sent again, it finds the booking whose answer was lost. */
const Sent = z.object({
  body: z.string(),
  key: z.string(),
  /** Whether the server has answered it. */
  answered: z.boolean(),
});
export type SentBooking = z.infer<typeof Sent>;

/** A draft of another version, or one that cannot be read, counts as no draft. */
const Draft = z.object({
  version: z.literal(1),
  fields: z.nullable(TypedFields),
  choice: z.nullable(Choice),
  sent: z.nullable(Sent),
  /** Absent in drafts of one visit. */
  series: z.optional(z.nullable(Repeated)),
});
export type BookingDraft = Omit<z.infer<typeof Draft>, "version">;

const EMPTY: BookingDraft = { fields: null, choice: null, sent: null };

export function readDraft(roomSlug: string): BookingDraft {
  try {
    return Draft.parse(JSON.parse(loadDraft(roomSlug) ?? "null"));
  } catch {
    return EMPTY;
  }
}

/** Changes the given parts of the draft; the rest stays. */
export const updateDraft = (roomSlug: string, changed: Partial<BookingDraft>): void =>
  storeDraft(roomSlug, JSON.stringify({ ...readDraft(roomSlug), ...changed, version: 1 }));

const SentTimes = z.object({ roomId: z.number(), startTime: z.string(), endTime: z.string() });
type SentTimes = z.infer<typeof SentTimes>;

/** Hours that this tab may have claimed without knowing: the booking was sent and not answered. Instants are ISO 8601, UTC. */
export function unansweredHours({ sent }: Pick<BookingDraft, "sent">): SentTimes | null {
  if (sent === null || sent.answered) return null;
  try {
    return SentTimes.parse(JSON.parse(sent.body));
  } catch {
    return null;
  }
}
