/** The wire shapes of feedback: what a customer sends, and what staff read (decisions 139, 140). */
import { z } from "zod";
import {
  emailWith,
  Id,
  Instant,
  namedObject,
  numberOf,
  optionalText,
  requiredText,
  roomNumber,
} from "../fields.ts";

export const VISIT_PURPOSES = [
  "Recording",
  "Rehearsal",
  "Meeting",
  "Event",
  "Production",
  "Performance",
  "Workshop",
  "Other",
] as const;

export const FEEDBACK_WINDOW_DAYS = 30;

const stars = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .int(`${label} must be a whole number`)
    .min(1, `${label} is required`)
    .max(5, `${label} must be at most 5`)
    .default(5);

/** The five ratings of a visit. */
const ratings = <Field>(field: (label: string) => Field) => ({
  rating: field("Rating"),
  experienceRating: field("Experience rating"),
  facilityRating: field("Facility rating"),
  serviceRating: field("Service rating"),
  valueRating: field("Value rating"),
});

/** Letters in any case; an empty choice is valid. */
const visitPurpose = z
  .string({ error: "Choose one of the visit purposes" })
  .trim()
  .transform((text) => VISIT_PURPOSES.find((known) => known.toLowerCase() === text.toLowerCase()) ?? text)
  .pipe(
    z.union([z.literal("").transform(() => null), z.enum(VISIT_PURPOSES)], {
      error: "Choose one of the visit purposes",
    }),
  )
  .nullish();

const words = (label: string) => optionalText(label, 2_000);

/** `customerEmail` and `customerName` are checked for their form only: the author is read from the session. */
export const FeedbackSubmission = namedObject("FeedbackSubmission", {
  bookingId: numberOf("Booking"),
  roomId: roomNumber,
  customerEmail: emailWith("Invalid email address"),
  customerName: z
    .string({ error: "Name is required" })
    .trim()
    .min(1, "Name is required")
    .max(400, "Name must be at most 400 characters"),
  ...ratings(stars),
  comments: words("Comments"),
  recommendations: words("Recommendations"),
  improvements: words("Improvements"),
  favoriteFeatures: words("Favorite features"),
  wouldRecommend: z.boolean({ error: "Would recommend must be true or false" }).default(true),
  anonymous: z.boolean({ error: "Anonymous must be true or false" }).default(false),
  visitPurpose,
  mayPublish: z.boolean({ error: "May publish must be true or false" }).default(false).meta({
    description:
      "Whether the room's page may show it: the first name unless `anonymous`, the purpose, the rating, comments and favorite features",
  }),
});
export type FeedbackSubmission = z.input<typeof FeedbackSubmission>;

/** The answer to `POST /api/feedback` (201). */
export const FeedbackReceived = namedObject("FeedbackReceived", {
  success: z.literal(true),
  message: z.string(),
});
export type FeedbackReceived = z.infer<typeof FeedbackReceived>;

/** The venue's answer to a review. */
const ReviewAnswer = z.object({ text: z.string(), answeredAt: Instant });

/** A review as staff read it. An anonymous one has no name, no email and no booking, since each would tell who wrote it. */
export const Review = namedObject("Review", {
  id: Id,
  bookingId: Id.nullable(),
  roomId: Id,
  roomName: z.string(),
  anonymous: z.boolean(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  ...ratings(() => z.number().int().min(1).max(5)),
  comments: z.string().nullable(),
  recommendations: z.string().nullable(),
  improvements: z.string().nullable(),
  favoriteFeatures: z.string().nullable(),
  wouldRecommend: z.boolean(),
  visitPurpose: z.enum(VISIT_PURPOSES).nullable(),
  published: z.boolean().meta({ description: "Whether the room's page shows it" }),
  answer: ReviewAnswer.nullable(),
  createdAt: Instant,
});
export type Review = z.infer<typeof Review>;

/** A review as visitors read it (decision 230). */
export const PublishedReview = namedObject("PublishedReview", {
  id: Id,
  firstName: z.string().nullable().meta({ description: "Null if the author stays anonymous" }),
  visitPurpose: z.enum(VISIT_PURPOSES).nullable(),
  month: z.string().meta({ description: "When it was written: `2026-11`" }),
  rating: z.number().int().min(1).max(5),
  comments: z.string().nullable(),
  favoriteFeatures: z.string().nullable(),
  answer: ReviewAnswer.nullable(),
});
export type PublishedReview = z.infer<typeof PublishedReview>;

export const LEAST_FOR_AVERAGE = 5;

/** The answer to `GET /api/rooms/{slug}/reviews`. */
export const RoomReviews = namedObject("RoomReviews", {
  reviews: z.array(PublishedReview).meta({ description: "Newest first" }),
  count: z.number().int().meta({ description: "All published reviews of the room" }),
  average: z.number().min(1).max(5).nullable().meta({
    description: "Of the published ones, one decimal; null with fewer than five",
  }),
  nextBefore: Id.nullable().meta({ description: "Send it as `before` for the next page; null on the last" }),
});
export type RoomReviews = z.infer<typeof RoomReviews>;

export const AnswerToReview = namedObject("AnswerToReview", { text: requiredText("Answer", 1_000) });
export type AnswerToReview = z.infer<typeof AnswerToReview>;

const average = z.number().min(1).max(5).meta({ description: "Average of 1 to 5, one decimal" });

export const RoomRatings = namedObject("RoomRatings", {
  roomId: Id,
  roomName: z.string(),
  count: z.number().int(),
  ...ratings(() => average),
  recommendPercent: z.number().int().min(0).max(100),
});
export type RoomRatings = z.infer<typeof RoomRatings>;

const page = {
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().meta({
    description: "The id of the last review that was shown: the page after it is answered",
  }),
  limit: z.coerce.number().int().min(1).max(100).default(20),
};
export const FeedbackQuery = z.object({
  roomId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  ...page,
});
export const RoomReviewsQuery = z.object(page);

/** The answer to `GET /api/feedback`. */
export const FeedbackList = namedObject("FeedbackList", {
  feedback: z.array(Review).meta({ description: "Newest first" }),
  rooms: z.array(RoomRatings).meta({ description: "Averages of every room that has feedback" }),
  total: z
    .number()
    .int()
    .meta({ description: "How many reviews there are, of the room asked for or of all" }),
  nextBefore: Id.nullable().meta({
    description: "Send it as `before` for the next page; null on the last",
  }),
});
export type FeedbackList = z.infer<typeof FeedbackList>;
