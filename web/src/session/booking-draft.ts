/** Owns what an unfinished booking of a room consists of, so that reload, Back and other pages lose nothing of it: what was typed, chosen and sent. */
import { z } from "zod/mini";
import { BOOKING_DURATIONS } from "../../../core/booking/pricing.ts";
import { storeDraft, storedDraft } from "./draft-storage.ts";

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

/** The last body that went out, under its idempotency key: sent again, it finds the booking whose answer was lost. */
const Sent = z.object({
  body: z.string(),
  key: z.string(),
  /** Whether the server's word about it has arrived. */
  answered: z.boolean(),
});
export type SentBooking = z.infer<typeof Sent>;

/** Another version is another form: what does not read as this one is as if it were not there. */
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
    return Draft.parse(JSON.parse(storedDraft(roomSlug) ?? "null"));
  } catch {
    return EMPTY;
  }
}

/** Changes what is given of it; the rest stays. */
export const keepDraft = (roomSlug: string, changed: Partial<BookingDraft>): void =>
  storeDraft(roomSlug, JSON.stringify({ ...readDraft(roomSlug), ...changed, version: 1 }));

const SentTimes = z.object({ roomId: z.number(), startTime: z.string(), endTime: z.string() });
type SentTimes = z.infer<typeof SentTimes>;

/** The hours that this tab may have without knowing: sent, and not answered. Instants are ISO 8601, UTC. */
export function unansweredHours({ sent }: Pick<BookingDraft, "sent">): SentTimes | null {
  if (sent === null || sent.answered) return null;
  try {
    return SentTimes.parse(JSON.parse(sent.body));
  } catch {
    return null;
  }
}
