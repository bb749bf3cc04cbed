/**
 * Defines the stream `feedback-N`: one for each review of a booking, whether its author lets us show it, and the venue's answer
 * (decision 230). What they wrote is personal data. Pure.
 */
import { z } from "zod";
import { isNoShow } from "../booking/rules/statuses.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse, refuseField } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";

const VISIT_PURPOSES = [
  "Recording",
  "Rehearsal",
  "Meeting",
  "Event",
  "Production",
  "Performance",
  "Workshop",
  "Other",
] as const;
export type VisitPurpose = (typeof VISIT_PURPOSES)[number];

/** Feedback is open until this long after the booking's end (decision 139). */
export const FEEDBACK_WINDOW_MS = 30 * 24 * 3_600_000;

const stars = z.number().int().min(1).max(5);

const Ratings = z.object({
  rating: stars,
  experienceRating: stars,
  facilityRating: stars,
  serviceRating: stars,
  valueRating: stars,
});
export type Ratings = z.infer<typeof Ratings>;

/** Version 1 also named the booking of anonymous feedback. The log keeps it; auditors are no longer shown it. */
const namingItsBooking = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  lockedBooking: null,
});

/**
 * `personId` names the row with the text; the row has the name only if the customer did not ask to stay anonymous. For
 * anonymous feedback the booking's number is encrypted, because all staff at the desk could tell from it who wrote.
 */
const feedbackLeft = defineEvent(
  "FeedbackLeft",
  Ratings.extend({
    /** Null if it is encrypted. */
    bookingId: z.number().int().nullable(),
    lockedBooking: z.string().nullable(),
    roomId: z.number().int(),
    personId: z.uuid(),
    wouldRecommend: z.boolean(),
    anonymous: z.boolean(),
    visitPurpose: z.enum(VISIT_PURPOSES).nullable(),
    /** Whether the author lets the website show it. */
    mayPublish: z.boolean().default(false),
  }),
  [namingItsBooking],
);

const definitions = [
  feedbackLeft,
  /** For the readers of a published review; a later answer replaces it. `answerId`: the row with its text. */
  defineEvent("ReviewAnswered", z.object({ answerId: z.uuid() })),
  /** Its author no longer lets the website show it. */
  defineEvent("ReviewWithdrawn", z.object({})),
] as const;

export type FeedbackEvent = EventOf<(typeof definitions)[number]>;

type FeedbackLeft = EventOf<typeof feedbackLeft>["data"];

export interface Feedback extends FeedbackLeft {
  /** Whether the website shows it. */
  published: boolean;
  answerId: string | null;
}

/** The streams `feedback-N`; null before the feedback is left. */
export const feedbackStream = defineStream({
  category: "feedback",
  events: definitions,
  initial: null as Feedback | null,
  evolve: (state, event: FeedbackEvent): Feedback | null => {
    if (event.type === "FeedbackLeft") {
      return { ...event.data, published: event.data.mayPublish, answerId: null };
    }
    if (state === null) return null;
    if (event.type === "ReviewWithdrawn") return { ...state, published: false };
    return { ...state, answerId: event.data.answerId };
  },
});

export interface LeaveFeedback {
  bookingId: number;
  /** The booking's number, encrypted; null if the customer does not ask to stay anonymous. */
  lockedBooking: string | null;
  roomId: number;
  personId: string;
  ratings: Ratings;
  wouldRecommend: boolean;
  anonymous: boolean;
  visitPurpose: VisitPurpose | null;
  mayPublish: boolean;
  now: Date;
}

/**
 * Whether feedback can be left: the visit is completed or over, for less than 30 days, and is neither cancelled nor a
 * no-show (decision 139).
 */
export function isFeedbackOpen(booking: Pick<Booking, "status" | "endsAt" | "visit">, now: Date): boolean {
  const over = booking.status === "completed" || booking.endsAt <= now;
  const recent = now.getTime() - booking.endsAt.getTime() < FEEDBACK_WINDOW_MS;
  return booking.status !== "cancelled" && !isNoShow(booking) && over && recent;
}

/**
 * The id of the command that leaves feedback for a booking, made from the booking's reference: there is one per booking,
 * and without the key of `holderHash` it does not tell which booking.
 */
export const feedbackCommand = (holderHash: (text: string) => string, reference: string): string =>
  `feedback:${holderHash(`feedback on ${reference}`)}`;

/** Until version 2 of the event, the command's id contained the booking's number. */
export const firstVersionFeedbackCommand = (bookingId: number): string => `feedback:booking-${bookingId}`;

/** The command id, which is the booking's own, ensures that feedback is left once. */
export function decideFeedback(command: LeaveFeedback, booking: Booking): Decision<FeedbackEvent> {
  const { now, ratings, ...said } = command;
  const given = { ...said, bookingId: said.lockedBooking === null ? said.bookingId : null };
  if (!isFeedbackOpen(booking, now)) return refuse("FeedbackNotOpen");
  if (given.roomId !== booking.roomId) {
    return refuseField("InvalidFeedback", "roomId", "This is not the booking's room");
  }
  return { ok: true, events: [{ type: "FeedbackLeft", data: { ...given, ...ratings } }] };
}

/** Staff answer a review that the website shows. `FeedbackNotFound`, `ReviewNotPublished`. */
export function decideAnswer(answerId: string, state: Feedback | null): Decision<FeedbackEvent> {
  if (state === null) return refuse("FeedbackNotFound");
  if (!state.published) return refuse("ReviewNotPublished");
  return { ok: true, events: [{ type: "ReviewAnswered", data: { answerId } }] };
}

/** The author withdraws the leave to show it. What is not shown makes no event. */
export const decideWithdrawal = (state: Feedback | null): Decision<FeedbackEvent> =>
  state === null
    ? refuse("FeedbackNotFound")
    : { ok: true, events: state.published ? [{ type: "ReviewWithdrawn", data: {} }] : [] };
