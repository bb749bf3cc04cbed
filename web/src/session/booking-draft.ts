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
